import { formats as ownFormats } from '../registry.ts';
import { errorPlace, type FormatModule, reasonOf } from './error-place.ts';
import { readFormatModule } from './read-format-module.ts';
import type { FormatDraft } from './to-format.ts';

export interface LoadedFormats {
  readonly formats: readonly FormatDraft[];
  readonly problems: readonly FormatModuleProblem[];
}

interface FormatModuleProblem {
  readonly module: FormatModule;
  /** One line, after its place: `config/formats/names.ts:3:7: The module cannot be loaded: …`. */
  readonly message: string;
}

/** Gives the default export of a module. @param file as configuration names it */
export type ImportModule = (file: string) => Promise<unknown>;

/**
 * Loads modules of custom formats, one after the other, so that their order is that of configuration. What is wrong
 * with one is a problem of it alone.
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
