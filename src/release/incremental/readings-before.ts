import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputFile } from '../../descriptors/descriptor-folder.ts';
import { type EditedText, editedText } from '../../descriptors/edited-text.ts';
import type { KeptReading, NewReading } from '../../descriptors/folder-reading.ts';
import { replaceFile } from '../../files/replace-file.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ApiRecord, OperationRecord } from '../../model/records.ts';
import type { KeptProject, SharedPaths } from '../../project/shared-paths.ts';
import { modelKey } from '../../store/release.ts';
import { shortHash } from '../../store/short-hash.ts';
import { isUnmarked, noteUnmarked, operationsOf } from '../../store/visible-record.ts';
import type { PreviousRelease } from '../previous-release.ts';
import { noteOtherText } from './model-text.ts';

/** Beside `current`. */
const READINGS_FILE = 'readings.json';

interface WrittenReading extends Omit<KeptReading, 'record'> {
  readonly sha256: string;
  /** Key of the record in the release. */
  readonly model: string;
  /** True where the bytes of the descriptor are kept, to look for texts that have changed. */
  readonly isKept?: true;
}

/** The operations that no call reaches stand in the release. */
interface WrittenPaths extends Omit<SharedPaths, 'unanswered'> {
  /** Hash of all that decides them. */
  readonly of: string;
}

interface Contents {
  readonly release: string;
  /** Hash of all that reads descriptors. */
  readonly reader: string;
  /** Keys are paths. */
  readonly files: Readonly<Record<string, WrittenReading>>;
  readonly paths?: WrittenPaths;
}

type Before = Pick<PreviousRelease, 'id' | 'index' | 'record'>;

/**
 * Results of reading the descriptors of a release: the release has the records, and the diagnostics are beside it, one
 * set for each descriptor and one for the paths together. The same descriptors give the same bytes.
 */
export class ReadingsBefore implements KeptProject {
  readonly #before: Before;
  readonly #reader: string;
  readonly #known: Contents['files'];
  readonly #knownPaths: WrittenPaths | undefined;
  #paths: WrittenPaths | undefined;
  readonly #noted = new Map<string, WrittenReading>();
  readonly #sources: SourceFiles;
  /** Bytes of descriptors to keep for the next build, by SHA-256; null: they are kept already. */
  readonly #read = new Map<string, Buffer | null>();

  /**
   * @param folder `dist/documentation`
   * @param reader hash of all that reads descriptors now, and of the rules
   */
  constructor(folder: string, before: Before, reader: string) {
    const written = before.id === undefined ? undefined : readContents(folder);
    this.#before = before;
    this.#sources = new SourceFiles(folder);
    this.#reader = reader;
    const isKnown = written?.release === before.id && written?.reader === reader;
    this.#known = isKnown ? written.files : {};
    this.#knownPaths = isKnown ? written.paths : undefined;
  }

