import { CONFIGURATION_FOLDER } from '../config/configuration-files.ts';
import { readConfiguration } from './configuration.ts';
import { type Extensions, extensionsOf } from './extensions.ts';
import { stampOf } from './fingerprint.ts';

export interface LiveExtensions {
  current(): Extensions;
  /** Reads the configuration again if it has changed. @returns true if its templates or modules have changed */
  refresh(): boolean;
}

/** Tracks the extensions in the configuration, for the development server, which refreshes them at each request. */
export function followExtensions(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
): LiveExtensions {
  const read = (): Extensions =>
    extensionsOf(projectFolder, readConfiguration(projectFolder, environment).configuration);
  let stamp = stampOf(projectFolder, [CONFIGURATION_FOLDER]);
  let current = read();
  return {
    current: () => current,
    refresh() {
      const next = stampOf(projectFolder, [CONFIGURATION_FOLDER]);
      if (next === stamp) return false;
      stamp = next;
      const before = current;
      current = read();
      return JSON.stringify(before) !== JSON.stringify(current);
    },
  };
}
