import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { RuleSettings } from '../rules/contract.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { BoundedDiagnostics } from './bounded-diagnostics.ts';
import { DescriptorFolder } from './descriptor-folder.ts';
import { type DescriptorSet, type FolderOptions, folderReading, type ReadingTools } from './folder-reading.ts';
import { isOverlay } from './overlays.ts';
import { ownNameIn, pathNames } from './path-names.ts';
import { readRecords } from './read-record.ts';
import { parseDescriptor as parse, readerOf } from './registry.ts';
import { checkUnrecognised } from './unrecognised.ts';

/** Result of reading a single descriptor. */
export interface DescriptorReading {
  /** Parsed content of the file; undefined if parsing fails. */
  readonly value: unknown;
  /** Name of the reader; null if no reader recognises the format. */
  readonly reader: string | null;
  /** APIs of the descriptor; empty if the descriptor has an error. */
  readonly records: readonly ApiRecord[];
  /** First of the APIs. */
  readonly record: ApiRecord | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface DescriptorPlace {
  /** Absolute path of the project. */
  readonly projectRoot: string;
  /** Path relative to the project, with `/` and no trailing slash: `api-descriptors`; empty for the project. */
  readonly folder: string;
  /** Path of the file, relative to the project. */
  readonly path: string;
  /** True if the other files of the folder are ignored, so that they do not affect the name of the API. */
  readonly isByItself?: boolean;
  /** Rules to check; defaults to the rules of a project without configuration. */
  readonly rules?: RuleSettings;
}

/**
 * Reads one descriptor and the files that it refers to. Conflicts between descriptors, such as duplicate names, are not
 * reported.
 * @param draft text that replaces the text of the file
 * @returns undefined if the folder does not contain the file
 */
export function readDescriptor(
  { projectRoot, folder, path, isByItself = false, rules: settings }: DescriptorPlace,
  draft?: string,
): DescriptorReading | undefined {
  const files = DescriptorFolder.open(projectRoot, folder, new Map(draft === undefined ? [] : [[path, draft]]));
  if (files?.has(path) !== true) return undefined;
  const diagnostics = new BoundedDiagnostics();
  const add = (diagnostic: Diagnostic): boolean => diagnostics.add(diagnostic);
  const file = files.load(path, add, parse);
  const reader = file && readerOf(file.value);
  const name =
    file &&
    (isByItself
      ? pathNames([{ path, ownName: ownNameIn(file.value) }], folder)(path)
      : nameBeside(path, files, folder));
  const rules = new RuleBook(settings);
  const records = file && reader ? readRecords({ file, reader, files, parse, name: name ?? null, rules }, add) : [];
  return {
    value: file?.value,
    reader: reader?.name ?? null,
    records,
    record: records[0],
    diagnostics: diagnostics.list(),
  };
}

/** Derives a name from folder and file. Other descriptors are read only for their names, without reports. */
function nameBeside(path: string, files: DescriptorFolder, folder: string): string | null {
  const silent = (): boolean => false;
  const parsed = files.list(silent).flatMap((other) => files.load(other, silent, parse) ?? []);
  return pathNames(
    parsed
      .filter(({ value }) => readerOf(value) !== undefined)
      .map((other) => ({ path: other.path, ownName: ownNameIn(other.value) })),
    folder,
  )(path);
}

const tools: ReadingTools = { parse, readerOf, readRecords, checkUnrecognised, isOverlay };

/**
 * Reads every descriptor below a folder. A file is a descriptor if a reader recognises its content; other YAML and
 * JSON files are parts that descriptors refer to. A broken file does not affect the others.
 */
export function readFolder(options: FolderOptions): DescriptorSet {
  return finished(folderReading(options));
}

/** Runs the generator to its end, answers each yield with {@link ReadingTools}, and returns its result. */
export function finished(reading: ReturnType<typeof folderReading>): DescriptorSet {
  for (let step = reading.next(tools); ; step = reading.next(tools)) if (step.done === true) return step.value;
}
