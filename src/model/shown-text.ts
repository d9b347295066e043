import { dependOnPart, noteDependencies } from './dependencies.ts';

/**
 * Text of a record that a document contains unchanged and that nothing else in the document depends on. A changed text
 * can replace it in the output. The type is a function, so that code that traverses values treats it as a scalar.
 */
interface ShownText {
  (): string;
  /** Name of the record part that contains the text. */
  readonly part: string;
  /** Text, or its mark while {@link markShownTexts} runs. */
  readonly toJSON: () => string;
}

/** Position of a shown text in a document. */
export interface PlacedText {
  readonly part: string;
  /** Offset in UTF-16 code units, like `length`. */
  readonly at: number;
  readonly length: number;
  /** Indentation of the following lines in YAML; null for JSON. */
  readonly indent: number | null;
}

interface Showing {
  /** Serialised outputs, with the positions of shown texts in each. */
  readonly written: { readonly text: string; readonly places: readonly PlacedText[] }[];
}

/** State of the current document. Compiled pages have a separate copy of this module and no shown texts. */
let showing: Showing | undefined;
/** Mark of a shown text in JSON: its index between NUL characters. */
export const MARK = /"\\u0000(\d+)\\u0000"/;
/** Shown texts in the JSON that is being written. */
let marked: ShownText[] | undefined;

/**
 * Wraps a text that a format writes unchanged and uses for nothing else.
 * @param read reads exactly one member of a record
 * @returns the plain value outside of {@link withShownTexts}, or if it is empty or not a text
 */
export function shownText<T extends string | null | undefined>(read: () => T): T | ShownText {
  if (showing === undefined) return read();
  const { value, dependencies } = noteDependencies(read);
  const [part, ...others] = dependencies.parts;
  // The document depends on whether there is a text, so this value is read as an ordinary dependency.
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
 * Copies an object of a record, with some members wrapped by {@link shownText}.
 * @param texts names of these members
 */
export function withShownMembers(value: object, texts: readonly string[]): Readonly<Record<string, unknown>> {
  // `Object.keys` would read every member and thus note it as a dependency.
  return Object.fromEntries(
    Reflect.ownKeys(value).map((key) => {
      const read = () => Reflect.get(value, key);
      return [key, texts.includes(String(key)) ? shownText(read) : read()];
    }),
  );
}

/**
 * Whether a value is a non-empty text. One such text can replace another without an effect on the rest of the
 * document.
 */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isShownText(value: unknown): value is ShownText {
  return typeof value === 'function' && 'part' in value && 'toJSON' in value;
}

/**
 * Renders a document with shown texts. Only one document may be rendered at a time.
 * @returns the document and the positions of its shown texts; none unless the document is the only serialised output
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
    if (only === undefined || only.text !== made.content || others.length > 0) return { made, texts: [] };
    return { made, texts: only.places };
  } finally {
    showing = undefined;
  }
}

/** Records the serialised output of a format and the positions of shown texts in it. */
export function noteShownTexts(text: string, places: readonly PlacedText[]): void {
  if (places.length > 0) showing?.written.push({ text, places });
}

/**
 * Calls a function that writes JSON with a {@link MARK} in place of each shown text.
 * @returns result of the function, and the shown texts in the order of the indexes in their marks
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
