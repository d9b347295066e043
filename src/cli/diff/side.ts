import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import type { ListedOverlays } from '../../descriptors/overlay-files.ts';
import { DESCRIPTOR_ENDING } from '../../descriptors/path-names.ts';
import { type DescriptorPlace, readDescriptor, readFolder } from '../../descriptors/read-descriptors.ts';
import type { Diagnostic, Place } from '../../model/diagnostic.ts';
import type { ApiRecord } from '../../model/records.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import type { Part } from '../../rules/contract.ts';
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
  /** Warnings of a file. */
  readonly warnings?: readonly Diagnostic[];
  /** Finders of the positions of parts of a file, one for each record. */
  readonly locate?: readonly ((part: Part) => Place)[];
}

type Environment = Readonly<Record<string, string | undefined>>;
/** Overlays that the configuration lists; they apply to descriptors in the descriptor folder. */
type Overlays = readonly ListedOverlays[];

/** Reads the descriptors of a file or folder; the paths in the result are relative to the project. */
export function readPath(projectFolder: string, path: string, overlays: Overlays): Side {
  const absolute = resolve(projectFolder, path);
  const isPublished = isInFolder(pathFrom(projectFolder, absolute));
  const isFolder = statSync(absolute).isDirectory();
  const around = isFolder ? absolute : dirname(absolute);
  // No relative path leads to another Windows drive.
  const root = isAbsolute(pathFrom(projectFolder, around)) ? around : projectFolder;
  const folder = isPublished && !isFolder ? DESCRIPTOR_FOLDER : pathFrom(root, around);
  const {
    records,
    errors,
    warnings = [],
    locate = [],
  } = isFolder
    ? readFolderAt(
        root,
        folder,
        overlaysWith(overlays, (file) => file.startsWith(`${folder}/`)),
      )
    : readFile({ projectRoot: root, folder, path: pathFrom(root, absolute), isByItself: !isPublished, overlays });
  const placed = <At extends { readonly file: string }>(place: At): At => ({
    ...place,
    file: pathFrom(projectFolder, join(root, place.file)) || '.',
  });
  return {
    records: records.map((record) => ({ ...record, source: placed(record.source) })),
    errors: errors.map(placed),
    warnings: warnings.map(placed),
    locate: locate.map((find) => (part: Part) => placed(find(part))),
  };
}

/** Reads the descriptors of a Git revision below a path, by default in the descriptor folder of the project. */
export function readRevision(
  projectFolder: string,
  revision: string,
  path: string | null,
  environment: Environment,
  overlays: Overlays,
): Side {
  const wanted = posix.normalize(path ?? DESCRIPTOR_FOLDER).replace(/^\.?\/*$|\/+$/, '');
  if (/^(?:\/|\.\.(?:\/|$))/.test(wanted))
    throw new RevisionError(`The path ${path} leads out of the project. Name a file or folder that is in it.`);
  const isFile = DESCRIPTOR_ENDING.test(wanted);
  const isPublished = isInFolder(wanted);
  // The whole folder is read, since a descriptor may refer to other files in it.
  const folder = isPublished ? DESCRIPTOR_FOLDER : isFile ? posix.join(wanted, '..').replace(/^\.$/, '') : wanted;
  const opened = openRevision(projectFolder, revision, folder || '.', environment);
  try {
    if (isFile && !opened.paths.includes(wanted))
      throw new RevisionError(`The revision ${revision} has no file ${wanted}. Name one that it has, or a folder.`);
    // The revision may be older than an overlay.
    const known = overlaysWith(overlays, (file) => opened.paths.includes(file));
    const side = isFile
      ? readFile({ projectRoot: opened.folder, folder, path: wanted, isByItself: !isPublished, overlays: known })
      : readFolderAt(opened.folder, wanted, known);
    return { ...side, revision };
  } finally {
    opened.close();
  }
}

/** True if a path exists, without normalizing it: `HEAD:a/../b` does not exist just because `b` does. */
export function isPath(projectFolder: string, path: string): boolean {
  return existsSync(isAbsolute(path) ? path : projectFolder + sep + path);
}

function isInFolder(path: string): boolean {
  return path === DESCRIPTOR_FOLDER || path.startsWith(`${DESCRIPTOR_FOLDER}/`);
}

function overlaysWith(overlays: Overlays, has: (file: string) => boolean): Overlays {
  return overlays.map((one) => ({ ...one, files: one.files.filter(has) }));
}

function readFolderAt(projectRoot: string, folder: string, overlays: Overlays): Side {
  const { apis, diagnostics } = readFolder({ projectRoot, folder, overlays });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { records: apis, errors: errors.map((error) => ({ ...error, file: error.file || '.' })) };
}

function readFile({ overlays = [], ...place }: DescriptorPlace): Side {
  const { path, isByItself } = place;
  const reading = readDescriptor({ ...place, overlays: isByItself === true ? [] : overlays });
  const whole = { file: path, line: 0, column: 0, severity: 'error', rule: 'nothing-described' } as const;
  if (reading === undefined || (reading.records.length === 0 && reading.diagnostics.length === 0))
    return {
      records: [],
      errors: [{ ...whole, message: 'This is not a descriptor.', remedy: 'Name a file in a supported format.' }],
    };
  const { error: errors = [], warning: warnings = [] } = Object.groupBy(
    reading.diagnostics,
    ({ severity }) => severity,
  );
  return {
    records: reading.records,
    errors,
    warnings,
    locate: reading.places.map((places) => (part: Part) => places.locate(part)),
  };
}

function pathFrom(folder: string, absolute: string): string {
  const path = relative(folder, absolute).split(sep).join('/');
  return isAbsolute(path) ? absolute : path;
}