  find({ path, sha256 }: InputFile, bytes: () => Buffer | undefined): KeptReading | undefined {
    const known = Object.hasOwn(this.#known, path) ? this.#known[path] : undefined;
    if (known === undefined) return undefined;
    const { model, sha256: before, isKept = false, ...reading } = known;
    if (before !== sha256) return isKept ? this.#findEdited({ path, sha256 }, known, bytes()) : undefined;
    if (isKept) this.#read.set(sha256, null);
    return { ...reading, record: () => this.#recordOf(model, path) };
  }

  note({ path, sha256 }: InputFile, reading: NewReading | KeptReading): void {
    const { ownName, name, diagnostics, record } = reading;
    const model = typeof record === 'function' ? this.#known[path]?.model : modelKey(record.name, record.version);
    if ('source' in reading && reading.source !== null) this.#read.set(sha256, reading.source);
    const isKept = this.#read.has(sha256) && { isKept: true as const };
    if (model !== undefined) this.#noted.set(path, { sha256, ownName, name, model, diagnostics, ...isKept });
  }

  /**
   * Reading of an edited descriptor. When only a text of an operation has changed, the rest of the former reading still
   * holds.
   */
  #findEdited(
    { path, sha256 }: InputFile,
    { model, sha256: before, isKept: _, ...reading }: WrittenReading,
    now: Buffer | undefined,
  ): KeptReading | undefined {
    const old = now && this.#sources.find(before);
    const edit = old && editedText(old, now);
    if (edit === undefined) return undefined;
    // Behind a text of another length all else in its lines stands elsewhere.
    const isMoved = (line: number): boolean => line >= edit.line && line <= edit.lastLine;
    if (reading.diagnostics.some((diagnostic) => linesOf(diagnostic).some(isMoved))) return undefined;
    const record = this.#recordOf(model, path);
    const edited = record && withText(record, edit);
    if (edited === undefined) return undefined;
    this.#read.set(sha256, now ?? null);
    return { ...reading, record: () => edited };
  }

  sharedPaths(of: unknown, find: () => SharedPaths): SharedPaths {
    const key = shortHash(JSON.stringify(of));
    const known = this.#knownPaths;
    const { problems, unanswered } =
      known?.of === key ? { ...known, unanswered: this.#before.index?.unanswered ?? [] } : find();
    this.#paths = { of: key, problems };
    return { problems, unanswered };
  }

  /**
   * Writes the readings for the next build.
   * @param release its name
   */
  write(folder: string, release: string): void {
    const sources = new Set([...this.#noted.values()].map(({ sha256 }) => sha256));
    const contents: Contents = {
      release,
      reader: this.#reader,
      files: Object.fromEntries(this.#noted),
      ...(this.#paths && { paths: this.#paths }),
    };
    this.#sources.replace(new Map([...this.#read].filter(([sha256]) => sources.has(sha256))));
    const json = JSON.stringify(contents);
    replaceFile(join(folder, READINGS_FILE), `${shortHash(json)}\n${json}`);
  }

  /** Record as the descriptor gave it: guides are files of their own. */
  #recordOf(model: string, path: string): ApiRecord | undefined {
    const record = this.#before.record(model);
    if (record?.source.file !== path) return undefined;
    if (record.guides === undefined) return record;
    const { guides: _, ...own } = record;
    return own;
  }
}

/** Line of a diagnostic and lines of the places that it names. */
function linesOf({ line, places = [] }: Diagnostic): readonly number[] {
  return [line, ...places.map((named) => named.line)];
}

/** Reads the file; undefined where it is not as a build has written it. */
function readContents(folder: string): Contents | undefined {
  try {
    const text = readFileSync(join(folder, READINGS_FILE), 'utf8');
    const start = text.indexOf('\n') + 1;
    return shortHash(text.slice(start)) === text.slice(0, start - 1) ? JSON.parse(text.slice(start)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A record in which one operation has another text; all else is what it was, and the same objects.
 * @returns undefined where it does not have that text, or where it is not the text of one operation
 */
export function withText(
  record: ApiRecord,
  { path, method, key, before, now }: Pick<EditedText, 'path' | 'method' | 'key' | 'before' | 'now'>,
): ApiRecord | undefined {
  const isMeant = (operation: OperationRecord): boolean =>
    operation.method === method.toUpperCase() && operation.paths.includes(path);
  const [found, ...others] = record.services.flatMap(operationsOf).filter(isMeant);
  if (found === undefined || others.length > 0 || found.paths.length > 1 || found[key] !== before) return undefined;
  const replaced = (list: readonly OperationRecord[]): readonly OperationRecord[] =>
    list.map((operation) => (operation === found ? { ...found, [key]: now } : operation));
  const services = record.services.map((service) => {
    if (!operationsOf(service).includes(found)) return service;
    const { operations, entityOperations } = service;
    return { ...service, operations: replaced(operations), entityOperations: replaced(entityOperations) };
  });
  const changed = { ...record, services };
  noteOtherText(record, { before, now }, changed);
  // No other key has come: it need not be looked through again.
  if (isUnmarked(record)) noteUnmarked(changed);
  return changed;
}

/** Beside `current`. */
const SOURCES_FOLDER = 'sources';

/** Descriptors as a build has read them, each by the SHA-256 of its bytes: the next looks for what has changed. */
export class SourceFiles {
  readonly #folder: string;

  /** @param folder `dist/documentation` */
  constructor(folder: string) {
    this.#folder = join(folder, SOURCES_FOLDER);
  }

  /** Undefined where it is not there as it was written. */
  find(sha256: string): Buffer | undefined {
    try {
      const bytes = readFileSync(join(this.#folder, sha256));
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Leaves these alone.
   * @param kept by their SHA-256; null: as it is there
   */
  replace(kept: ReadonlyMap<string, Buffer | null>): void {
    if (kept.size === 0) {
      rmSync(this.#folder, { recursive: true, force: true });
      return;
    }
    if (!isFolder(this.#folder)) rmSync(this.#folder, { force: true });
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder))
      if (!kept.has(name)) rmSync(join(this.#folder, name), { recursive: true, force: true });
    // Later damage is noticed, so these files need not be on the disk before others.
    for (const [sha256, bytes] of kept) if (bytes !== null) writeFileSync(join(this.#folder, sha256), bytes);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
