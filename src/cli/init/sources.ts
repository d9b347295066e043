import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { DescriptorFolder } from '../../descriptors/descriptor-folder.ts';
import { checkOtherFile, remedyElsewhere } from '../../descriptors/other-files.ts';
import { DESCRIPTOR_ENDING } from '../../descriptors/path-names.ts';
import { overlaysAmong } from '../../descriptors/read-descriptors.ts';
import { readRecords } from '../../descriptors/read-record.ts';
import { parseDescriptor as parse, readerOf } from '../../descriptors/registry.ts';
import { checkUnrecognised } from '../../descriptors/unrecognised.ts';
import { type Diagnostic, errorsFirst, wholeFile } from '../../model/diagnostic.ts';
import { RuleBook } from '../../rules/rule-book.ts';
import type { LockedSource } from '../fetch/lock-file.ts';
import { isLaminasProject, readLaminasProject } from './laminas-project.ts';
import { InitError, type NewFile } from './write-files.ts';

/** A file to copy into the new project. */
interface SourceFile {
  /** Absolute path of the original. */
  readonly from: string;
  /** Path relative to the descriptor folder, with forward slashes. */
  readonly to: string;
}

/** Descriptors from the path of one `--from` option. */
export interface Source {
  /** Path as the user typed it, for messages. */
  readonly shown: string;
  readonly files: readonly SourceFile[];
  /** Generated or fetched files of the new project. */
  readonly made?: readonly NewFile[];
  /** Descriptor from a URL. */
  readonly fetched?: { readonly path: string; readonly url: string; readonly locked: LockedSource };
  /** Problems of skipped files: descriptions in formats that the product cannot read. */
  readonly leftOut: readonly Diagnostic[];
  /** Name of the source folder, added to target paths if two sources contain files of the same name. */
  readonly name: string;
}

