import { resolve } from 'node:path';
import type { Configuration, FormatModuleRecord } from '../config/configuration.ts';

/** Templates and format modules that a project adds to the compiled templates and server. */
export interface Extensions {
  /** Absolute path of the project. */
  readonly projectFolder: string;
  /** Files of templates, by the name of the template as configured. */
  readonly templateMap: Readonly<Record<string, string>>;
  readonly formatModules: readonly FormatModuleRecord[];
}

/** Virtual module for code that Vite compiles; exports a project's format modules as `formatModules`. */
export const FORMAT_MODULES = 'virtual:platform-documentation/format-modules';

/** Environment variable of the compiling process, with {@link Extensions} as JSON. */
export const EXTENSIONS_VARIABLE = 'PLATFORM_EXTENSIONS';

/**
 * File beside the compiled server: a JSON list of the server's source files outside the product, relative to the
 * project. Only the bundler knows these files, because templates and modules may import any file. Their hash shows
 * whether the server is current; a server is outdated if a file changed during its compilation.
 */
export const EXTENSION_FILES = 'extension-files.json';

export function extensionsOf(
  projectFolder: string,
  { templateMap, formatModules }: Pick<Configuration, 'templateMap' | 'formatModules'>,
): Extensions {
  return { projectFolder: resolve(projectFolder), templateMap, formatModules };
}

/** Reads the extensions that the build has put into the environment; undefined if there are none. */
export function extensionsFrom(environment: Readonly<Record<string, string | undefined>>): Extensions | undefined {
  const text = environment[EXTENSIONS_VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Extensions);
}

/** Lists the configuration keys of extensions, as written in messages, with the files that they name. */
export function namedFiles({
  templateMap,
  formatModules,
}: Extensions): readonly { readonly key: string; readonly file: string }[] {
  return [
    ...Object.entries(templateMap).map(([name, file]) => ({ key: `view_manager.template_map.${name}`, file })),
    ...formatModules.map(({ key, file }) => ({ key: `platform-documentation.formats.${key}`, file })),
  ];
}
