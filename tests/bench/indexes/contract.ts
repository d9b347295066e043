import type { Entry } from '../../../src/search/entry.ts';

/** Answers a question with numbers of entries, the best first; more than are looked at may be left out. */
export type Ask = (question: string) => readonly number[] | Promise<readonly number[]>;

/** One way to index the entries of an API. */
export interface SearchIndex {
  readonly name: string;
  /** Makes the bytes that are stored and sent. */
  write(entries: readonly Entry[]): Uint8Array | Promise<Uint8Array>;
  open(bytes: Uint8Array): Ask | Promise<Ask>;
}

/** Answers that are looked at. */
export const SHOWN = 20;
/** Shorter words may have no typo. */
export const SHORTEST_WITH_TYPO = 4;
