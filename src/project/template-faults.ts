import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TemplateName } from '../config/sections/views.ts';
import type { Page } from '../presentation/page-data/document.ts';
import { type Extensions, namedFiles } from './extensions.ts';

/** Error reported by a compiler, and the configuration key of the template or module at fault. */
export interface TemplateFault {
  /** Key of the configuration: `view_manager.template_map.platform-documentation/show`. */
  readonly key: string;
  /** File that the key names. */
  readonly named: string;
  /** File with the error, relative to the project: the named file or a file that it imports. */
  readonly file: string;
  /** Line number, from 1; 0 if the compiler gives no line. */
  readonly line: number;
  readonly column: number;
}

/** Imports of a relative path, in code and in the scripts and styles of templates. */
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|@import|\bsrc=)\s*["'](\.{1,2}\/[^"'?#]+)/g;
const ENDINGS = ['', '.ts', '.js', '.mjs', '.tsx', '.jsx', '/index.ts', '/index.js'];

/** Finds the project files that a compiler's message names, with the configuration keys through which they are used. */
export function templateFaults(output: string, extensions: Extensions): readonly TemplateFault[] {
  const plain = stripVTControlCharacters(output).replaceAll('\\', '/');
  return namedFiles(extensions).flatMap(({ key, file: named }): readonly TemplateFault[] => {
    const faults = reachableFiles(extensions.projectFolder, named).flatMap((file) => faultIn(plain, file));
    const placed = faults.filter(({ line }) => line > 0);
    return (placed.length > 0 ? placed : faults).slice(0, 1).map((fault) => ({ key, named, ...fault }));
  });
}

/** Lists a file and the files that it imports by relative paths, found with a pattern; relative to the project. */
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
  // Compilers print paths relative to their own folder.
  const name = posix.normalize(file).replace(/^(?:\.\.\/)+/, '');
  const place = new RegExp(
    `(?:^|[\\s/[(])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?::(\\d+)(?::(\\d+))?)?(?![\\w.])`,
    'm',
  );
  const match = place.exec(output);
  return match === null ? [] : [{ file, line: Number(match[1] ?? 0), column: Number(match[2] ?? 0) }];
}

/** Replaceable templates that each level of page uses; a view script may use any template. */
const USED: Readonly<Record<'list' | 'api' | 'service', readonly TemplateName[]>> = {
  list: ['platform-documentation/show', 'platform-documentation/layout', 'platform-documentation/api-list'],
  api: ['platform-documentation/show', 'platform-documentation/layout', 'platform-documentation/api'],
  service: [
    'platform-documentation/show',
    'platform-documentation/layout',
    'platform-documentation/service',
    'platform-documentation/operation',
  ],
};
/** End of the message for an error that names no template: only the development server knows template lines. */
const UNNAMED = 'may be the template that failed; "platform-docs dev" shows the line';
const USED_ELSEWHERE: readonly TemplateName[] = ['platform-documentation/layout'];

/**
 * Returns messages that name the project's templates which may have failed for a page, with their keys: the templates
 * that the stack or the compiler names, else all templates that the page uses.
 * @param templateMap files of templates, by the name of the template as configured
 * @param trace error message and stack
 */
export function suspectedTemplates(
  page: Page,
  templateMap: Readonly<Record<string, string>>,
  trace: string,
): readonly string[] {
  const used: readonly string[] = usedBy(page);
  const own = Object.entries(templateMap).filter(([name]) => used.includes(name));
  const named = own.filter(([, file]) => trace.includes(file.replace(/^(?:\.{1,2}\/)+/, '')));
  return (named.length > 0 ? named : own).map(
    ([name, file]) => `view_manager.template_map.${name}: ${file} ${named.length > 0 ? 'failed' : UNNAMED}.`,
  );
}

function usedBy(page: Page): readonly TemplateName[] {
  const level = page.kind === 'document' ? page.document.level : '';
  return level === 'list' || level === 'api' || level === 'service' ? USED[level] : USED_ELSEWHERE;
}
