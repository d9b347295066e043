import type { InputFile } from '../../descriptors/descriptor-folder.ts';
import { type EditedText, editedText } from '../../descriptors/edited-text.ts';
import type { KeptReading, NewReading } from '../../descriptors/folder-reading.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { ownMember } from '../../model/own-property.ts';
import type { ApiRecord, OperationRecord } from '../../model/records.ts';
import type { KeptProject, SharedPaths } from '../../project/shared-paths.ts';
import { modelKey } from '../../store/release.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import { isUnmarked, noteUnmarked, operationsOf } from '../../store/visible-record.ts';
import type { PreviousRelease } from '../previous-release.ts';
import type { Memory, WrittenPaths, WrittenReading, WrittenReadings } from './memory-file.ts';
import { noteOtherText } from './model-text.ts';

type Before = Pick<PreviousRelease, 'index' | 'record' | 'memory'>;

/**
 * Results of reading the descriptors of the previous release. The release contains the records; its memory file
 * contains the diagnostics, one list per descriptor and one for all paths. The same descriptors give the same bytes.
 */
export class ReadingsBefore implements KeptProject {
  readonly #before: Before;
  readonly #reader: string;
  readonly #known: Memory['readings'];
  #paths: WrittenPaths | undefined;
  readonly #noted = new Map<string, WrittenReading>();
  /** Bytes of large descriptors by SHA-256: the next build compares them to find changed texts. */
  readonly #sources = new Map<string, Uint8Array>();

  /** @param reader hash of the current code, settings and rules for reading descriptors */
  constructor(before: Before, reader: string) {
    this.#before = before;
    this.#reader = reader;
    const readings = before.memory?.readings;
    this.#known = readings?.reader === reader ? readings : undefined;
  }

  find({ path, sha256 }: InputFile, bytes: () => Buffer | undefined): KeptReading | undefined {
    const known = this.#readingOf(path);
    if (known === undefined) return undefined;
    const { model, sha256: before, ...reading } = known;
    const source = this.#before.memory?.section(sectionOf(before));
    if (before !== sha256) return source && this.#findEdited({ path, sha256 }, known, source, bytes());
    if (source !== undefined) this.#sources.set(sha256, source);
    return { ...reading, record: () => this.#recordOf(model, path) };
  }

  note({ path, sha256 }: InputFile, reading: NewReading | KeptReading): void {
    const { ownName, name, diagnostics, record } = reading;
    const model = typeof record === 'function' ? this.#readingOf(path)?.model : modelKey(record.name, record.version);
    if ('source' in reading && reading.source !== null) this.#sources.set(sha256, reading.source);
    if (model !== undefined) this.#noted.set(path, { sha256, ownName, name, model, diagnostics });
  }

  #readingOf(path: string): WrittenReading | undefined {
    return ownMember(this.#known?.files, path);
  }

  /**
   * Updates the reading of an edited descriptor if only one text of an operation has changed: the rest of the previous
   * reading stays valid.
   */
  #findEdited(
    { path, sha256 }: InputFile,
    { model, sha256: _, ...reading }: WrittenReading,
    old: Buffer,
    now: Buffer | undefined,
  ): KeptReading | undefined {
    const edit = now && editedText(old, now);
    if (now === undefined || edit === undefined) return undefined;
    // A text of a different length shifts the columns of everything after it in the same lines.
    const isMoved = (line: number): boolean => line >= edit.line && line <= edit.lastLine;
    if (reading.diagnostics.some((diagnostic) => linesOf(diagnostic).some(isMoved))) return undefined;
    const record = this.#recordOf(model, path);
    const edited = record && withText(record, edit);
    if (edited === undefined) return undefined;
    this.#sources.set(sha256, now);
    return { ...reading, record: () => edited };
  }

  sharedPaths(of: unknown, find: () => SharedPaths): SharedPaths {
    const key = shortHash(JSON.stringify(of));
    const known = this.#known?.paths;
    const { problems, unanswered } =
      known?.of === key ? { ...known, unanswered: this.#before.index?.unanswered ?? [] } : find();
    this.#paths = { of: key, problems };
    return { problems, unanswered };
  }

  /** Readings for the next build, with the bytes of large descriptors. */
  written(): { readonly readings: WrittenReadings; readonly sections: ReadonlyMap<string, Uint8Array> } {
    const sections = new Map<string, Uint8Array>();
    for (const { sha256 } of this.#noted.values()) {
      const source = this.#sources.get(sha256);
      if (source !== undefined) sections.set(sectionOf(sha256), source);
    }
    const files = Object.fromEntries(this.#noted);
    return { readings: { reader: this.#reader, files, ...(this.#paths && { paths: this.#paths }) }, sections };
  }

  /** Record without its guides, which come from separate files and not from the descriptor. */
  #recordOf(model: string, path: string): ApiRecord | undefined {
    const record = this.#before.record(model);
    if (record?.source.file !== path) return undefined;
    if (record.guides === undefined) return record;
    const { guides: _, ...own } = record;
    return own;
  }
}

/** Name of a descriptor's section in the memory file. */
function sectionOf(sha256: string): string {
  return `descriptor ${sha256}`;
}

/** Line of a diagnostic and lines of the places that it refers to. */
function linesOf({ line, places = [] }: Diagnostic): readonly number[] {
  return [line, ...places.map((named) => named.line)];
}

/**
 * Replaces the text of one operation in a record; all other objects stay the same.
 * @returns undefined unless exactly one operation, under one path, has the text
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
  // The keys are the same, so a record without marks stays without marks.
  if (isUnmarked(record)) noteUnmarked(changed);
  return changed;
}
