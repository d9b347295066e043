import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { SourceExcerpt } from './source-excerpt.ts';
import { readExcerpt } from './source-excerpt.ts';

/** What keeps the development server from showing what was asked for. */
export interface Fault {
  /** `api-descriptors/shop/openapi.yaml:12:3`; `''` where no file of the project is known to be the reason. */
  readonly place: string;
  /** One line or several; what is wrong, and what to write instead. */
  readonly text: string;
  /** Null where there is no line to show. */
  readonly excerpt: SourceExcerpt | null;
}

type Placed = Pick<Diagnostic, 'file' | 'line' | 'column'>;

/** The errors of a project, with their source. */
export function faultsOf(diagnostics: readonly Diagnostic[], projectFolder: string): readonly Fault[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => {
      const placed = placeWithin(diagnostic.message, projectFolder);
      // The module that a key names is where to look, not the key.
      const place = diagnostic.rule === 'configuration' && placed !== null ? placed : diagnostic;
      return faultAt(place, `${diagnostic.message}\n${diagnostic.remedy}`, projectFolder);
    });
}

/** What a compiler or a template has thrown: the first place in its text that is in the project. */
export function faultOfText(text: string, projectFolder: string): Fault {
  const place = placeWithin(text, projectFolder);
  const told = text.replaceAll(`${projectFolder}${sep}`, '');
  return place === null ? { place: '', text: told, excerpt: null } : faultAt(place, told, projectFolder);
}

function faultAt({ file, line, column }: Placed, text: string, projectFolder: string): Fault {
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  return { place, text, excerpt: line > 0 ? readExcerpt(join(projectFolder, file), line, column) : null };
}

/** `file:line:column` as compilers and stacks write it; a stack may have `file://` before it. */
const PLACE = /(?:file:\/\/)?((?:[A-Za-z]:)?[^\s:()'"]+\.[a-z]+):(\d+):(\d+)/g;

function placeWithin(text: string, projectFolder: string): Placed | null {
  for (const [, path = '', line, column] of text.matchAll(PLACE)) {
    const file = relative(projectFolder, resolve(projectFolder, path)).split(sep).join('/');
    if (isAbsolute(file) || /^\.\.(?:\/|$)|(?:^|\/)node_modules\//.test(file)) continue;
    return { file, line: Number(line), column: Number(column) };
  }
  return null;
}
