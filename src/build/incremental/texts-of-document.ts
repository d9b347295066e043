import { writtenText } from '../../formats/written-text.ts';
import { allParts, type Dependencies } from '../../model/dependencies.ts';
import { isText, type PlacedText } from '../../model/shown-text.ts';

/** Where a document shows texts, and what else it depends on. */
interface Texts {
  /** In their order; `at` and `length` count bytes. */
  readonly texts: readonly PlacedText[];
  /** Names of the parts that decide about all that stands around the texts. */
  readonly frame: ReadonlySet<string>;
}

/**
 * What is noted of a document.
 * @param texts all that it shows
 * @param dependencies what it was made of beside them, which may be one of them as well
 */
export function textsIn(content: string, texts: readonly PlacedText[], dependencies: Dependencies): Texts {
  const frame = allParts(dependencies);
  let [from, at] = [0, 0];
  const placed = texts.map((text) => {
    const end = text.at + text.length;
    const length = Buffer.byteLength(content.slice(text.at, end));
    const start = at + Buffer.byteLength(content.slice(from, text.at));
    from = end;
    at = start + length;
    return { ...text, at: start, length };
  });
  return { frame, texts: placed.filter(({ part }) => !frame.has(part)) };
}

/**
 * A document in which texts may have changed, and nothing else.
 * @param before it as it was
 * @param readPart gives what a part of a record is now
 * @returns undefined where it has to be made anew
 */
export function withTexts(
  before: Uint8Array,
  { texts, frame }: Texts,
  readPart: (part: string) => unknown,
): { readonly content: Uint8Array<ArrayBuffer>; readonly noted: Texts } | undefined {
  const pieces: Uint8Array[] = [];
  const placed: PlacedText[] = [];
  let [from, at] = [0, 0];
  for (const text of texts) {
    const value = readPart(text.part);
    if (!isText(value)) return undefined;
    const written = Buffer.from(writtenText(value, text.indent));
    pieces.push(before.subarray(from, text.at), written);
    at += text.at - from;
    placed.push({ ...text, at, length: written.byteLength });
    at += written.byteLength;
    from = text.at + text.length;
  }
  const content = new Uint8Array(at + before.byteLength - from);
  let filled = 0;
  for (const piece of [...pieces, before.subarray(from)]) {
    content.set(piece, filled);
    filled += piece.byteLength;
  }
  return { content, noted: { texts: placed, frame } };
}
