import { isDeepStrictEqual } from 'node:util';
import { loadYaml } from '../configuration-files.ts';
import type { Json } from './emit.ts';
import { Refusal } from './refusal.ts';
import type { Splice } from './splice.ts';
import { deletion, insertion } from './splice.ts';

export type YamlEdit =
  /** Maps on the way that are not there are made. */
  { readonly kind: 'set'; readonly keys: readonly string[]; readonly value: Json } | { readonly kind: 'delete'; readonly keys: readonly string[] };

export type YamlEditing =
  | { readonly kind: 'edited'; readonly text: string }
  /** For people: what stands there that cannot be edited without a loss, one sentence or two. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Edits the text of a YAML file in place: every byte that is not part of an edited value stays, with comments, order, quotes, and the way
 * lines end. Each edit is checked by reading the result: whatever does not come out as meant is refused, and so nothing is lost.
 */
export function editYaml(text: string, edits: readonly YamlEdit[]): YamlEditing {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  try {
    return { kind: 'edited', text: mark + edits.reduce(applyEdit, text.slice(mark.length)) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

function applyEdit(text: string, edit: YamlEdit): string {
  const before = read(text);
  if (edit.kind === 'set' && isDeepStrictEqual(valueAt(before, edit.keys), edit.value)) return text;
  if (edit.kind === 'delete' && valueAt(before, edit.keys) === undefined) return text;
  const splice = edit.kind === 'set' ? insertion(text, edit.keys, edit.value) : deletion(text, edit.keys);
  const edited = apply(text, splice);
  const expected = changed(before, edit.keys, edit.kind === 'set' ? edit.value : undefined);
  let after: unknown;
  try {
    after = loadYaml(edited);
  } catch {
    throw new Refusal(edit.keys, 'cannot be edited here without damage');
  }
  if (!isDeepStrictEqual(withoutEmpty(after), withoutEmpty(expected))) throw new Refusal(edit.keys, 'cannot be edited here without changing something else');
  return edited;
}

function apply(text: string, { start, end, insert }: Splice): string {
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  return text.slice(0, start) + insert.replaceAll('\n', lineEnd) + text.slice(end);
}

function read(text: string): unknown {
  try {
    return loadYaml(text);
  } catch {
    throw new Refusal([], 'is not YAML that can be read');
  }
}

export function valueAt(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
}

/** A copy with another value at a place; undefined: without it. */
function changed(value: unknown, keys: readonly string[], to: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return to;
  const entries = new Map(isRecord(value) ? Object.entries(value) : []);
  const below = changed(entries.get(key), rest, to);
  if (below === undefined) entries.delete(key);
  else entries.set(key, below);
  return Object.fromEntries(entries);
}

/** A map that lost its last entry reads as nothing, and means the same. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  return entries.length === 0 ? null : Object.fromEntries(entries.map(([key, item]) => [key, withoutEmpty(item)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
