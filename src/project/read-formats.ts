import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FormatModuleRecord } from '../config/configuration.ts';
import { CONFIGURATION_FOLDER } from '../config/configuration-files.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { Format } from '../formats/contract.ts';
import { type ImportModule, loadFormatModules } from '../formats/extension/load-format-modules.ts';
import { siteFormats } from '../formats/site-formats.ts';
import type { ConfigurationProblem } from '../options/problem.ts';
import { importFormatModule } from './public-modules.ts';

const SELECTORS = ['platform-content-negotiation', 'selectors'];
const MODULES = ['platform-documentation', 'formats'];

interface FormatsReading {
  readonly formats: readonly Format[];
  /** Problems with missing files, modules and selectors. */
  readonly problems: readonly ConfigurationProblem[];
}

/**
 * Reads the formats of a project, and checks that the files of its view scripts exist. Reports user errors
 * without throwing.
 */
export async function readFormats(
  projectFolder: string,
  reading: ConfigurationReading,
  importModule: ImportModule = (module) => importFormatModule(projectFolder, module),
): Promise<FormatsReading> {
  const { formatModules, templateMap, selectors } = reading.configuration;
  const problemAt = (keys: readonly string[], message: string, remedy: string): ConfigurationProblem => {
    const exact = reading.fileOf(keys.slice(0, 4));
    return {
      // An item of a list has no file of its own: the file of the whole list is used.
      file: exact === CONFIGURATION_FOLDER ? reading.fileOf(keys.slice(0, 2)) : exact,
      line: 0,
      column: 0,
      path: keys.join('.'),
      message,
      remedy,
      closes: { kind: 'everything' },
    };
  };
  const missing = (keys: readonly string[], path: string): ConfigurationProblem =>
    problemAt(
      keys,
      `There is no file ${path}.`,
      'Create it, or correct the path; relative paths begin at the project.',
    );
  const isThere = (path: string): boolean =>
    statSync(resolve(projectFolder, path), { throwIfNoEntry: false })?.isFile() ?? false;
  const keyOf = ({ key }: FormatModuleRecord): readonly string[] => [...MODULES, key];

  const templates = Object.entries(templateMap).filter(([, path]) => !isThere(path));
  const loaded = await loadFormatModules(
    formatModules.filter(({ file }) => isThere(file)),
    importModule,
  );
  const site = siteFormats(selectors, loaded.formats);
  const missingModules = formatModules.filter(({ file }) => !isThere(file));
  const hasAll = missingModules.length === 0 && loaded.problems.length === 0;
  return {
    formats: site.formats,
    problems: [
      ...templates.map(([name, path]) => missing(['view_manager', 'template_map', name], path)),
      ...missingModules.map((module) => missing(keyOf(module), module.file)),
      ...loaded.problems.map(({ module, message }) =>
        problemAt(keyOf(module), message, 'Fix the module, or remove it from the configuration.'),
      ),
      ...site.problems
        .filter(({ isOfUnknown }) => hasAll || isOfUnknown === undefined)
        .map(({ keys, message, remedy }) =>
          problemAt(keys.length === 0 ? MODULES : [...SELECTORS, ...keys], message, remedy),
        ),
    ],
  };
}