/** Matches texts that may be OpenAPI, RAML, API Blueprint or Postman; only a reader knows whether they are. */
const HEAD =
  /^\s*(?:[{]\s*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?\d|^#%RAML 1\.0\s|^FORMAT:\s*1A|\/json\/collection\/v2/m;
const NAME_ONE = 'Name an OpenAPI file or another description, or a folder that contains some.';
const MOST_NAMED = 30;
const MOST_BYTES_LOOKED_AT = 4 * 1024 * 1024;

/**
 * Finds the descriptors in a file or folder, with their overlays and the files that they refer to.
 * @param shown path as the user typed it, relative to the current folder or absolute
 * @throws {@link InitError} if there are no descriptors or they have errors
 */
export function readSource(currentFolder: string, shown: string): Source {
  const path = resolve(currentFolder, shown);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new InitError(`${shown}: there is no such file or folder. ${NAME_ONE}`);
  const real = realpathSync(path);
  if (status.isDirectory() && isLaminasProject(real)) return movedSource(shown, real);
  const folder = status.isDirectory() ? real : dirname(real);
  const { files, diagnostics, others } = collectFiles(
    dirname(folder),
    basename(folder),
    status.isDirectory() ? undefined : basename(real),
  );
  const shownFolder = status.isDirectory() ? shown : dirname(shown);
  const located = errorsFirst(diagnostics).map((diagnostic) => ({
    ...diagnostic,
    file: join(shownFolder, diagnostic.file.slice(basename(folder).length + 1)),
    ...(diagnostic.rule === 'descriptor-unknown' && { remedy: remedyElsewhere(diagnostic.remedy) }),
  }));
  const errors = located.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const isOutside = !status.isDirectory() && errors.some(({ rule }) => rule === 'ref-outside');
    const remedy = isOutside
      ? `Name the folder that has all its files: --from ${join(shownFolder, '..')}`
      : 'Fix them first.';
    throw new InitError(`${shown}: the project was not created, because of the errors above. ${remedy}`, errors);
  }
  const unknown = located.filter(({ rule }) => rule === 'descriptor-unknown');
  if (files.length === 0) {
    if (!status.isDirectory()) {
      const [reason] = unknown;
      throw new InitError(
        `${shown}: ${reason ? `${reason.message} ${reason.remedy}` : 'it describes no API.'} ${NAME_ONE}`,
      );
    }
    const named = [...unknown, ...others.map((path) => noDescription(join(shownFolder, path)))];
    const rest = named.length > MOST_NAMED ? ` (${named.length - MOST_NAMED} more are not listed)` : '';
    const none = named.length === 0 ? 'it has no YAML or JSON.' : `none of its files describes an API${rest}.`;
    throw new InitError(`${shown}: ${none} ${NAME_ONE}`, named.slice(0, MOST_NAMED));
  }
  return {
    shown,
    files: files.map((file) => ({ from: join(folder, file), to: targetOf(join(folder, file), file) })),
    leftOut: unknown.slice(0, MOST_NAMED),
    name: basename(folder),
  };
}

/** @throws {@link InitError} if the PHP of a Laminas project cannot be read */
function movedSource(shown: string, folder: string): Source {
  const { files: made, diagnostics } = readLaminasProject(folder);
  const located = errorsFirst(diagnostics).map((diagnostic) => ({ ...diagnostic, file: join(shown, diagnostic.file) }));
  if (located[0]?.severity === 'error')
    throw new InitError(`${shown}: the project was not created, because of the errors above. Fix them first.`, located);
  return { shown, files: [], made, leftOut: located, name: basename(folder) };
}

function noDescription(file: string): Diagnostic {
  const message = 'The file describes no API.';
  const remedy = 'A description begins with “openapi:”, “swagger:”, “api:”, “FORMAT: 1A” or “#%RAML 1.0”.';
  return { ...wholeFile(file), severity: 'warning', rule: 'descriptor-unknown', message, remedy };
}

/** Names of descriptors in a folder. */
interface FoundFiles {
  /** Regular files, and symbolic links to files below the folder. */
  readonly inside: readonly string[];
  /** Symbolic links to files outside the folder. */
  readonly outside: readonly string[];
}

/** Finds the descriptors directly in a folder, apart from native ones. Never throws. */
export function descriptorsIn(folder: string): FoundFiles {
  try {
    const names = readdirSync(folder).filter(
      (name) => DESCRIPTOR_ENDING.test(name) && isDescriptor(join(folder, name)),
    );
    const real = `${realpathSync(folder)}${sep}`;
    const isInside = (name: string): boolean => realpathSync(join(folder, name)).startsWith(real);
    const { inside = [], outside = [] } = Object.groupBy(names.sort(), (name) =>
      isInside(name) ? 'inside' : 'outside',
    );
    return { inside, outside };
  } catch {
    return { inside: [], outside: [] };
  }
}

function isDescriptor(file: string): boolean {
  try {
    const status = statSync(file);
    return status.isFile() && status.size <= MOST_BYTES_LOOKED_AT && HEAD.test(readFileSync(file, 'utf8'));
  } catch {
    // The file is a broken symbolic link, or not readable.
    return false;
  }
}

/** Target path of a copy, without leading dots and with a YAML or JSON extension: other files would not be read. */
function targetOf(from: string, path: string): string {
  const name = basename(path);
  const folder = path.slice(0, path.length - name.length);
  const ending =
    DESCRIPTOR_ENDING.test(name) || /\.mdx?$/i.test(name)
      ? ''
      : /^\s*[{[]/.test(readFileSync(from, 'utf8'))
        ? '.json'
        : '.yaml';
  return `${folder}${name.replace(/^\.+/, '') || 'openapi'}${ending}`;
}

/**
 * Chooses the target paths for the files of all sources. If names conflict, each source gets its own folder.
 * @throws {@link InitError} if names still conflict
 */
export function targetsOf(sources: readonly Source[]): readonly SourceFile[] {
  const distinct = [...new Map(sources.map((source) => [source.files[0]?.from, source])).values()];
  const placed = (isApart: boolean): readonly (SourceFile & Pick<Source, 'shown'>)[] =>
    distinct.flatMap(({ shown, files, name }) =>
      files.map(({ from, to }) => ({ shown, from, to: isApart ? `${name}/${to}` : to })),
    );
  const together = placed(false);
  const all = twinsIn(together) === undefined ? together : placed(true);
  const [file, other] = twinsIn(all) ?? [];
  if (file !== undefined && other !== undefined)
    throw new InitError(
      `${file.shown}: its ${file.to} has the same name as that of ${other.shown}. Rename one${extname(file.to) === '' ? '' : ' file'}, or its folder.`,
    );
  return all.map(({ from, to }) => ({ from, to }));
}

/** Finds two files with one target path, compared without case, since file systems may be case-insensitive. */
function twinsIn<T extends SourceFile>(files: readonly T[]): readonly [T, T] | undefined {
  const known = new Map<string, T>();
  for (const file of files) {
    const other = known.get(file.to.toLowerCase());
    if (other !== undefined && other.from !== file.from) return [file, other];
    known.set(file.to.toLowerCase(), file);
  }
  return undefined;
}

interface CollectedFiles {
  /** Descriptors, overlays and files that they refer to: paths relative to the folder, with forward slashes. */
  readonly files: readonly string[];
  /** Problems of the descriptors, and of descriptions in formats that the product cannot read. */
  readonly diagnostics: readonly Diagnostic[];
  /** Other YAML and JSON files: paths relative to the folder. */
  readonly others: readonly string[];
}

/**
 * Finds the descriptors in any folder, not only in a project, with the files that they refer to.
 * @param root absolute path of the parent folder
 * @param folder path relative to `root`; paths in diagnostics begin with it
 * @param file path of the only descriptor to read, relative to `folder`; by default, all are read
 * @throws if the folder does not exist or cannot be read
 */
function collectFiles(root: string, folder: string, file?: string): CollectedFiles {
  const files = new DescriptorFolder(root, folder);
  const diagnostics: Diagnostic[] = [];
  const unrecognised: { readonly path: string; readonly problem: Diagnostic | undefined }[] = [];
  const report = (diagnostic: Diagnostic): boolean => diagnostics.push(diagnostic) > 0;
  const listed = new Set(file === undefined ? files.list(report) : [`${folder}/${file}`]);
  const found = new Set<string>();
  const rules = new RuleBook();
  const overlays = overlaysAmong(
    files,
    file === undefined ? [...listed] : files.listBeside(`${folder}/${file}`),
    [],
    report,
  );
  for (const path of [...listed, ...files.listOthers()]) {
    const other = checkOtherFile(path, () => files.readText(path, () => undefined), file !== undefined);
    if (other !== undefined) report(other);
    if (other !== undefined || !listed.has(path)) continue;
    // YAML and JSON of a folder may be anything; a large file in a format of its own is a description.
    const isReported = ({ rule }: Diagnostic): boolean =>
      file !== undefined || (rule === 'file-too-large' && !/\.(?:ya?ml|json)$/i.test(path));
    const parsed = files.load(path, (problem) => void (isReported(problem) && report(problem)), parse);
    const reader = parsed && readerOf(parsed.value);
    if (parsed === undefined || reader === undefined) {
      unrecognised.push({ path, problem: parsed && checkUnrecognised(parsed) });
      continue;
    }
    found.add(path);
    const own = overlays.of(path, [], parse, report);
    for (const overlay of own) found.add(overlay.path);
    readRecords({ file: parsed, reader, files, parse, name: null, rules, overlays: own }, report);
  }
  for (const { path } of files.inputs()) if (files.isReferenced(path)) found.add(path);
  const inFolder = (path: string): string => path.slice(folder.length + 1);
  // Files that a descriptor refers to need not be descriptors, so they are not reported.
  const left = unrecognised.filter(({ path }) => !found.has(path));
  return {
    files: [...found].map(inFolder),
    diagnostics: [...diagnostics, ...left.flatMap(({ problem }) => problem ?? [])],
    others: left.flatMap(({ path, problem }) => (problem === undefined ? [inFolder(path)] : [])),
  };
}
