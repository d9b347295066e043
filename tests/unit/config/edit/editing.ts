import { editText, type TextEdit } from '../../../../src/config/edit/edit-text.ts';
import type { Key } from '../../../../src/config/edit/entries.ts';
import type { Json } from '../../../../src/config/edit/print.ts';

/** `services/0/name`: numbers are items of lists. */
const keysOf = (path: string): readonly Key[] => path.split('/').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

export const set = (path: string, value: Json, ...after: readonly string[]): TextEdit => ({
  kind: 'set',
  keys: keysOf(path),
  value,
  after,
});
export const append = (path: string, value: Json): TextEdit => ({ kind: 'append', keys: keysOf(path), value });
export const remove = (path: string): TextEdit => ({ kind: 'delete', keys: keysOf(path) });

/** @throws the reason of a refusal */
export function edited(text: string, ...edits: readonly TextEdit[]): string {
  const result = editText(text, edits);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.text;
}
