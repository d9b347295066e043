const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Table of byte strings, stored one after another. */
export class Table {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #start: number;

  constructor(bytes: Uint8Array, view: DataView, start: number) {
    this.bytes = bytes;
    this.#view = view;
    this.#start = start;
    this.size = view.getUint32(start, true);
  }

  begin(index: number): number {
    return this.#start + this.#view.getUint32(this.#start + 4 + index * 4, true);
  }

  /** Offset of the end of a string, which is the beginning of the next string. */
  end(index: number): number {
    return this.begin(index + 1);
  }

  at(index: number): Uint8Array {
    return this.bytes.subarray(this.begin(index), this.end(index));
  }

  text(index: number): string {
    return decoder.decode(this.at(index));
  }

  texts(): readonly string[] {
    return Array.from({ length: this.size }, (_, index) => this.text(index));
  }

  json(index: number): unknown {
    return JSON.parse(this.text(index));
  }
}

/** Sorted keys, each with the numbers of the entries that contain the key. */
export class Dictionary {
  readonly keys: Table;
  readonly entries: Table;

  constructor(keys: Table, entries: Table) {
    this.keys = keys;
    this.entries = entries;
  }

  key(index: number): string {
    return this.keys.text(index);
  }

  /** Index of the first key that does not sort before the prefix; the keys with this prefix follow from there. */
  #firstFrom(prefix: Uint8Array): number {
    let low = 0;
    let high = this.keys.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(middle, prefix)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #startsWith(index: number, prefix: Uint8Array): boolean {
    const begin = this.keys.begin(index);
    if (this.keys.end(index) - begin < prefix.length) return false;
    for (let at = 0; at < prefix.length; at += 1) if (this.keys.bytes[begin + at] !== prefix[at]) return false;
    return true;
  }

  /** Index of the key that equals the text; null if there is none. */
  find(text: string): number | null {
    const key = encoder.encode(text);
    const index = this.#firstFrom(key);
    return index < this.keys.size && this.lengthOf(index) === key.length && this.#startsWith(index, key) ? index : null;
  }

  /** Whether any key begins with the text. */
  hasBeginning(text: string): boolean {
    const prefix = encoder.encode(text);
    const index = this.#firstFrom(prefix);
    return index < this.keys.size && this.#startsWith(index, prefix);
  }

  /** Calls `found` with every entry of a key, and the part that contains the key. @returns whether the text is a key */
  visitAll(text: string, found: (entry: number, where: number) => void): boolean {
    const index = this.find(text);
    if (index !== null) this.visit(index, found);
    return index !== null;
  }

  /** Calls `found` with the entries of every key that begins with the text; `isWhole`: the key equals the text. */
  visitBeginning(text: string, found: (entry: number, where: number, isWhole: boolean) => void): void {
    const prefix = encoder.encode(text);
    for (let index = this.#firstFrom(prefix); index < this.keys.size && this.#startsWith(index, prefix); index += 1) {
      const isWhole = this.lengthOf(index) === prefix.length;
      this.visit(index, (entry, where) => found(entry, where, isWhole));
    }
  }

  /** Length of a key in bytes of UTF-8. */
  lengthOf(index: number): number {
    return this.keys.end(index) - this.keys.begin(index);
  }

  /**
   * Calls `found` with the index of every key that is one edit away from the word: one letter inserted, deleted or
   * replaced, or two adjacent letters swapped.
   */
  visitOneEditFrom(word: string, found: (key: number) => void): void {
    const bytes = encoder.encode(word);
    // A character has up to four bytes in UTF-8.
    const most = bytes.length === word.length ? 1 : 4;
    for (let key = 0; key < this.keys.size; key += 1) {
      if (Math.abs(this.lengthOf(key) - bytes.length) > most) continue;
      if (isOneEdit(this.keys.bytes, this.keys.begin(key), this.keys.end(key), bytes)) found(key);
    }
  }

  /** Calls `found` with every entry of a key, and the part that contains the key (`WHERE` in `shard.ts`). */
  visit(index: number, found: (entry: number, where: number) => void): void {
    const { bytes } = this.entries;
    const end = this.entries.end(index);
    let entry = 0;
    for (let at = this.entries.begin(index); at < end; ) {
      let value = 0;
      let factor = 1;
      let byte: number;
      do {
        byte = bytes[at] ?? 0;
        at += 1;
        value += (byte & 127) * factor;
        factor *= 128;
      } while (byte > 127 && at < end);
      entry += value >>> 2;
      found(entry, value & 3);
    }
  }

  #isBefore(index: number, other: Uint8Array): boolean {
    const { bytes } = this.keys;
    const begin = this.keys.begin(index);
    const length = this.keys.end(index) - begin;
    const shorter = Math.min(length, other.length);
    for (let at = 0; at < shorter; at += 1) {
      const difference = (bytes[begin + at] ?? 0) - (other[at] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return length < other.length;
  }
}

/** Maximum length of two swapped characters in UTF-8, in bytes. */
const MOST_DIFFERENT_BYTES = 8;
const LAST_ASCII = 127;

/** Whether a word and the bytes from `begin` to `end`, both in UTF-8, are one edit apart. */
export function isOneEdit(bytes: Uint8Array, begin: number, end: number, word: Uint8Array): boolean {
  let start = 0;
  const shorter = Math.min(end - begin, word.length);
  while (start < shorter && bytes[begin + start] === word[start]) start += 1;
  if (start === end - begin && start === word.length) return false;
  while (start > 0 && (continues(bytes[begin + start]) || continues(word[start]))) start -= 1;
  let last = end;
  let wordLast = word.length;
  while (last > begin + start && wordLast > start && bytes[last - 1] === word[wordLast - 1]) {
    last -= 1;
    wordLast -= 1;
  }
  if (last - begin - start > MOST_DIFFERENT_BYTES || wordLast - start > MOST_DIFFERENT_BYTES) return false;
  while (last < end && (continues(bytes[last]) || continues(word[wordLast]))) {
    last += 1;
    wordLast += 1;
  }
  const from = begin + start;
  const [length, wordLength] = [last - from, wordLast - start];
  // Reached by few keys: most are rejected above without decoding.
  if (isAscii(bytes, from, last) && isAscii(word, start, wordLast)) {
    if (length <= 1 && wordLength <= 1) return true;
    const isPair = length === 2 && wordLength === 2;
    return isPair && bytes[from] === word[start + 1] && bytes[from + 1] === word[start];
  }
  const one = [...decoder.decode(bytes.subarray(from, last))];
  const two = [...decoder.decode(word.subarray(start, wordLast))];
  if (one.length <= 1 && two.length <= 1) return true;
  return one.length === 2 && two.length === 2 && one[0] === two[1] && one[1] === two[0];
}

function isAscii(bytes: Uint8Array, begin: number, end: number): boolean {
  for (let at = begin; at < end; at += 1) if ((bytes[at] ?? 0) > LAST_ASCII) return false;
  return true;
}

/** Whether a byte is a continuation byte of UTF-8. */
function continues(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}
