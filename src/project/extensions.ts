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

/** Virtual module for code that Vite compiles: it exports as `formatModules` the exports of a project's formats. */
export const FORMAT_MODULES = 'virtual:platform-documentation/format-modules';

/** Environment variable of the process that compiles: {@link Extensions} as JSON. */
export const EXTENSIONS_VARIABLE = 'PLATFORM_EXTENSIONS';

/**
 * File beside the compiled server: a JSON list of the files outside the product that the server was compiled from,
 * relative to the project. Only the bundler knows them, because templates and modules may import anything. Their hash
 * shows whether the server is current; it is not if one of them changed during compilation.
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

/** The keys of configuration, as messages write them, with the files that they name. */
export function namedFiles({
  templateMap,
  formatModules,
}: Extensions): readonly { readonly key: string; readonly file: string }[] {
  return [
    ...Object.entries(templateMap).map(([name, file]) => ({ key: `view_manager.template_map.${name}`, file })),
    ...formatModules.map(({ key, file }) => ({ key: `platform-documentation.formats.${key}`, file })),
  ];
}
