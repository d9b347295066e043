import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { RuleSettings } from '../rules/contract.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { BoundedDiagnostics } from './bounded-diagnostics.ts';
import { DescriptorFolder } from './descriptor-folder.ts';
import { type DescriptorSet, type FolderOptions, folderReading, type ReadingTools } from './folder-reading.ts';
import { checkOtherFile, remedyElsewhere } from './other-files.ts';
import { type ListedOverlays, OverlayFiles } from './overlay-files.ts';
import { isOverlay } from './overlays.ts';
import type { PartPlaces } from './part-places.ts';
import { ownNameIn, pathNames } from './path-names.ts';
import { readRecords } from './read-record.ts';
import { parseDescriptor as parse, readerOf } from './registry.ts';
import { checkUnrecognised, otherFormatOf } from './unrecognised.ts';

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
  /** Finders of the positions of parts, one for each of the APIs. */
  readonly places: readonly PartPlaces[];
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of files that references name and that do not exist. */
  readonly missing: readonly string[];
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
  /** Overlays that the configuration lists. */
  readonly overlays?: readonly ListedOverlays[];
}

/**
 * Reads one descriptor with its overlays and the files that it refers to. Conflicts between descriptors, such as
 * duplicate names, are not reported. A file in an unsupported format is an error.
 * @param draft text that replaces the text of the file
 * @returns undefined if the folder does not contain the file
 */
export function readDescriptor(
  { projectRoot, folder, path, isByItself = false, rules: settings, overlays: listed = [] }: DescriptorPlace,
  draft?: string,
): DescriptorReading | undefined {
  const files = DescriptorFolder.open(projectRoot, folder, new Map(draft === undefined ? [] : [[path, draft]]));
  if (files?.has(path) !== true) return undefined;
  const diagnostics = new BoundedDiagnostics();
  const add = (diagnostic: Diagnostic): boolean => diagnostics.add(diagnostic);
  const other = checkOtherFile(path, () => files.readText(path, () => undefined), true);
  const file = other === undefined ? files.load(path, add, parse) : undefined;
  const reader = file && readerOf(file.value);
  const others = isByItself ? files.listBeside(path) : files.list(() => undefined);
  const found = overlaysAmong(files, others, listed, add);
  const unknown = other ?? (file !== undefined && reader === undefined ? otherFormatOf(file) : undefined);
  if (unknown !== undefined) add({ ...unknown, severity: 'error', remedy: remedyElsewhere(unknown.remedy) });
  const name =
    file &&
    (isByItself
      ? pathNames([{ path, ownName: ownNameIn(file.value) }], folder)(path)
      : nameOf(path, others, files, folder));
  const rules = new RuleBook(settings);
  const reading = file && reader && { file, reader, files, parse, name: name ?? null, rules };
  // Only a reader knows names made of titles, and versions.
  const known = reading === undefined || listed.length === 0 ? [] : readRecords(reading, () => true);
  const overlays = found.of(path, known, parse, add);
  const places: PartPlaces[] = [];
  const records =
    reading === undefined ? [] : readRecords({ ...reading, overlays, onPlaces: (found) => places.push(found) }, add);
  return {
    value: file?.value,
    reader: reader?.name ?? null,
    records,
    record: records[0],
    places,
    diagnostics: diagnostics.list(),
    missing: files.missing(),
  };
}

/**
 * Collects the overlays among files of a folder, by the descriptors that they extend.
 * @param report gets problems of files that look like overlays and cannot be parsed
 */
export function overlaysAmong(
  files: DescriptorFolder,
  paths: readonly string[],
  listed: readonly ListedOverlays[],
  report: (diagnostic: Diagnostic) => void,
): OverlayFiles {
  const [overlays, silent] = [new OverlayFiles(files, listed), () => undefined];
  for (const path of paths) {
    const text = files.readText(path, silent) ?? '';
    const file = text.includes('overlay') && text.includes('extends') ? files.load(path, report, parse) : undefined;
    if (file !== undefined && isOverlay(file)) overlays.add(file, () => true, silent);
  }
  return overlays;
}

/** Derives a name from folder and file. Other descriptors are read only for their names, without reports. */
function nameOf(path: string, paths: readonly string[], files: DescriptorFolder, folder: string): string | null {
  const parsed = paths.flatMap((other) => files.load(other, () => undefined, parse) ?? []);
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
