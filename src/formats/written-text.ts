import { MARK, markShownTexts, noteShownTexts, type PlacedText } from '../model/shown-text.ts';
import { yamlText } from './yaml.ts';

/** As `JSON.stringify`, and notes where shown texts stand. */
export function toJson(value: object): string {
  const { value: written, shown } = markShownTexts(() => JSON.stringify(value));
  if (shown.length === 0) return written;
  // Texts and, in between, numbers.
  const pieces = written.split(MARK);
  // One that stands in a descriptor is none of ours.
  if (pieces.length !== 2 * shown.length + 1) return JSON.stringify(value);
  const places: PlacedText[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const text = index % 2 === 0 ? undefined : shown[Number(piece)];
    if (text !== undefined) {
      pieces[index] = writtenText(text(), null);
      places.push({ part: text.part, at, length: pieces[index].length, indent: null });
    }
    at += pieces[index]?.length ?? 0;
  }
  const json = pieces.join('');
  noteShownTexts(json, places);
  return json;
}

/** What stands in the place of a shown text. */
export function writtenText(text: string, indent: PlacedText['indent']): string {
  return indent === null ? JSON.stringify(text) : yamlText(text, indent);
}
