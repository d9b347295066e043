import { CONFIGURATION_FOLDER } from '../config/configuration-files.ts';
import { readConfiguration } from './configuration.ts';
import { type Extensions, extensionsOf } from './extensions.ts';
import { stampOf, stateOf } from './fingerprint.ts';

export interface LiveExtensions {
  current(): Extensions;
  /** Records the state of a file that is about to be read for a template or a module. */
  note(file: string): void;
  /**
   * Reads the configuration again if it has changed.
   * @returns true if templates or modules have changed: those that the configuration names, or a file that was read
   */
  refresh(): boolean;
}

/**
 * Tracks the extensions in the configuration, for the development server, which refreshes them at each request. Files
 * that were read are compared as well: Vite's watcher does not report a change within 50 ms of another one, and the
 * first step of a write may be read before the second.
 */
export function followExtensions(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
): LiveExtensions {
  const read = (): Extensions =>
    extensionsOf(projectFolder, readConfiguration(projectFolder, environment).configuration);
  let stamp = stampOf(projectFolder, [CONFIGURATION_FOLDER]);
  let current = read();
  const states = new Map<string, string>();
  const isReconfigured = (): boolean => {
    const next = stampOf(projectFolder, [CONFIGURATION_FOLDER]);
    if (next === stamp) return false;
    stamp = next;
    const before = current;
    current = read();
    return JSON.stringify(before) !== JSON.stringify(current);
  };
  return {
    current: () => current,
    note(file) {
      // Environments may read a file one after the other: its first state is that of the module compiled first.
      if (!states.has(file)) states.set(file, stateOf(file));
    },
    refresh() {
      const isEdited = [...states].some(([file, state]) => stateOf(file) !== state);
      const hasChanged = isReconfigured() || isEdited;
      if (hasChanged) states.clear();
      return hasChanged;
    },
  };
}
