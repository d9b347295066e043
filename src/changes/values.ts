import { isRecord } from '../schema/json-values.ts';
import { type Phrase, phraseText } from '../words/phrase.ts';
import type { Words } from '../words/words.ts';

/** Short texts of values before and after, so that a change is read at a glance. */

/** Limit in characters. */
const LONGEST_TEXT = 240;
const MOST_VALUES = 20;
/** Limit in characters, after which writing ends. */
const LONGEST_JSON = 20_000;
/** Characters that are shown before the first difference. */
const LEAD = 80;

/** Value of a text; null for a missing or empty one. */
export function textValue(text: string | null | undefined): Phrase | null {
  return text === null || text === undefined || text === '' ? null : [text];
}

export function code(text: string): Phrase {
  return [{ code: text }];
}

/** Shortens two long texts to the part around their first difference; descriptors have the whole texts. */
export function shownValues(before: Phrase | null, after: Phrase | null): readonly (Phrase | null)[] {
  const [was, now] = [before, after].map(textOf);
  const start = was === undefined || now === undefined ? 0 : startOf(was, now);
  return [before, after].map((value) => {
    const text = textOf(value);
    if (value === null || text === undefined) return value;
    return typeof value[0] === 'string' ? [shortened(text, start)] : code(shortened(text, start));
  });
}

/** Text of a phrase of one piece; undefined for a sentence of several, which is short. */
function textOf(value: Phrase | null): string | undefined {
  return value?.length === 1 ? phraseText(value) : undefined;
}

/** Offset at which both texts are cut: a blank shortly before the first difference. */
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
  // The text does not begin with half a surrogate pair.
  const [lead, rest] = start === 0 ? ['', text] : ['…', text.slice(start).replace(/^[\uDC00-\uDFFF]/, '')];
  const characters = [...rest.slice(0, LONGEST_TEXT * 2)];
  const room = LONGEST_TEXT - lead.length;
  return (
    lead + (rest.length <= room || characters.length <= room ? rest : `${characters.slice(0, room - 1).join('')}…`)
  );
}

/** Value as JSON, so that a text and a number that look alike differ. It ends after {@link LONGEST_JSON} characters. */
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

export function codes(names: readonly string[], words: Words): Phrase | null {
  if (names.length === 0) return null;
  const shown = names.slice(0, MOST_VALUES).map((name) => shortened(name));
  return words.codes('list.comma', names.length > MOST_VALUES ? [...shown, '…'] : shown);
}

/** Ending of the name of a rule about a value that came, went or differs. */
export function turnOf(before: unknown, after: unknown): 'added' | 'removed' | 'changed' {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** Values of the first list that the second lacks, each once. */
export function without(values: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return [...new Set(values)].filter((value) => !known.has(value));
}

type Members<T> = Readonly<Record<string, T>>;
type NamedPair<T> = readonly [name: string, before: T | undefined, after: T | undefined];

/** Pairs the members of both records by name, in the order of the second; members of the first alone come last. */
export function byName<T>(before: Members<T> | undefined, after: Members<T> | undefined): readonly NamedPair<T>[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names].map((name) => [name, member(before, name), member(after, name)]);
}

/** An own member; undefined where there is none of that name. */
export function member<T>(record: Members<T> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
