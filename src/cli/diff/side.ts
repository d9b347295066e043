import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { DESCRIPTOR_ENDING } from '../../descriptors/path-names.ts';
import { readDescriptor, readFolder } from '../../descriptors/read-descriptors.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ApiRecord } from '../../model/records.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { openRevision, RevisionError } from './revision.ts';

/** Descriptions on one side of the comparison. */
export interface Side {
  readonly records: readonly ApiRecord[];
  /** Errors in the descriptors of this side. */
  readonly errors: readonly Diagnostic[];
  /** Git revision; undefined for files in the working folder. */
  readonly revision?: string;
  /** True for an API of the project, given by its name. */
  readonly isOfProject?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the descriptors of a file or folder; the paths in the result are relative to the project. */
export function readPath(projectFolder: string, path: string): Side {
  const absolute = resolve(projectFolder, path);
  const isPublished = pathFrom(projectFolder, absolute).startsWith(`${DESCRIPTOR_FOLDER}/`);
  const isFolder = statSync(absolute).isDirectory();
  const around = isFolder ? absolute : dirname(absolute);
  // No relative path leads to another Windows drive.
  const root = isAbsolute(pathFrom(projectFolder, around)) ? around : projectFolder;
  const folder = isPublished && !isFolder ? DESCRIPTOR_FOLDER : pathFrom(root, around);
  const { records, errors } = isFolder
    ? readFolderAt(root, folder)
    : readFile(root, folder, pathFrom(root, absolute), !isPublished);
  const placed = <Place extends { readonly file: string }>(place: Place): Place => ({
    ...place,
    file: pathFrom(projectFolder, join(root, place.file)) || '.',
  });
  return {
    records: records.map((record) => ({ ...record, source: placed(record.source) })),
    errors: errors.map(placed),
  };
}

/** Reads the descriptors of a Git revision below a path, by default in the descriptor folder of the project. */
export function readRevision(
  projectFolder: string,
  revision: string,
  path: string | null,
  environment: Environment,
): Side {
  const wanted = posix.normalize(path ?? DESCRIPTOR_FOLDER).replace(/^\.?\/*$|\/+$/, '');
  if (/^(?:\/|\.\.(?:\/|$))/.test(wanted))
    throw new RevisionError(`The path ${path} leads out of the project. Name a file or folder that is in it.`);
  const isFile = DESCRIPTOR_ENDING.test(wanted);
  const isPublished = wanted === DESCRIPTOR_FOLDER || wanted.startsWith(`${DESCRIPTOR_FOLDER}/`);
  // The whole folder is read, since a descriptor may refer to other files in it.
  const folder = isPublished ? DESCRIPTOR_FOLDER : isFile ? posix.join(wanted, '..').replace(/^\.$/, '') : wanted;
  const opened = openRevision(projectFolder, revision, folder || '.', environment);
  try {
    if (isFile && !opened.paths.includes(wanted))
      throw new RevisionError(`The revision ${revision} has no file ${wanted}. Name one that it has, or a folder.`);
    const side = isFile ? readFile(opened.folder, folder, wanted, !isPublished) : readFolderAt(opened.folder, wanted);
    return { ...side, revision };
  } finally {
    opened.close();
  }
}

/** True if a path exists, without normalizing it: `HEAD:a/../b` does not exist just because `b` does. */
export function isPath(projectFolder: string, path: string): boolean {
  return existsSync(isAbsolute(path) ? path : projectFolder + sep + path);
}

function readFolderAt(projectRoot: string, folder: string): Side {
  const { apis, diagnostics } = readFolder({ projectRoot, folder });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { records: apis, errors: errors.map((error) => ({ ...error, file: error.file || '.' })) };
}

function readFile(projectRoot: string, folder: string, path: string, isByItself: boolean): Side {
  const reading = readDescriptor({ projectRoot, folder, path, isByItself });
  const place = { file: path, line: 0, column: 0, severity: 'error', rule: 'nothing-described' } as const;
  if (reading === undefined || (reading.records.length === 0 && reading.diagnostics.length === 0))
    return {
      records: [],
      errors: [{ ...place, message: 'This is not a descriptor.', remedy: 'Name a file in a supported format.' }],
    };
  const errors = reading.diagnostics.filter(({ severity }) => severity === 'error');
  return { records: reading.records, errors };
}

function pathFrom(folder: string, absolute: string): string {
  const path = relative(folder, absolute).split(sep).join('/');
  return isAbsolute(path) ? absolute : path;
}
