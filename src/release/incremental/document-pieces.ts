import { writtenText } from '../../formats/written-text.ts';
import { allParts, type Dependencies, type DocumentParts } from '../../model/dependencies.ts';
import { isText, type PlacedText } from '../../model/shown-text.ts';

/** Position of a part in its document, and the dependencies of the part. */
export interface PlacedPart {
  readonly name: string;
  /** Offset in the text of the document; `at` and `length` are in UTF-16 code units. */
  readonly at: number;
  readonly length: number;
  readonly dependencies: Dependencies;
}

interface DocumentBefore {
  readonly text: string;
  readonly parts: readonly PlacedPart[];
  /** Reports whether all dependencies of a part are unchanged. */
  readonly holds: (dependencies: Dependencies) => boolean;
}

/** Parts of a document that is being made; some are reused from the previous release. */
export class PartsOfDocument implements DocumentParts {
  readonly #before: DocumentBefore | undefined;
  readonly #placedBefore: ReadonlyMap<string, PlacedPart>;
  readonly #made: { readonly name: string; readonly text: string; readonly dependencies: Dependencies }[] = [];

  /** @param before undefined: no part can be reused */
  constructor(before: DocumentBefore | undefined) {
    this.#before = before;
    this.#placedBefore = new Map(before?.parts.map((part) => [part.name, part]));
  }

  kept(name: string): string | undefined {
    const part = this.#placedBefore.get(name);
    if (this.#before === undefined || part === undefined || !this.#before.holds(part.dependencies)) return undefined;
    const text = this.#before.text.slice(part.at, part.at + part.length);
    this.made(name, text, part.dependencies);
    return text;
  }

  made(name: string, text: string, dependencies: Dependencies): void {
    this.#made.push({ name, text, dependencies });
  }

  /** Parts that the document contains verbatim, in order. The next build cannot reuse the others. */
  placedIn(document: string): readonly PlacedPart[] {
    let from = 0;
    return this.#made.flatMap(({ name, text, dependencies }) => {
      const at = document.indexOf(text, from);
      if (at < 0) return [];
      from = at + text.length;
      return [{ name, at, length: text.length, dependencies }];
    });
  }
}

/** Position of a text in the bytes of a released document. */
export interface StoredText extends Pick<PlacedText, 'part' | 'indent'> {
  readonly byteOffset: number;
  readonly byteLength: number;
}

/**
 * Finds the texts of a document that the next build may replace.
 * @param texts all texts that the document shows
 * @param dependencies other dependencies of the document; texts that are among them cannot be replaced
 */
export function textsIn(
  content: string,
  texts: readonly PlacedText[],
  dependencies: Dependencies,
): readonly StoredText[] {
  const decisive = allParts(dependencies);
  let [from, bytesBefore] = [0, 0];
  const stored = texts.map(({ part, at, length, indent }): StoredText => {
    const end = at + length;
    const byteOffset = bytesBefore + Buffer.byteLength(content.slice(from, at));
    const byteLength = Buffer.byteLength(content.slice(at, end));
    from = end;
    bytesBefore = byteOffset + byteLength;
    return { part, byteOffset, byteLength, indent };
  });
  return stored.filter(({ part }) => !decisive.has(part));
}

/**
 * Replaces the changed texts of a document in which nothing else has changed.
 * @param before document in the previous release
 * @param hasChanged reports whether a part of a record has changed
 * @param readPart returns the current value of a part
 * @returns undefined if a text no longer exists: the document has to be rendered again
 */
export function withTexts(
  before: Uint8Array,
  texts: readonly StoredText[],
  hasChanged: (part: string) => boolean,
  readPart: (part: string) => unknown,
): { readonly content: Uint8Array<ArrayBuffer>; readonly texts: readonly StoredText[] } | undefined {
  const pieces: Uint8Array[] = [];
  const stored: StoredText[] = [];
  // `longer` is the number of bytes by which the document has grown so far.
  let [from, longer] = [0, 0];
  for (const text of texts) {
    const { part, byteOffset, byteLength, indent } = text;
    if (!hasChanged(part)) {
      stored.push(longer === 0 ? text : { part, byteOffset: byteOffset + longer, byteLength, indent });
      continue;
    }
    const value = readPart(part);
    if (!isText(value)) return undefined;
    const written = Buffer.from(writtenText(value, indent));
    pieces.push(before.subarray(from, byteOffset), written);
    stored.push({ part, byteOffset: byteOffset + longer, byteLength: written.byteLength, indent });
    longer += written.byteLength - byteLength;
    from = byteOffset + byteLength;
  }
  const content = new Uint8Array(before.byteLength + longer);
  let filled = 0;
  for (const piece of [...pieces, before.subarray(from)]) {
    content.set(piece, filled);
    filled += piece.byteLength;
  }
  return { content, texts: stored };
}
