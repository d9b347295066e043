import { ownMember } from '../model/own-property.ts';
import { isRecord } from '../schema/json-values.ts';
import { type Phrase, phraseText } from '../words/phrase.ts';
import type { Words } from '../words/words.ts';

/** Formats values for changes: short enough to compare old and new at a glance. */

/** Maximum length of a shown text, in characters. */
const LONGEST_TEXT = 240;
const MOST_VALUES = 20;
/** Length in characters at which serialization stops. */
const LONGEST_JSON = 20_000;
/** Number of characters shown before the first difference. */
const LEAD = 80;

/** Converts a text to a phrase; null if the text is missing or empty. */
export function textValue(text: string | null | undefined): Phrase | null {
  return text === null || text === undefined || text === '' ? null : [text];
}

export function code(text: string): Phrase {
  return [{ code: text }];
}

export function codeOrNull(value: { toString(): string } | null | undefined): Phrase | null {
  return value === null || value === undefined ? null : code(String(value));
}

/** Shortens two long texts to the part around their first difference. */
export function shownValues(before: Phrase | null, after: Phrase | null): readonly (Phrase | null)[] {
  const [was, now] = [before, after].map(textOf);
  const start = was === undefined || now === undefined ? 0 : startOf(was, now);
  return [before, after].map((value) => {
    const text = textOf(value);
    if (value === null || text === undefined) return value;
    return typeof value[0] === 'string' ? [shortened(text, start)] : code(shortened(text, start));
  });
}

/** Text of a phrase with one piece; undefined for a phrase of several pieces, which needs no shortening. */
function textOf(value: Phrase | null): string | undefined {
  return value?.length === 1 ? phraseText(value) : undefined;
}

/** Offset at which the shown part of both texts begins: a word shortly before the first difference. */
function startOf(was: string, now: string): number {
  const longest = Math.max(was.length, now.length);
  let difference = 0;
  while (difference < longest && was[difference] === now[difference]) difference += 1;
  const start = Math.min(difference - LEAD, longest - LONGEST_TEXT + 1);
  if (start <= 1) return 0;
  const blank = was.indexOf(' ', start);
  return blank < 0 || blank >= difference ? start : blank + 1;
}

function shortened(text: string, start = 0): string {
  // The shown part must not begin with half a surrogate pair.
  const [lead, rest] = start === 0 ? ['', text] : ['…', text.slice(start).replace(/^[\uDC00-\uDFFF]/, '')];
  const characters = [...rest.slice(0, LONGEST_TEXT * 2)];
  const room = LONGEST_TEXT - lead.length;
  return (
    lead + (rest.length <= room || characters.length <= room ? rest : `${characters.slice(0, room - 1).join('')}…`)
  );
}

/** Formats a value as JSON, so that `"1"` and `1` differ. Stops after about {@link LONGEST_JSON} characters. */
export function jsonValue(value: unknown): Phrase | null {
  if (value === undefined) return null;
  let text = '';
  const write = (part: unknown): void => {
    if (text.length > LONGEST_JSON) return;
    if (Array.isArray(part)) writeList('[', part, ']', write);
    else if (isRecord(part))
      writeList('{', Object.entries(part), '}', ([key, inner]) => {
        text += `${JSON.stringify(key)}:`;
        write(inner);
      });
    else text += JSON.stringify(part) ?? 'null';
  };
  const writeList = <T>(start: string, items: readonly T[], end: string, writeItem: (item: T) => void): void => {
    text += start;
    for (const [index, item] of items.entries()) {
      if (text.length > LONGEST_JSON) return;
      if (index > 0) text += ',';
      writeItem(item);
    }
    text += end;
  };
  write(value);
  return code(text);
}

/** Depth to which {@link factOf} writes objects. */
const DEEPEST_FACT = 6;

/**
 * Formats a key with its value, without the punctuation of JSON: `unit m`, `not (enum "a", "b")`. A value `true` is
 * left out, and a reference becomes the name of its component.
 */
function factOf(key: string, value: unknown, depth = DEEPEST_FACT): string {
  if (value === true) return key;
  if (key === '$ref' && typeof value === 'string') return value.slice(value.lastIndexOf('/') + 1);
  const isValue = key === 'const' || key === 'enum';
  const said = (part: unknown): string => {
    if (Array.isArray(part)) return part.map(said).join(', ');
    if (!isRecord(part)) return isValue ? JSON.stringify(part) : String(part);
    if (Object.keys(part).length === 0) return '(any)';
    return depth === 0 ? '(…)' : `(${factsOf(part, depth - 1).join(', ')})`;
  };
  return `${key} ${said(value)}`;
}

export function factsOf(record: object, depth = DEEPEST_FACT): readonly string[] {
  return Object.entries(record).map(([key, value]) => factOf(key, value, depth));
}

/** Formats a part of a schema for people. */
export function factValue(record: object | undefined): Phrase | null {
  return record === undefined ? null : code(factsOf(record).join(', '));
}

export function codes(names: readonly string[], words: Words): Phrase | null {
  if (names.length === 0) return null;
  const shown = names.slice(0, MOST_VALUES).map((name) => shortened(name));
  return words.codes('list.comma', names.length > MOST_VALUES ? [...shown, '…'] : shown);
}

/** Suffix of the name of a rule for a value that was added, removed or changed. */
export function turnOf(before: unknown, after: unknown): 'added' | 'removed' | 'changed' {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** Values of the first list that are not in the second, without duplicates. */
export function without(values: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return [...new Set(values)].filter((value) => !known.has(value));
}

type Members<T> = Readonly<Record<string, T>>;
type NamedPair<T> = readonly [name: string, before: T | undefined, after: T | undefined];

/** Pairs the members of two records by name, in the order of the second record; the rest of the first comes last. */
export function byName<T>(before: Members<T> | undefined, after: Members<T> | undefined): readonly NamedPair<T>[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names].map((name) => [name, ownMember(before, name), ownMember(after, name)]);
}
