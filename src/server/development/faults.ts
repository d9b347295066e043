import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { readExcerpt, type SourceExcerpt } from './source-excerpt.ts';

/** Reason why the development server cannot show the requested page. */
export interface Fault {
  /** `api-descriptors/shop/openapi.yaml:12:3`; `''` where no file of the project is known to be the reason. */
  readonly place: string;
  /** Problem and fix, in one line or several. */
  readonly text: string;
  /** Null where there is no line to show. */
  readonly excerpt: SourceExcerpt | null;
}

type Placed = Pick<Diagnostic, 'file' | 'line' | 'column'>;

/** Errors that are shown with an excerpt: each excerpt reads a file. */
export const MOST_EXCERPTS = 20;

/** The errors of a project, the first of them with their source. */
export function faultsOf(diagnostics: readonly Diagnostic[], projectFolder: string): readonly Fault[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic, index) => {
      // The module that a key names is where to look, not the key.
      const module = diagnostic.rule === 'configuration' ? placeWithin(diagnostic.message, projectFolder) : null;
      const text = `${diagnostic.message}\n${diagnostic.remedy}`;
      return faultAt(module ?? diagnostic, text, index < MOST_EXCERPTS ? projectFolder : null);
    });
}

/**
 * Makes a fault from the message of a compiler or a template, at the first place in its text that is in the project.
 */
export function faultOfText(text: string, projectFolder: string): Fault {
  const place = placeWithin(text, projectFolder);
  const shown = text.replaceAll(`${projectFolder}${sep}`, '');
  return place === null ? { place: '', text: shown, excerpt: null } : faultAt(place, shown, projectFolder);
}

/** @param projectFolder null: without an excerpt */
function faultAt({ file, line, column }: Placed, text: string, projectFolder: string | null): Fault {
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  return {
    place,
    text,
    excerpt: line > 0 && projectFolder !== null ? readExcerpt(join(projectFolder, file), line, column) : null,
  };
}

/** `file:line:column` as compilers and stacks write it; a stack may have `file://` before it. */
const PLACE = /(?<![^\s:()'"])(?:file:\/\/)?((?:[A-Za-z]:)?[^\s:()'"]+\.[a-z]+):(\d+):(\d+)/g;
/** Files that are not shown: dependencies, password files, and files such as `.env`. */
const NOT_SHOWN = /^\.\.(?:\/|$)|(?:^|\/)(?:node_modules\/|\.)|^data\//;

function placeWithin(text: string, projectFolder: string): Placed | null {
  for (const [, path = '', line, column] of text.matchAll(PLACE)) {
    const file = relative(projectFolder, resolve(projectFolder, path)).split(sep).join('/');
    if (isAbsolute(file) || NOT_SHOWN.test(file)) continue;
    return { file, line: Number(line), column: Number(column) };
  }
  return null;
}
