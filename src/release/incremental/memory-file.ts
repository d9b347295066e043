import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptReading } from '../../descriptors/folder-reading.ts';
import { replaceFile } from '../../files/replace-file.ts';
import type { SharedPaths } from '../../project/shared-paths.ts';
import { shortHash } from '../../store/stored-bytes.ts';

/** File name of the memory file, in the same folder as `current`. */
const MEMORY_FILE = 'memory.bin';
/** Length of {@link shortHash}. */
const HASH_LENGTH = 22;

/** Hashes of the inputs of a complete release and of the release itself. */
interface WrittenInputs {
  /** Hash of descriptors, theme, words, configuration and templates. */
  readonly of: string;
  readonly hasWarnings: boolean;
  /** Result of `releaseChecksum` for the release. */
  readonly checksum: string;
}

export interface WrittenReading extends Omit<KeptReading, 'record'> {
  readonly sha256: string;
  /** Key of the API record in the release. */
  readonly model: string;
}

/** Problems of paths that several APIs share. The index of the release has the list of unreachable operations. */
export interface WrittenPaths extends Omit<SharedPaths, 'unanswered'> {
  /** Hash of everything that the result depends on. */
  readonly of: string;
}

export interface WrittenReadings {
  /** Hash of the code and the settings for reading descriptors. */
  readonly reader: string;
  /** Readings by the path of the descriptor. */
  readonly files: Readonly<Record<string, WrittenReading>>;
  readonly paths?: WrittenPaths;
}

export interface WrittenDependencies {
  /** Hash of the templates, product and packages that rendered the pages. */
  readonly renderer: string;
  /** APIs, each with the hash of everything that its documents were made from. */
  readonly apis: readonly (readonly [name: string, key: string])[];
}

/** Data that a build keeps for the next build, in addition to its release. */
export interface MemoryHead {
  /** Id of the release that this memory belongs to. */
  readonly release: string;
  /** Left out for an incomplete release, which the next build therefore replaces. */
  readonly inputs?: WrittenInputs;
  readonly readings?: WrittenReadings;
  readonly dependencies?: WrittenDependencies;
}

export interface Memory extends MemoryHead {
  section(name: string): Buffer | undefined;
}

/** Second line of the file; the sections follow. */
interface WrittenHead extends MemoryHead {
  readonly sections: readonly (readonly [name: string, byteLength: number])[];
}

/**
 * Writes the memory of a build to one file. The first line of the file is a hash of the rest.
 * @param folder `dist/documentation`
 * @param sections bytes by their names
 */
export function writeMemory(folder: string, contents: MemoryHead, sections: ReadonlyMap<string, Uint8Array>): void {
  const written: WrittenHead = {
    ...contents,
    sections: [...sections].map(([name, bytes]) => [name, bytes.byteLength]),
  };
  const head = Buffer.from(`\n${JSON.stringify(written)}\n`);
  const bytes = Buffer.concat([Buffer.alloc(HASH_LENGTH), head, ...sections.values()]);
  bytes.write(shortHash(bytes.subarray(HASH_LENGTH)));
  replaceFile(join(folder, MEMORY_FILE), bytes);
}

/**
 * Reads the memory of the build that published a release.
 * @param folder `dist/documentation`
 * @returns undefined if the file belongs to another release or is damaged
 */
export function readMemory(folder: string, release: string): Memory | undefined {
  try {
    const bytes = readFileSync(join(folder, MEMORY_FILE));
    if (shortHash(bytes.subarray(HASH_LENGTH)) !== bytes.toString('latin1', 0, HASH_LENGTH)) return undefined;
    let end = bytes.indexOf('\n', HASH_LENGTH + 1) + 1;
    const head = JSON.parse(bytes.toString('utf8', HASH_LENGTH, end)) as WrittenHead;
    if (head.release !== release) return undefined;
    const sections = new Map<string, Buffer>();
    for (const [name, byteLength] of head.sections) {
      sections.set(name, bytes.subarray(end, end + byteLength));
      end += byteLength;
    }
    return { ...head, section: (name) => sections.get(name) };
  } catch {
    return undefined;
  }
}
