import { LEVELS } from '../../model/locations.ts';
import type { Format } from '../contract.ts';
import { formats as ownFormats } from '../registry.ts';
import type { CustomFormat } from './to-format.ts';
import { errorPlace, type FormatDraft, type FormatModule, reasonOf, toFormat } from './to-format.ts';
import { JsonModel, ViewModel } from './view-model.ts';

export interface LoadedFormats {
  readonly formats: readonly FormatDraft[];
  readonly problems: readonly FormatModuleProblem[];
}

interface FormatModuleProblem {
  readonly module: FormatModule;
  /** One line that starts with the position, `names.ts:3:7: …`; without line and column for problems of the export. */
  readonly message: string;
}

/** Imports a module and returns its default export. @param file path as written in the configuration */
export type ImportModule = (file: string) => Promise<unknown>;

/**
 * Loads modules of custom formats one at a time, in the order of the configuration. An error in one module does not
 * affect the others.
 */
export async function loadFormatModules(
  modules: readonly FormatModule[],
  importModule: ImportModule,
): Promise<LoadedFormats> {
  const formats: FormatDraft[] = [];
  const problems: FormatModuleProblem[] = [];
  for (const module of modules) {
    try {
      const found = readFormatModule(await importModule(module.file), [...ownFormats, ...formats], module);
      formats.push(...found.formats);
      problems.push(...found.problems.map((message) => ({ module, message: `${module.file}: ${message}` })));
    } catch (error) {
      problems.push({
        module,
        message: `${errorPlace(error, module)}: The module cannot be loaded: ${reasonOf(error).replace(/\.?$/, '.')}`,
      });
    }
  }
  return { formats, problems };
}

const NAME = /^[a-z0-9]+([-.][a-z0-9]+)*$/;
const EXTENSION = /^(\.[a-z0-9-]+)+$/;
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;\s*[\w-]+=[\w.+-]+)*$/;

interface ReadFormats {
  readonly formats: readonly FormatDraft[];
  /** One sentence for each problem, without the module name. */
  readonly problems: readonly string[];
}

/**
 * Reads the custom formats from the default export of a module: one format or a list.
 * @param exported unchecked default export
 * @param others formats already registered
 * @param module source named in messages
 */
export function readFormatModule(
  exported: unknown,
  others: readonly Pick<Format, 'name' | 'viewModel' | 'extension'>[],
  module: FormatModule,
): ReadFormats {
  const written: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  const formats: FormatDraft[] = [];
  const problems: string[] = [];
  if (written.length === 0) problems.push('It exports no format.');
  for (const one of written) {
    const wrong = problemsOf(one, [...others, ...formats]);
    if (wrong.length > 0 || !isCustomFormat(one)) {
      problems.push(...wrong);
      continue;
    }
    try {
      formats.push(toFormat(one, module));
    } catch (error) {
      problems.push(
        `The strategy of ${one.name} cannot be made: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return { formats, problems };
}

function isCustomFormat(value: unknown): value is CustomFormat {
  return problemsOf(value, []).length === 0;
}

function problemsOf(
  value: unknown,
  others: readonly Pick<Format, 'name' | 'viewModel' | 'extension'>[],
): readonly string[] {
  if (typeof value !== 'object' || value === null || !('name' in value))
    return ['Its default export is not a format. Write "export default defineFormat({ … })".'];
  const format: Readonly<Record<string, unknown>> = { ...value };
  const {
    name,
    title,
    viewModelName,
    viewModel,
    mediaTypes = [],
    extension,
    levels,
    renderer,
    strategy,
    writtenAtBuild,
  } = format;
  if (typeof name !== 'string' || !NAME.test(name))
    return [`${JSON.stringify(name)} is not a name of a format. Write one such as "asciidoc".`];
  const isTaken = (key: 'name' | 'viewModel' | 'extension', own: unknown): boolean =>
    others.some((other) => other[key] === own);
  const checks: readonly (readonly [wrong: boolean, problem: string])[] = [
    [isTaken('name', name), 'There is another format of this name.'],
    [typeof title !== 'string' || title.trim() === '', 'title is missing.'],
    [typeof viewModelName !== 'string' || viewModelName.trim() === '', 'viewModelName is missing.'],
    [isTaken('viewModel', viewModelName), `viewModelName ${JSON.stringify(viewModelName)} is another format's.`],
    [!isClassOf(viewModel, ViewModel), 'viewModel is not a class that extends ViewModel.'],
    [
      !isListOf(mediaTypes, (type) => typeof type === 'string' && MEDIA_TYPE.test(type)),
      'mediaTypes contains a value that is not a media type.',
    ],
    [typeof extension !== 'string' || !EXTENSION.test(extension), 'extension is none. Write one such as ".adoc".'],
    [isTaken('extension', extension), `extension ${JSON.stringify(extension)} is another format's.`],
    [
      !isListOf(levels, (level) => LEVELS.some((known) => known === level)) ||
        (Array.isArray(levels) && levels.length === 0),
      `levels must hold some of ${LEVELS.join(', ')}.`,
    ],
    [renderer !== undefined && !hasMethod(renderer, 'render'), 'renderer has no method render.'],
    [
      renderer === undefined && strategy === undefined && !isClassOf(viewModel, JsonModel),
      'renderer is missing: viewModel is not a JsonModel.',
    ],
    [strategy !== undefined && typeof strategy !== 'function', 'strategy is not a function.'],
    [writtenAtBuild !== undefined && typeof writtenAtBuild !== 'boolean', 'writtenAtBuild must be true or false.'],
  ];
  return checks.filter(([wrong]) => wrong).map(([, problem]) => `${name}: ${problem}`);
}

function isClassOf(value: unknown, model: typeof ViewModel): boolean {
  return typeof value === 'function' && (value === model || value.prototype instanceof model);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function hasMethod(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function';
}
