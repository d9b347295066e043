import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { RuleBook, wholeApi } from '../rules/rule-book.ts';
import { checkApiNames } from './api-names.ts';
import { BoundedDiagnostics } from './bounded-diagnostics.ts';
import type { DescriptorReader, ParsedFile } from './contract.ts';
import { DescriptorFolder, type InputFile } from './descriptor-folder.ts';
import { hasTextsOfItsOwn } from './edited-text.ts';
import type { KeptReading, KeptReadings } from './kept-readings.ts';
import { atItsName } from './name-places.ts';
import { checkOtherFile } from './other-files.ts';
import { ownNameIn, pathNames } from './path-names.ts';
import { withGuides } from './read-guides.ts';
import type { readRecord } from './read-record.ts';
import { checkApiTwins } from './twin-names.ts';
import type { checkUnrecognised } from './unrecognised.ts';

export interface DescriptorSet {
  /** Without those that have an error; in the order of their files. */
  readonly apis: readonly ApiRecord[];
  /** All problems of all files. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that the result depends on, parts that descriptors refer to included. */
  readonly inputs: readonly InputFile[];
  /** Files that guides link to, by their addresses. */
  readonly linked: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** False where a folder is missing or cannot be read: it is unknown which APIs are not here. */
  readonly isListed: boolean;
}

export interface FolderOptions {
  /** Absolute path of the project. */
  readonly projectRoot: string;
  /** Relative to the project, with forward slashes and none at its end: `api-descriptors`. */
  readonly folder: string;
  /** Left out: those that count where nothing is configured. */
  readonly rules?: RuleBook;
  /** Descriptors that are as they were are not read again; left out: all are read. */
  readonly kept?: KeptReadings | undefined;
}

/** What descriptors are read with. */
export interface ReadingTools {
  readonly readers: readonly DescriptorReader[];
  readonly readRecord: typeof readRecord;
  readonly checkUnrecognised: typeof checkUnrecognised;
}

interface Descriptor {
  readonly path: string;
  readonly ownName: string | null;
  /** As it was read before. */
  readonly before?: KeptReading;
}

/** Rules about a folder, not about any API in it. */
const FOLDER_RULES: ReadonlySet<string> = new Set(['folder-missing', 'folder-unreadable']);

/**
 * Reads every descriptor below a folder, as {@link readFolder}. Asks for the tools when the first has to be read, which
 * is never where all are as they were.
 */
