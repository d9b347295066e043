import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { DescriptorFolder } from '../../descriptors/descriptor-folder.ts';
import { checkOtherFile, remedyElsewhere } from '../../descriptors/other-files.ts';
import { DESCRIPTOR_ENDING } from '../../descriptors/path-names.ts';
import { readRecord } from '../../descriptors/read-record.ts';
import { readerOf } from '../../descriptors/registry.ts';
import { checkUnrecognised } from '../../descriptors/unrecognised.ts';
import { type Diagnostic, errorsFirst, wholeFile } from '../../model/diagnostic.ts';
import { RuleBook } from '../../rules/rule-book.ts';
import { InitError } from './write-files.ts';

/** A file to copy into the new project. */
interface SourceFile {
  /** Absolute. */
  readonly from: string;
  /** Below the folder of descriptors, with forward slashes. */
  readonly to: string;
}

/** Files that one `--from` names. */
export interface Source {
  /** Path as it was given. */
  readonly shown: string;
  readonly files: readonly SourceFile[];
  /** Problems of files in the folder that are descriptions in other formats. */
  readonly leftOut: readonly Diagnostic[];
  /** Name of the source's own folder, used where two sources have files of the same name. */
  readonly name: string;
}

/** Beginning of files that may be OpenAPI; the reader decides whether they are. */
const HEAD = /^\s*(?:[{]\s*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m;
const NAME_ONE = 'Name an OpenAPI file, or a folder that contains some.';
const MOST_NAMED = 30;
const MOST_BYTES_LOOKED_AT = 4 * 1024 * 1024;

/**
 * The descriptors that a file or folder holds, with the files that they refer to.
 * @param shown path, relative to the current folder or absolute
 * @throws {@link InitError} when there are none, or they have errors
 */
export function readSource(currentFolder: string, shown: string): Source {
  const path = resolve(currentFolder, shown);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new InitError(`${shown}: there is no such file or folder. ${NAME_ONE}`);
  const real = realpathSync(path);
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

function noDescription(file: string): Diagnostic {
  const message = 'The file describes no API.';
  const remedy = 'A description begins with “openapi:”, “swagger:” or “api:”.';
  return { ...wholeFile(file), severity: 'warning', rule: 'descriptor-unknown', message, remedy };
}

/** OpenAPI files by name. */
interface FoundFiles {
  /** Files in the folder, and links to files below it. */
  readonly inside: readonly string[];
  /** Links that lead out of the folder. */
  readonly outside: readonly string[];
}

/** Finds the OpenAPI files of a folder, without its subfolders. Never throws. */
export function openapiFilesIn(folder: string): FoundFiles {
  try {
    const names = readdirSync(folder).filter((name) => DESCRIPTOR_ENDING.test(name) && isOpenapi(join(folder, name)));
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

function isOpenapi(file: string): boolean {
  try {
    const status = statSync(file);
    return status.isFile() && status.size <= MOST_BYTES_LOOKED_AT && HEAD.test(readFileSync(file, 'utf8'));
  } catch {
    // A link to nothing, or a file that may not be read.
    return false;
  }
}

/** Only files that end like YAML or JSON are read, and none that begin with a dot. */
function targetOf(from: string, path: string): string {
  const name = basename(path);
  const folder = path.slice(0, path.length - name.length);
  const ending = DESCRIPTOR_ENDING.test(name) ? '' : /^\s*[{[]/.test(readFileSync(from, 'utf8')) ? '.json' : '.yaml';
  return `${folder}${name.replace(/^\.+/, '') || 'openapi'}${ending}`;
}

/**
 * Chooses the target paths of all sources' files: their own names, or a folder for each source where names conflict.
 * @throws {@link InitError} where names still conflict
 */
export function targetsOf(sources: readonly Source[]): readonly SourceFile[] {
  const distinct = sources.filter(
    ({ files }, index) => index === sources.findIndex((other) => other.files[0]?.from === files[0]?.from),
  );
  const hasClash = distinct.some((one) =>
    distinct.some(
      (other) => one !== other && one.files.some(({ to }) => other.files.some((file) => sameName(file.to, to))),
    ),
  );
  const placed = distinct.flatMap(({ shown, files, name }) =>
    files.map(({ from, to }) => ({ shown, from, to: hasClash ? `${name}/${to}` : to })),
  );
  for (const [index, file] of placed.entries()) {
    const other = placed.slice(0, index).find(({ to }) => sameName(to, file.to));
    if (other === undefined || other.from === file.from) continue;
    throw new InitError(
      `${file.shown}: its ${file.to} has the same name as that of ${other.shown}. Rename one${extname(file.to) === '' ? '' : ' file'}, or its folder.`,
    );
  }
  return placed.map(({ from, to }) => ({ from, to }));
}

/** Compares names as a case-insensitive file system does. */
function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface CollectedFiles {
  /** Descriptors and what they refer to: paths relative to the folder, with forward slashes. */
  readonly files: readonly string[];
  /** Problems of the descriptors, and of files that are descriptions in other formats. */
  readonly diagnostics: readonly Diagnostic[];
  /** Other YAML and JSON files, relative to the folder. */
  readonly others: readonly string[];
}

/**
 * The descriptors of any folder, not only of a project, with the files that they refer to.
 * @param root absolute path of the folder around it
 * @param folder relative to it; places in messages begin with it
 * @param file look at this one descriptor alone, relative to the folder
 * @throws when the folder does not exist or cannot be read
 */
function collectFiles(root: string, folder: string, file?: string): CollectedFiles {
  const files = new DescriptorFolder(root, folder);
  const diagnostics: Diagnostic[] = [];
  const unrecognised: { readonly path: string; readonly problem: Diagnostic | undefined }[] = [];
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  const paths = file === undefined ? [...files.list(report), ...files.listOthers()] : [`${folder}/${file}`];
  const found = new Set<string>();
  const rules = new RuleBook();
  for (const path of paths) {
    const other = checkOtherFile(path, () => files.readText(path, () => undefined));
    if (other !== undefined) report(other);
    if (other !== undefined || (file === undefined && !DESCRIPTOR_ENDING.test(path))) continue;
    const parsed = files.load(path, file === undefined ? () => undefined : report);
    const reader = parsed && readerOf(parsed.value);
    if (parsed === undefined || reader === undefined) {
      unrecognised.push({ path, problem: parsed && checkUnrecognised(parsed) });
      continue;
    }
    found.add(path);
    readRecord({ file: parsed, reader, files, name: null, rules }, (diagnostic) => diagnostics.push(diagnostic) > 0);
  }
  for (const { path } of files.inputs()) if (files.isReferenced(path)) found.add(path);
  const inFolder = (path: string): string => path.slice(folder.length + 1);
  // A file that a descriptor refers to may look like a descriptor.
  const left = unrecognised.filter(({ path }) => !found.has(path));
  return {
    files: [...found].map(inFolder),
    diagnostics: [...diagnostics, ...left.flatMap(({ problem }) => problem ?? [])],
    others: left.flatMap(({ path, problem }) => (problem === undefined ? [inFolder(path)] : [])),
  };
}
