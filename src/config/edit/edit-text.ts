import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../schema/json-values.ts';
import { loadYaml } from '../configuration-files.ts';
import { addition, deletion, insertion } from './block.ts';
import { type Key, parseRoot, Refusal, type Source, type Splice } from './entries.ts';
import type { Json } from './print.ts';

export type TextEdit =
  /**
   * Sets a value, and creates missing parent maps. `after`: sibling keys; a new entry is inserted after the last of
   * these that exists, otherwise at the end.
   */
  | { readonly kind: 'set'; readonly keys: readonly Key[]; readonly value: Json; readonly after?: readonly string[] }
  /** Adds an item to a list. Creates the list if it is missing. */
  | { readonly kind: 'append'; readonly keys: readonly Key[]; readonly value: Json; readonly after?: readonly string[] }
  /** Deletes an entry. `keepsComments`: comments inside it stay, each on its own line. */
  | { readonly kind: 'delete'; readonly keys: readonly Key[]; readonly keepsComments?: boolean };

type TextEditing =
  | { readonly kind: 'edited'; readonly text: string }
  /** `reason`: one or two sentences: a loss, or a place that is missing, no list or unreadable. `keys`: of the edit. */
  | { readonly kind: 'refused'; readonly reason: string; readonly keys: readonly Key[] };

/**
 * Edits the text of a YAML or JSON file. All bytes outside the edited values stay the same, including comments, order,
 * quotes and line endings. The result of each edit is parsed; an edit with unintended effects is refused.
 * @param read parses the text in the same way as the program that uses the file; throws if the text is invalid
 */
export function editText(
  text: string,
  edits: readonly TextEdit[],
  read: (text: string) => unknown = loadYaml,
): TextEditing {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  let edited = text.slice(mark.length);
  for (const edit of edits) {
    try {
      edited = applyEdit(edited, edit, read);
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'refused', reason: error.message, keys: edit.keys };
      throw error;
    }
  }
  return { kind: 'edited', text: mark + edited };
}

function applyEdit(text: string, edit: TextEdit, read: (text: string) => unknown): string {
  const before = tryRead(text, read, 'cannot be read');
  const current = valueAt(before, edit.keys);
  if (edit.kind === 'set' && isDeepStrictEqual(current, edit.value)) return text;
  if (edit.kind === 'delete' && current === undefined) return text;
  const edited = apply(text, spliceOf({ text, isJson: isJson(text) }, edit, current));
  const expected = changed(before, edit.keys, expectedValue(edit, current));
  // The editor must be able to parse the result, too: `read` may accept a text that could not be edited again.
  parseRoot(edited);
  const after = tryRead(edited, read, 'cannot be edited here without damage', edit.keys);
  if (!isDeepStrictEqual(withoutEmpty(after), withoutEmpty(expected)))
    throw new Refusal(edit.keys, 'cannot be edited here without changing something else');
  return edited;
}

function spliceOf(source: Source, edit: TextEdit, current: unknown): Splice {
  switch (edit.kind) {
    case 'set':
      return insertion(source, edit.keys, edit.value, edit.after);
    case 'append':
      if (Array.isArray(current) && current.length > 0) return addition(source, edit.keys, edit.value);
      if (current !== undefined && current !== null && !Array.isArray(current))
        throw new Refusal(edit.keys, 'is not a list');
      return insertion(source, edit.keys, [edit.value], edit.after);
    case 'delete':
      return deletion(source, edit.keys, edit.keepsComments === true);
    default:
      return edit satisfies never;
  }
}

function expectedValue(edit: TextEdit, current: unknown): unknown {
  if (edit.kind === 'append') return [...(Array.isArray(current) ? current : []), edit.value];
  return edit.kind === 'set' ? edit.value : undefined;
}

function apply(text: string, { start, end, insert }: Splice): string {
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  return text.slice(0, start) + insert.replaceAll(/\r?\n/g, lineEnd) + text.slice(end);
}

function tryRead(text: string, read: (text: string) => unknown, complaint: string, keys: readonly Key[] = []): unknown {
  try {
    return read(text);
  } catch {
    throw new Refusal(keys, complaint);
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function valueAt(value: unknown, keys: readonly Key[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (typeof key === 'number') return Array.isArray(value) ? valueAt(value[key], rest) : undefined;
  return isRecord(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
}

/** Copies a value with another nested value at `keys`; undefined removes the nested value. */
function changed(value: unknown, keys: readonly Key[], to: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return to;
  if (typeof key === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items
      .map((item, index) => (index === key ? changed(item, rest, to) : item))
      .filter((item) => item !== undefined);
  }
  const entries = new Map(isRecord(value) ? Object.entries(value) : []);
  const below = changed(entries.get(key), rest, to);
  if (below === undefined) entries.delete(key);
  else entries.set(key, below);
  return Object.fromEntries(entries);
}

/** Replaces empty maps by null: YAML reads a map without entries as null, which has the same meaning here. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  return entries.length === 0 ? null : Object.fromEntries(entries.map(([key, item]) => [key, withoutEmpty(item)]));
}
