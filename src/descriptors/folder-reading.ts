import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { RuleBook, wholeApi } from '../rules/rule-book.ts';
import { BoundedDiagnostics } from './bounded-diagnostics.ts';
import type { DescriptorReader, Parse, ParsedFile } from './contract.ts';
import { DescriptorFolder, type InputFile } from './descriptor-folder.ts';
import { hasIndependentTexts } from './edited-text.ts';
import { checkApiNames, checkApiTwins } from './name-checks.ts';
import { checkOtherFile } from './other-files.ts';
import { type ListedOverlays, OverlayFiles } from './overlay-files.ts';
import { ownNameIn, pathNames } from './path-names.ts';
import { splitPointer, valueAt } from './positions.ts';
import { withGuides } from './read-guides.ts';
import type { readRecords } from './read-record.ts';
import type { checkUnrecognised } from './unrecognised.ts';

export interface DescriptorSet {
  /** APIs without an error, in the order of their files. */
  readonly apis: readonly ApiRecord[];
  readonly diagnostics: readonly Diagnostic[];
  /** All files that the result depends on, including files that descriptors refer to. */
  readonly inputs: readonly InputFile[];
  /** Content of the files that guides link to, by URL. */
  readonly linked: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** False if a folder is missing or cannot be read, so that the set may lack APIs. */
  readonly isListed: boolean;
}

export interface FolderOptions {
  /** Absolute path of the project. */
  readonly projectRoot: string;
  /** Path relative to the project, with forward slashes and no trailing slash: `api-descriptors`. */
  readonly folder: string;
  /** Rules of the project; defaults to the rules of a project without configuration. */
  readonly rules?: RuleBook;
  readonly overlays?: readonly ListedOverlays[];
  /** Earlier readings, reused for unchanged descriptors; if omitted, all descriptors are read. */
  readonly kept?: KeptReadings | undefined;
}

/** Functions that read and check descriptors, loaded when the first file has to be read. */
export interface ReadingTools {
  readonly parse: Parse;
  readonly readerOf: (value: unknown) => DescriptorReader | undefined;
  readonly readRecords: typeof readRecords;
  readonly checkUnrecognised: typeof checkUnrecognised;
  readonly isOverlay: (file: ParsedFile) => boolean;
}

interface Descriptor {
  readonly path: string;
  readonly ownName: string | null;
  /** Earlier reading of the descriptor, if it can be reused. */
  readonly before?: KeptReading;
}

/** Rules that concern a folder rather than an API in it. */
const FOLDER_RULES: ReadonlySet<string> = new Set(['folder-missing', 'folder-unreadable']);

/** Generator that yields once to receive its {@link ReadingTools}, when it first needs them. */
type Reading<T> = Generator<undefined, T, ReadingTools>;

/**
 * Reads every descriptor below a folder, like {@link readFolder}. The generator yields to receive its tools before it
 * reads the first file; it never yields if all descriptors are unchanged.
 */
export function* folderReading(options: FolderOptions): Reading<DescriptorSet> {
  const { projectRoot, folder } = options;
  const files = DescriptorFolder.open(projectRoot, folder);
  if (files !== undefined) return yield* new FolderReading(files, options).read();
  return { apis: [], diagnostics: [missingFolder(folder)], inputs: [], isListed: false, linked: new Map() };
}

class FolderReading {
  readonly #files: DescriptorFolder;
  readonly #folder: string;
  readonly #rules: RuleBook;
  readonly #kept: KeptReadings | undefined;
  readonly #diagnostics = new BoundedDiagnostics();
  readonly #overlays: OverlayFiles;
  #tools: ReadingTools | undefined;

  constructor(files: DescriptorFolder, { folder, rules = new RuleBook(), kept, overlays = [] }: FolderOptions) {
    this.#overlays = new OverlayFiles(files, overlays);
    this.#files = files;
    this.#folder = folder;
    this.#rules = rules;
    this.#kept = kept;
  }

