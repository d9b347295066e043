import { MARK, markShownTexts, noteShownTexts, type PlacedText } from '../model/shown-text.ts';
import { yamlText } from './yaml.ts';

/** Serialises as `JSON.stringify` does, and notes the places of shown texts. */
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

/** Text that replaces a shown text: JSON without an indent, else YAML. */
export function writtenText(text: string, indent: PlacedText['indent']): string {
  return indent === null ? JSON.stringify(text) : yamlText(text, indent);
}
