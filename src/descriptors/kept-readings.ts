import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { InputFile } from './descriptor-folder.ts';

/** What is known of a descriptor that refers to no other file: all of it is decided by its bytes. */
interface Reading {
  /** What the descriptor calls its API; null where it does not. */
  readonly ownName: string | null;
  /** What folder and file call it, which other descriptors have a say in. */
  readonly name: string | null;
  /** All that was reported, in its order. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface NewReading extends Reading {
  readonly record: ApiRecord;
  /** The bytes of the descriptor where {@link hasTextsOfItsOwn} is true; null: they are not kept. */
  readonly source: Buffer | null;
}

export interface KeptReading extends Reading {
  /** Undefined where it is gone. */
  readonly record: () => ApiRecord | undefined;
}

/** What descriptors gave when they were read before, with the same readers and rules. */
export interface KeptReadings {
  /**
   * Undefined for a file that was not read, or had other bytes, unless all that has changed is a text that decides
   * about nothing else.
   * @param bytes of the file
   */
  find(file: InputFile, bytes: () => Buffer | undefined): KeptReading | undefined;
  note(file: InputFile, reading: NewReading | KeptReading): void;
}
