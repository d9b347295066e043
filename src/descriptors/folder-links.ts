import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { checkOtherFile } from './other-files.ts';
import { DESCRIPTOR_ENDING, GUIDE } from './path-names.ts';

/** Ending of a file, such as `.txt`; the last part of `v1.2` is none. */
const ENDING = /\.\w*[a-z]\w*$/i;

/**
 * Reports a symbolic link that leads out of the folder or to nothing. A link with the ending of a file that is no
 * descriptor is ignored, as that file would be.
 * @param path relative to the project
 * @param isThere whether it leads to something
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

/** No file system has longer paths. */
export const LONGEST_PATH = 4096;

/**
 * The first symbolic link on the way from a folder to a file for which `isWrong` is true, as a path relative to the
 * project. The search ends where the path does not exist, since references may have any length.
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
 * Target of the link as written; an absolute path inside the project becomes relative to it. Other absolute paths
 * depend on the machine: null.
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

/** Kind of a file; null if it does not exist: its folder may be a file, its name too long. */
function kindOf(file: string): 'link' | 'other' | null {
  try {
    return lstatSync(file).isSymbolicLink() ? 'link' : 'other';
  } catch {
    return null;
  }
}
