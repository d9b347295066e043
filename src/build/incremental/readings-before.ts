import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputFile } from '../../descriptors/descriptor-folder.ts';
import type { KeptReading, NewReading } from '../../descriptors/kept-readings.ts';
import { replaceFile } from '../../files/replace-file.ts';
import type { ApiRecord } from '../../model/records.ts';
import type { KeptProject, SharedPaths } from '../../project/shared-paths.ts';
import { modelKey } from '../../store/release.ts';
import type { PreviousRelease } from '../previous-release.ts';
import { shortHash } from '../short-hash.ts';

/** Beside `current`. */
const READINGS_FILE = 'readings.json';

interface WrittenReading extends Omit<KeptReading, 'record'> {
  readonly sha256: string;
  /** Where the release has the record. */
  readonly model: string;
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
  /** By their paths. */
  readonly files: Readonly<Record<string, WrittenReading>>;
  readonly paths?: WrittenPaths;
}

type Before = Pick<PreviousRelease, 'id' | 'index' | 'record'>;

/**
 * What the descriptors of a release gave: their records stand in it, and what was reported of them beside it, one by
 * one and of their paths together. The same descriptors give the same bytes.
 */
export class ReadingsBefore implements KeptProject {
  readonly #before: Before;
  readonly #reader: string;
  readonly #known: Contents['files'];
  readonly #knownPaths: WrittenPaths | undefined;
  #paths: WrittenPaths | undefined;
  readonly #noted = new Map<string, WrittenReading>();

  /**
   * @param folder `dist/documentation`
   * @param reader hash of all that reads descriptors now, and of the rules
   */
  constructor(folder: string, before: Before, reader: string) {
    const written = before.id === undefined ? undefined : readContents(folder);
    this.#before = before;
    this.#reader = reader;
    const isKnown = written?.release === before.id && written?.reader === reader;
    this.#known = isKnown ? written.files : {};
    this.#knownPaths = isKnown ? written.paths : undefined;
  }

  find({ path, sha256 }: InputFile): KeptReading | undefined {
    const known = Object.hasOwn(this.#known, path) ? this.#known[path] : undefined;
    if (known?.sha256 !== sha256) return undefined;
    const { model, ...reading } = known;
    return { ...reading, record: () => this.#recordOf(model, path) };
  }

  note({ path, sha256 }: InputFile, { ownName, name, diagnostics, record }: NewReading | KeptReading): void {
    const model = typeof record === 'function' ? this.#known[path]?.model : modelKey(record.name, record.version);
    if (model !== undefined) this.#noted.set(path, { sha256, ownName, name, model, diagnostics });
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
   * For the next build.
   * @param release its name
   */
  write(folder: string, release: string): void {
    const contents: Contents = {
      release,
      reader: this.#reader,
      files: Object.fromEntries(this.#noted),
      ...(this.#paths && { paths: this.#paths }),
    };
    const json = JSON.stringify(contents);
    replaceFile(join(folder, READINGS_FILE), `${shortHash(json)}\n${json}`);
  }

  /** As the descriptor gave it: guides are files of their own. */
  #recordOf(model: string, path: string): ApiRecord | undefined {
    const record = this.#before.record(model);
    if (record?.source.file !== path) return undefined;
    if (record.guides === undefined) return record;
    const { guides: _, ...own } = record;
    return own;
  }
}

/** Undefined for what another build has not written as it is. */
function readContents(folder: string): Contents | undefined {
  try {
    const text = readFileSync(join(folder, READINGS_FILE), 'utf8');
    const start = text.indexOf('\n') + 1;
    return shortHash(text.slice(start)) === text.slice(0, start - 1) ? JSON.parse(text.slice(start)) : undefined;
  } catch {
    return undefined;
  }
}
