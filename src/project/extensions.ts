import { resolve } from 'node:path';
import type { Configuration, FormatModuleRecord } from '../config/configuration.ts';

/** Templates and format modules that a project adds to the compiled templates and server. */
export interface Extensions {
  /** Absolute. */
  readonly projectFolder: string;
  /** Keys are the names of templates, as configured. */
  readonly templateMap: Readonly<Record<string, string>>;
  readonly formatModules: readonly FormatModuleRecord[];
}

/** The module that exports `formatModules`, what a project's files of formats export, for what Vite compiles. */
export const FORMAT_MODULES = 'virtual:platform-documentation/format-modules';

/** Environment variable of the process that compiles: {@link Extensions} as JSON. */
export const EXTENSIONS_VARIABLE = 'PLATFORM_EXTENSIONS';

/**
 * Beside the compiled server: the files outside the product that it was compiled from, relative to the project, as a
 * JSON list. Templates and modules may import anything, so that only the bundler knows them. Hashed, they say whether
 * what was compiled is current; a file that changed while it was compiled makes it not so.
 */
export const EXTENSION_FILES = 'extension-files.json';

export function extensionsOf(
  projectFolder: string,
  { templateMap, formatModules }: Pick<Configuration, 'templateMap' | 'formatModules'>,
): Extensions {
  return { projectFolder: resolve(projectFolder), templateMap, formatModules };
}

/** Reads the extensions that the build has put into the environment; undefined when there are none. */
export function extensionsFrom(environment: Readonly<Record<string, string | undefined>>): Extensions | undefined {
  const text = environment[EXTENSIONS_VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Extensions);
}

/** The keys of configuration and the files that they name, as lines for people. */
export function namedFiles({
  templateMap,
  formatModules,
}: Extensions): readonly { readonly key: string; readonly file: string }[] {
  return [
    ...Object.entries(templateMap).map(([name, file]) => ({ key: `view_manager.template_map.${name}`, file })),
    ...formatModules.map(({ key, file }) => ({ key: `platform-documentation.formats.${key}`, file })),
  ];
}
