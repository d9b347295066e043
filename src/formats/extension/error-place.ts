import { basename, dirname, normalize, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A module that brings formats of a project's own, as the configuration names it. */
export interface FormatModule {
  /** Below `platform-documentation.formats`. */
  readonly key: string;
  readonly file: string;
}

/**
 * `config/formats/names.ts:3:7`: where in a module, or in a file beside or below it, an error comes from; the module
 * where nothing says so.
 */
export function errorPlace(error: unknown, { file }: FormatModule): string {
  const written = normalize(file)
    .split(sep)
    .join('/')
    .replace(/^(?:\.\.?\/)+/, '');
  const folder = dirname(written);
  const pattern = folder === '.' ? escaped(basename(written)) : `${escaped(folder)}/[^\\s:"'()]+\\.[cm]?[jt]s`;
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  const [, place] =
    new RegExp(`(?:^|[\\s/(])(${pattern}:\\d+(?::\\d+)?)`, 'm').exec(stripVTControlCharacters(text)) ?? [];
  return place ?? file;
}

/** Describes a thrown value on one line, without the excerpt of code that compilers add. */
export function reasonOf(error: unknown): string {
  const text =
    error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  return stripVTControlCharacters(text)
    .replace(/\s*╭[\s\S]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
