import { writtenText } from '../../formats/written-text.ts';
import { allParts, type Dependencies } from '../../model/dependencies.ts';
import { isText, type PlacedText } from '../../model/shown-text.ts';

/** Place of a shown text in the bytes of a document in a release. */
export interface StoredText extends Pick<PlacedText, 'part' | 'indent'> {
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** Names of parts. */
export interface Frame extends Iterable<string> {
  readonly size: number;
  has(part: string): boolean;
}

/** Places of the texts of a document, and its other dependencies. */
interface Texts {
  /** Texts in their order in the document. */
  readonly texts: readonly StoredText[];
  /** Names of the parts that decide about all that stands around the texts. */
  readonly frame: Frame;
}

/**
 * Texts and frame of a document, for the next build.
 * @param texts all that it shows
 * @param dependencies what it was made of beside them, which may be one of them as well
 */
export function textsIn(content: string, texts: readonly PlacedText[], dependencies: Dependencies): Texts {
  const frame = allParts(dependencies);
  let [from, bytesBefore] = [0, 0];
  const stored = texts.map(({ part, at, length, indent }): StoredText => {
    const end = at + length;
    const byteOffset = bytesBefore + Buffer.byteLength(content.slice(from, at));
    const byteLength = Buffer.byteLength(content.slice(at, end));
    from = end;
    bytesBefore = byteOffset + byteLength;
    return { part, byteOffset, byteLength, indent };
  });
  return { frame, texts: stored.filter(({ part }) => !frame.has(part)) };
}

/**
 * A document in which texts may have changed, and nothing else.
 * @param before it as it was
 * @param hasChanged whether a part of a record is another than before
 * @param readPart gives what it is now
 * @returns undefined where it has to be made anew
 */
export function withTexts(
  before: Uint8Array,
  { texts, frame }: Texts,
  hasChanged: (part: string) => boolean,
  readPart: (part: string) => unknown,
): { readonly content: Uint8Array<ArrayBuffer>; readonly noted: Texts } | undefined {
  const pieces: Uint8Array[] = [];
  const stored: StoredText[] = [];
  // `longer` counts the bytes by which the document has grown so far.
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
  return { content, noted: { texts: stored, frame } };
}
