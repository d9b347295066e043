import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { InputFile } from './descriptor-folder.ts';

/** Result of reading a descriptor that refers to no other file: its bytes decide all of it. */
interface Reading {
  /** Name of the API in the descriptor; null if it has none. */
  readonly ownName: string | null;
  /** Name from folder and file, which depends on other descriptors too. */
  readonly name: string | null;
  /** Diagnostics in the order of their reports. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface NewReading extends Reading {
  readonly record: ApiRecord;
  /** The bytes of the descriptor where {@link hasTextsOfItsOwn} is true; null: they are not kept. */
  readonly source: Buffer | null;
}

export interface KeptReading extends Reading {
  /** Loads the record; undefined where it is gone. */
  readonly record: () => ApiRecord | undefined;
}

/** Results of earlier readings with the same readers and rules. */
export interface KeptReadings {
  /**
   * Undefined for a file that was not read, or had other bytes, unless all that has changed is a text that decides
   * about nothing else.
   * @param bytes of the file
   */
  find(file: InputFile, bytes: () => Buffer | undefined): KeptReading | undefined;
  note(file: InputFile, reading: NewReading | KeptReading): void;
}
