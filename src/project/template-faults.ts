import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Extensions, namedFiles } from './extensions.ts';

/** Error that a compiler reports, and the key of the configuration that leads to it. */
export interface TemplateFault {
  /** Key of the configuration: `view_manager.template_map.platform-documentation/show`. */
  readonly key: string;
  /** The file that the key names. */
  readonly named: string;
  /** File with the mistake: the named one, or one that it imports; relative to the project. */
  readonly file: string;
  /** From 1; 0 where the compiler does not say. */
  readonly line: number;
  readonly column: number;
}

/** Imports of a path, in code and in the scripts and styles of templates. */
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|@import|\bsrc=)\s*["'](\.{1,2}\/[^"'?#]+)/g;
const ENDINGS = ['', '.ts', '.js', '.mjs', '.tsx', '.jsx', '/index.ts', '/index.js'];

/** Finds the files of the project that a compiler's message is about, with the configuration keys that lead to them. */
export function templateFaults(output: string, extensions: Extensions): readonly TemplateFault[] {
  const plain = stripVTControlCharacters(output).replaceAll('\\', '/');
  return namedFiles(extensions).flatMap(({ key, file: named }): readonly TemplateFault[] => {
    const faults = reachableFiles(extensions.projectFolder, named).flatMap((file) => faultIn(plain, file));
    const placed = faults.filter(({ line }) => line > 0);
    return (placed.length > 0 ? placed : faults).slice(0, 1).map((fault) => ({ key, named, ...fault }));
  });
}

/** A file and all that it imports by relative paths, as far as their text says so; relative to the project. */
function reachableFiles(projectFolder: string, named: string): readonly string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const file = relative(projectFolder, path).split(sep).join('/');
    if (found.has(file) || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
    found.add(file);
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      const target = join(dirname(path), imported);
      const ending = ENDINGS.find((end) => statSync(target + end, { throwIfNoEntry: false })?.isFile() === true);
      if (ending !== undefined) visit(target + ending);
    }
  };
  visit(resolve(projectFolder, named));
  return [...found];
}

function faultIn(output: string, file: string): readonly Pick<TemplateFault, 'file' | 'line' | 'column'>[] {
  // Compilers name files from their own folder.
  const name = posix.normalize(file).replace(/^(?:\.\.\/)+/, '');
  const place = new RegExp(
    `(?:^|[\\s/[(])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?::(\\d+)(?::(\\d+))?)?(?![\\w.])`,
    'm',
  );
  const match = place.exec(output);
  return match === null ? [] : [{ file, line: Number(match[1] ?? 0), column: Number(match[2] ?? 0) }];
}
