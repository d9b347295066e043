import { formats as ownFormats } from '../registry.ts';
import { readFormatModule } from './read-format-module.ts';
import type { FormatDraft } from './to-format.ts';

export interface LoadedFormats {
  readonly formats: readonly FormatDraft[];
  readonly problems: readonly FormatModuleProblem[];
}

interface FormatModuleProblem {
  /** As configuration names it. */
  readonly module: string;
  /** One line. */
  readonly message: string;
}

/** Gives the default export of a module. */
export type ImportModule = (module: string) => Promise<unknown>;

/** Loads modules of custom formats, one after the other, so that their order is that of configuration. Whatever is wrong with one is a problem of it alone. */
export async function loadFormatModules(modules: readonly string[], importModule: ImportModule): Promise<LoadedFormats> {
  const formats: FormatDraft[] = [];
  const problems: FormatModuleProblem[] = [];
  for (const module of modules) {
    try {
      const found = readFormatModule(await importModule(module), [...ownFormats, ...formats]);
      formats.push(...found.formats);
      problems.push(...found.problems.map((message) => ({ module, message })));
    } catch (error) {
      problems.push({ module, message: `The module cannot be loaded: ${reasonOf(error)}` });
    }
  }
  return { formats, problems };
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  return text.replaceAll(/\s+/g, ' ').trim();
}
