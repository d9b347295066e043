import { dependOnPart, noteDependencies } from './dependencies.ts';

/**
 * A text of a record that stands in a document just as it is, read when the document is written: nothing else of the
 * document depends on it. A function, so that what looks through values for lists and maps takes it for a scalar.
 */
interface ShownText {
  (): string;
  /** Name of the part of the record. */
  readonly part: string;
  /** Called by JSON.stringify. */
  readonly toJSON: () => string;
}

/** Place of such a text in a document. */
export interface PlacedText {
  readonly part: string;
  /** Offset in UTF-16 units, like `length`. */
  readonly at: number;
  readonly length: number;
  /** Indentation of the following lines in YAML; null: it is JSON. */
  readonly indent: number | null;
}

interface Showing {
  /** Places are those in the texts beside them. */
  readonly written: { readonly text: string; readonly places: readonly PlacedText[] }[];
}

/** State of the document that is being made. Pages, compiled apart, have a copy of this module; they show no texts. */
let showing: Showing | undefined;
/** A number between these, in JSON: a shown text. */
export const MARK = /"\\u0000(\d+)\\u0000"/;
/** Shown texts of the JSON that is being written. */
let marked: ShownText[] | undefined;

/**
 * Wraps a text that a format writes as it is and derives nothing from.
 * @param read reads one member of a record, and nothing else
 * @returns the value itself outside of {@link withShownTexts}, and where it is no text or empty
 */
export function shownText<T extends string | null | undefined>(read: () => T): T | ShownText {
  if (showing === undefined) return read();
  const { value, dependencies } = noteDependencies(read);
  const [part, ...others] = dependencies.parts;
  // Whether there is a text does decide about the document.
  if (!isText(value) || part === undefined || others.length > 0 || dependencies.shared.size > 0) return read();
  const text = (): string => value;
  const toJSON = (): string => {
    if (marked !== undefined) return `\0${marked.push(shown) - 1}\0`;
    dependOnPart(part);
    return value;
  };
  const shown: ShownText = Object.assign(text, { part, toJSON });
  return shown;
}

/**
 * A copy of an object of a record with all its members, of which some are shown texts.
 * @param texts their names
 */
export function withShownMembers(value: object, texts: readonly string[]): Readonly<Record<string, unknown>> {
  // Not Object.keys, which reads every member.
  return Object.fromEntries(
    Reflect.ownKeys(value).map((key) => {
      const read = () => Reflect.get(value, key);
      return [key, texts.includes(String(key)) ? shownText(read) : read()];
    }),
  );
}

/**
 * Whether a value is a text that is not empty: only such a text can change into another one without an effect on the
 * rest of a document.
 */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isShownText(value: unknown): value is ShownText {
  return typeof value === 'function' && 'part' in value && 'toJSON' in value;
}

/**
 * Makes a document with shown texts; only one document at a time.
 * @returns the document and the places of its shown texts; no places where several serialisations have some
 */
export async function withShownTexts<T extends { readonly content: unknown }>(
  make: () => T | Promise<T>,
): Promise<{ readonly made: T; readonly texts: readonly PlacedText[] }> {
  if (showing !== undefined) throw new Error('Two documents with shown texts are made at once.');
  const own: Showing = { written: [] };
  showing = own;
  try {
    const made = await make();
    const [only, ...others] = own.written;
    const { content } = made;
    const start = only === undefined || typeof content !== 'string' ? -1 : content.indexOf(only.text);
    if (only === undefined || others.length > 0 || start < 0) return { made, texts: [] };
    return { made, texts: only.places.map((place) => ({ ...place, at: place.at + start })) };
  } finally {
    showing = undefined;
  }
}

/** Notes the output of a format, and the places of shown texts in it. */
export function noteShownTexts(text: string, places: readonly PlacedText[]): void {
  if (places.length > 0) showing?.written.push({ text, places });
}

/**
 * Calls a function that writes JSON, in which shown texts become {@link MARK}.
 * @returns its result and the shown texts; the number in a mark is the index of its text
 */
export function markShownTexts<T>(write: () => T): { readonly value: T; readonly shown: readonly ShownText[] } {
  const shown: ShownText[] = [];
  marked = shown;
  try {
    return { value: write(), shown };
  } finally {
    marked = undefined;
  }
}