export function* folderReading({
  projectRoot,
  folder,
  rules = new RuleBook(),
  kept,
}: FolderOptions): Generator<undefined, DescriptorSet, ReadingTools> {
  const diagnostics = new BoundedDiagnostics();
  const report = (diagnostic: Diagnostic, record?: ApiRecord): void => {
    const judged = rules.judge(diagnostic, record && wholeApi(record));
    if (judged !== undefined) diagnostics.add(judged);
  };
  const files = DescriptorFolder.open(projectRoot, folder);
  if (files === undefined)
    return { apis: [], diagnostics: [missingFolder(folder)], inputs: [], isListed: false, linked: new Map() };

  const records: ApiRecord[] = [];
  const descriptors: Descriptor[] = [];
  const unrecognised: ParsedFile[] = [];
  const paths = files.list((diagnostic) => diagnostics.add(diagnostic));
  const inputOf = (path: string): InputFile | undefined => {
    const sha256 = files.sha256(path);
    return sha256 === undefined ? undefined : { path, sha256 };
  };
  let tools: ReadingTools | undefined;
  const load = (
    path: string,
    { readers }: ReadingTools,
  ): { readonly file: ParsedFile; readonly reader?: DescriptorReader } | undefined => {
    const file = files.load(path, (diagnostic) => diagnostics.add(diagnostic));
    const reader = file && readers.find((candidate) => candidate.recognises(file.value));
    return file && { file, ...(reader && { reader }) };
  };
  for (const path of paths) {
    const input = kept && inputOf(path);
    const before = input && kept?.find(input, () => files.bytes(path));
    if (before !== undefined) {
      descriptors.push({ path, ownName: before.ownName, before });
      continue;
    }
    tools ??= yield;
    const loaded = load(path, tools);
    if (loaded?.reader !== undefined) descriptors.push({ path, ownName: ownNameIn(loaded.file.value) });
    else if (loaded !== undefined) unrecognised.push(loaded.file);
  }
  const nameOf = pathNames(descriptors, folder);
  for (const { path, ownName, before } of descriptors) {
    const name = nameOf(path);
    // What others refer to has been looked at by them, too, and a finding is that of the first.
    const isOwn = !files.isReferenced(path);
    const known = isOwn && before?.name === name ? before.record() : undefined;
    const input = kept && inputOf(path);
    if (before !== undefined && known !== undefined) {
      for (const diagnostic of before.diagnostics) diagnostics.add(diagnostic);
      records.push(known);
      if (input !== undefined) kept?.note(input, before);
      continue;
    }
    tools ??= yield;
    const { file, reader } = load(path, tools) ?? {};
    if (file === undefined || reader === undefined) continue;
    const added: Diagnostic[] = [];
    const others = filesBeside(files);
    const { excused } = rules;
    const record = tools.readRecord({ file, reader, files: others, name, rules }, (diagnostic) => {
      const isNew = diagnostics.add(diagnostic);
      if (isNew) added.push(diagnostic);
      return isNew;
    });
    if (record === undefined) continue;
    records.push(record);
    const isAlone = isOwn && !others.isAsked() && rules.excused === excused;
    if (!isAlone || input === undefined) continue;
    const source = hasTextsOfItsOwn(file) ? (files.bytes(path) ?? null) : null;
    kept?.note(input, { ownName, name, record, diagnostics: added, source });
  }

  const linked = new Map<string, Uint8Array<ArrayBuffer>>();
  const described = withGuides(records, files, files.listOthers(), report, linked);
  for (const file of unrecognised) {
    const problem = files.isReferenced(file.path) ? undefined : tools?.checkUnrecognised(file);
    if (problem !== undefined) report(problem);
  }

  const others = files.listOthers().flatMap((path) => checkOtherFile(path) ?? []);
  for (const problem of others) report(problem);
  // What cannot be parsed may be a descriptor, and is an error already.
  if (descriptors.length === 0 && unrecognised.length + others.length > 0 && unrecognised.length === paths.length) {
    const message = 'No file in it describes an API.';
    const remedy = 'Add an OpenAPI document or a native descriptor, or remove the files.';
    diagnostics.add({ ...wholeFile(folder), severity: 'error', rule: 'nothing-described', message, remedy });
  }

  const nameProblems = [...checkApiNames(records), ...checkApiTwins(records)].map((problem) =>
    atItsName(
      problem,
      files.load(problem.file, () => undefined),
    ),
  );
  for (const diagnostic of nameProblems)
    report(
      diagnostic,
      records.find(({ source }) => source.file === diagnostic.file),
    );
  const refused = new Set(nameProblems.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  const found = diagnostics.list();
  return {
    apis: described.filter(({ source }) => !refused.has(source.file)),
    diagnostics: found,
    inputs: files.inputs(),
    linked,
    isListed: !found.some(({ rule }) => FOLDER_RULES.has(rule)),
  };
}

/** What a descriptor refers to, and whether it does. */
function filesBeside(
  files: DescriptorFolder,
): Pick<DescriptorFolder, 'resolve' | 'load'> & { readonly isAsked: () => boolean } {
  let isAsked = false;
  return {
    resolve(reference, fromPath) {
      isAsked = true;
      return files.resolve(reference, fromPath);
    },
    load: (path, report) => files.load(path, report),
    isAsked: () => isAsked,
  };
}

function missingFolder(folder: string): Diagnostic {
  const message = 'There is no such folder.';
  const remedy = 'Start the command in the folder of the project, or make one with "platform-docs init".';
  return { ...wholeFile(folder), severity: 'error', rule: 'folder-missing', message, remedy };
}