  *read(): Reading<DescriptorSet> {
    const files = this.#files;
    const paths = files.list(this.#add);
    const { descriptors, unrecognised } = yield* this.#recognise(paths);
    const isDescriptor = new Set(descriptors.map(({ path }) => path));
    for (const file of unrecognised.filter((one) => this.#tools?.isOverlay(one) === true))
      this.#overlays.add(file, (path) => isDescriptor.has(path), this.#report);
    const nameOf = pathNames(descriptors, this.#folder);
    const records: ApiRecord[] = [];
    for (const descriptor of descriptors) {
      const name = nameOf(descriptor.path);
      const record = this.#known(descriptor, name);
      records.push(...(record === undefined ? yield* this.#readAnew(descriptor, name) : [record]));
    }
    const linked = new Map<string, Uint8Array<ArrayBuffer>>();
    const described = withGuides(records, files, files.listOthers(), this.#report, linked);
    const others = this.#reportOthers(unrecognised);
    // A file that cannot be parsed may be a descriptor and has already been reported as an error.
    if (descriptors.length === 0 && unrecognised.length + others > 0 && unrecognised.length === paths.length)
      this.#add(nothingDescribed(this.#folder));
    const refused = yield* this.#refusedNames(records);
    const diagnostics = this.#diagnostics.list();
    return {
      apis: described.filter(({ source }) => !refused.has(source.file)),
      diagnostics,
      inputs: files.inputs(),
      linked,
      isListed: !diagnostics.some(({ rule }) => FOLDER_RULES.has(rule)),
    };
  }

  /** Finds the files that describe an API. Unchanged files are not loaded. */
  *#recognise(
    paths: readonly string[],
  ): Reading<{ readonly descriptors: readonly Descriptor[]; readonly unrecognised: readonly ParsedFile[] }> {
    const descriptors: Descriptor[] = [];
    const unrecognised: ParsedFile[] = [];
    for (const path of paths) {
      const input = this.#kept && this.#inputOf(path);
      const before = input && this.#kept?.find(input, () => this.#files.bytes(path));
      if (before !== undefined) {
        descriptors.push({ path, ownName: before.ownName, before });
        continue;
      }
      const { file, reader } = yield* this.#load(path);
      if (file === undefined) continue;
      if (reader === undefined) unrecognised.push(file);
      else descriptors.push({ path, ownName: ownNameIn(file.value) });
    }
    return { descriptors, unrecognised };
  }

  /** Returns the record of an earlier reading, if it can be reused, and reports its findings again. */
  #known({ path, ownName, before }: Descriptor, name: string | null): ApiRecord | undefined {
    const isSame = before?.name === name && this.#isOwn(path) && !this.#overlays.has(path, ownName ?? name);
    const record = isSame ? before?.record() : undefined;
    if (before === undefined || record === undefined) return undefined;
    for (const diagnostic of before.diagnostics) this.#add(diagnostic);
    const input = this.#inputOf(path);
    if (input !== undefined) this.#kept?.note(input, before);
    return record;
  }

  *#readAnew({ path, ownName }: Descriptor, name: string | null): Reading<readonly ApiRecord[]> {
    const { file, reader, tools } = yield* this.#load(path);
    if (file === undefined || reader === undefined) return [];
    const isOwn = this.#isOwn(path);
    const diagnostics: Diagnostic[] = [];
    const files = filesBeside(this.#files);
    const { excused } = this.#rules;
    const reading = { file, reader, files, parse: tools.parse, name, rules: this.#rules };
    const hasOverlays = this.#overlays.has(path, ownName ?? name);
    // Only a reader knows names made of titles, and versions.
    const known = hasOverlays ? tools.readRecords(reading, () => true) : [];
    const overlays = hasOverlays ? this.#overlays.of(path, known, tools.parse, this.#add) : [];
    const records = tools.readRecords({ ...reading, overlays }, (diagnostic) => {
      const isNew = this.#diagnostics.add(diagnostic);
      if (isNew) diagnostics.push(diagnostic);
      return isNew;
    });
    const isAlone = isOwn && !hasOverlays && !files.isAsked() && this.#rules.excused === excused;
    const input = this.#kept && this.#inputOf(path);
    const [record] = records;
    if (record !== undefined && records.length === 1 && isAlone && input !== undefined) {
      const source = this.#files.bytes(path);
      const isKept = source !== undefined && hasIndependentTexts(file, source.byteLength);
      this.#kept?.note(input, { ownName, name, record, diagnostics, source: isKept ? source : null });
    }
    return records;
  }

  *#load(path: string): Reading<{
    readonly tools: ReadingTools;
    readonly file: ParsedFile | undefined;
    readonly reader: DescriptorReader | undefined;
  }> {
    this.#tools ??= yield;
    const tools = this.#tools;
    const file = this.#files.load(path, this.#add, tools.parse);
    return { tools, file, reader: file && tools.readerOf(file.value) };
  }

  /** True if no descriptor refers to the file: another descriptor may report the findings of a referenced file. */
  #isOwn(path: string): boolean {
    return !this.#files.isReferenced(path);
  }

  #inputOf(path: string): InputFile | undefined {
    const sha256 = this.#files.sha256(path);
    return sha256 === undefined ? undefined : { path, sha256 };
  }

  /** Reports files that are not descriptors. @returns number of files in API formats that are not supported */
  #reportOthers(unrecognised: readonly ParsedFile[]): number {
    for (const file of unrecognised) {
      const isPart = !this.#isOwn(file.path) || this.#overlays.isUsed(file);
      const problem = isPart ? undefined : this.#tools?.checkUnrecognised(file);
      if (problem !== undefined) this.#report(problem);
    }
    const others = this.#files.listOthers().flatMap((path) => {
      return checkOtherFile(path, () => this.#files.readText(path, () => undefined)) ?? [];
    });
    for (const problem of others) this.#report(problem);
    return others.length;
  }

  /** Reports invalid and conflicting API names. @returns files of the APIs that are refused for their names */
  *#refusedNames(records: readonly ApiRecord[]): Reading<ReadonlySet<string>> {
    const problems: Diagnostic[] = [];
    for (const problem of [...checkApiNames(records, this.#folder), ...checkApiTwins(records)])
      problems.push(atItsName(problem, (yield* this.#load(problem.file)).file));
    for (const problem of problems)
      this.#report(
        problem,
        records.find(({ source }) => source.file === problem.file),
      );
    return new Set(problems.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  }

  readonly #add = (diagnostic: Diagnostic): void => {
    this.#diagnostics.add(diagnostic);
  };

  /** Reports a finding with the severity that the project's rules specify. */
  readonly #report = (diagnostic: Diagnostic, record?: ApiRecord): void => {
    const judged = this.#rules.judge(diagnostic, record && wholeApi(record));
    if (judged !== undefined) this.#add(judged);
  };
}

/** Files that a descriptor may refer to; `isAsked` returns true once the descriptor has referred to a file. */
function filesBeside(
  files: DescriptorFolder,
): Pick<DescriptorFolder, 'resolve' | 'load' | 'has'> & { readonly isAsked: () => boolean } {
  let isAsked = false;
  return {
    resolve(reference, fromPath) {
      isAsked = true;
      return files.resolve(reference, fromPath);
    },
    load: (...asked) => files.load(...asked),
    has(path) {
      isAsked = true;
      return files.has(path);
    },
    isAsked: () => isAsked,
  };
}

function nothingDescribed(folder: string): Diagnostic {
  const message = 'No file in it describes an API.';
  const remedy = 'Add an OpenAPI document or a native descriptor, or remove the files.';
  return { ...wholeFile(folder), severity: 'error', rule: 'nothing-described', message, remedy };
}

function missingFolder(folder: string): Diagnostic {
  const message = 'There is no such folder.';
  const remedy = 'Start the command in the folder of the project, or make one with "platform-docs init".';
  return { ...wholeFile(folder), severity: 'error', rule: 'folder-missing', message, remedy };
}

/** JSON Pointers of the keys for an API's name, version, default version and former names, by precedence. */
const NAME = ['/api', '/info/x-platform-api'];
const VERSION = ['/version', '/info/x-platform-version', '/x-platform-version'];
const DEFAULT = ['/default', '/info/x-platform-default'];
const FORMER = ['/info/x-platform-former-names', '/x-platform-former-names'];
const POINTERS: Readonly<Record<string, readonly string[]>> = {
  'api-version-duplicate': [...VERSION, ...NAME],
  'api-default-duplicate': DEFAULT,
  'api-former-name': FORMER,
};

/** Moves a problem with a name to the line that sets the name; unchanged for a name from a file or folder. */
function atItsName(problem: Diagnostic, file: ParsedFile | undefined): Diagnostic {
  const pointers = POINTERS[problem.rule] ?? NAME;
  const pointer = file && pointers.find((candidate) => valueAt(file.value, splitPointer(candidate)) !== undefined);
  return pointer === undefined ? problem : { ...problem, ...file?.locate(pointer) };
}

/** Result of reading a descriptor that refers to no other file: it depends only on the descriptor and `name`. */
interface DescriptorReading {
  /** API name in the descriptor; null if the descriptor has no name. */
  readonly ownName: string | null;
  /** API name from the folder and file names, which also depends on the other descriptors. */
  readonly name: string | null;
  /** Diagnostics in the order in which they were reported. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface NewReading extends DescriptorReading {
  readonly record: ApiRecord;
  /** Bytes of the descriptor if {@link hasIndependentTexts} is true, else null. */
  readonly source: Buffer | null;
}

export interface KeptReading extends DescriptorReading {
  /** Loads the record; returns undefined if it is no longer stored. */
  readonly record: () => ApiRecord | undefined;
}

/** Results of earlier readings with the same readers and rules. */
export interface KeptReadings {
  /**
   * Finds the reading of a file that is unchanged, or that differs only in a text on which nothing else depends.
   * @param bytes reads the bytes of the file
   */
  find(file: InputFile, bytes: () => Buffer | undefined): KeptReading | undefined;
  note(file: InputFile, reading: NewReading | KeptReading): void;
}
