import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { checkOtherFile } from './other-files.ts';
import { DESCRIPTOR_ENDING, GUIDE } from './path-names.ts';

/** File name extension such as `.txt`; excludes the last part of `v1.2`. */
const ENDING = /\.\w*[a-z]\w*$/i;

/**
 * Reports a symbolic link whose target is missing or outside the folder. Ignores a link with a file name extension
 * that no descriptor has, as such files are ignored too.
 * @param path path of the link relative to the project
 * @param isThere true if the target exists
 */
export function linkProblem(projectRoot: string, path: string, isThere: boolean): Diagnostic | undefined {
  const file = join(projectRoot, path);
  const mayDescribe = [DESCRIPTOR_ENDING, GUIDE].some((named) => named.test(path)) || checkOtherFile(path);
  if (!mayDescribe && ENDING.test(path) && !isFolder(file)) return undefined;
  const target = targetOf(projectRoot, file);
  const link = target === null ? 'The link' : `The link to “${target}”`;
  const whole = { ...wholeFile(path), severity: 'error' } as const;
  return isThere
    ? {
        ...whole,
        rule: 'link-outside',
        message: `${link} leads out of the folder of descriptors; it was left out.`,
        remedy: 'Copy the file into the folder.',
      }
    : {
        ...whole,
        rule: 'link-dangling',
        message: `${link} leads to nothing that can be read; it was left out.`,
        remedy: 'Copy the file into the folder, or remove the link.',
      };
}

/** Maximum length of a path in characters; no file system allows longer paths. */
export const LONGEST_PATH = 4096;

/**
 * Finds the first symbolic link between a folder and a file for which `isWrong` is true; returns its path relative to
 * the project. The search stops at the first part that does not exist, since references may be arbitrarily long.
 */
export function linkOnTheWay(
  projectRoot: string,
  folder: string,
  path: string,
  isWrong: (path: string) => boolean,
): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  let way = folder;
  for (const name of (folder === '' ? path : path.slice(folder.length + 1)).split('/')) {
    way = way === '' ? name : `${way}/${name}`;
    const kind = kindOf(join(projectRoot, way));
    if (kind === null) return undefined;
    if (kind === 'link' && isWrong(way)) return way;
  }
  return undefined;
}

/**
 * Returns the target of a link as written; an absolute path inside the project is made relative to the project. Returns
 * null for other absolute paths, which differ between computers.
 */
function targetOf(projectRoot: string, file: string): string | null {
  try {
    const written = readlinkSync(file);
    if (!isAbsolute(written)) return written;
    const names = relative(projectRoot, written).split(sep);
    return names[0] === '..' || isAbsolute(names.join(sep)) ? null : names.join('/');
  } catch {
    return null;
  }
}

function isFolder(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Returns the kind of a file; null if it does not exist, its name is too long, or its folder is a file. */
function kindOf(file: string): 'link' | 'other' | null {
  try {
    return lstatSync(file).isSymbolicLink() ? 'link' : 'other';
  } catch {
    return null;
  }
}
