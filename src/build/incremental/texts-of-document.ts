import { writtenText } from '../../formats/written-text.ts';
import { allParts, type Dependencies } from '../../model/dependencies.ts';
import { isText, type PlacedText } from '../../model/shown-text.ts';

/** Where a document shows texts, and what else it depends on. */
interface Texts {
  /** In their order. */
  readonly texts: readonly PlacedText[];
  /** Names of the parts that decide about all that stands around the texts. */
  readonly frame: ReadonlySet<string>;
}

/**
 * What is noted of a document.
 * @param texts all that it shows
 * @param dependencies what it was made of beside them, which may be one of them as well
 */
export function textsIn(texts: readonly PlacedText[], dependencies: Dependencies): Texts {
  const frame = allParts(dependencies);
  return { frame, texts: texts.filter(({ part }) => !frame.has(part)) };
}

/**
 * A document in which texts may have changed, and nothing else.
 * @param before it as it was
 * @param readPart gives what a part of a record is now
 * @returns undefined where it has to be made anew
 */
export function withTexts(
  before: string,
  { texts, frame }: Texts,
  readPart: (part: string) => unknown,
): { readonly content: string; readonly noted: Texts } | undefined {
  const pieces: string[] = [];
  const placed: PlacedText[] = [];
  let [from, at] = [0, 0];
  for (const text of texts) {
    const value = readPart(text.part);
    if (!isText(value)) return undefined;
    const written = writtenText(value, text.indent);
    pieces.push(before.slice(from, text.at), written);
    at += text.at - from;
    placed.push({ ...text, at, length: written.length });
    at += written.length;
    from = text.at + text.length;
  }
  return { content: [...pieces, before.slice(from)].join(''), noted: { texts: placed, frame } };
}
