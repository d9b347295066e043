import type { TextEdit } from '../config/edit/edit-text.ts';
import type { Json } from '../config/edit/print.ts';
import { isList } from '../config/edit/print.ts';
import { escapeVariables } from '../options/environment.ts';

/** What is typed into a form are characters: no form reads variables of the environment. */
export function asTyped(edit: TextEdit): TextEdit {
  return edit.kind === 'delete' ? edit : { ...edit, value: typed(edit.value) };
}

function typed(value: Json): Json {
  if (typeof value === 'string') return escapeVariables(value);
  if (isList(value)) return value.map(typed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, typed(item)]));
}
