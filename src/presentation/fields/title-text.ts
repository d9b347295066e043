import type { Components } from '../../model/components.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { lettersIn } from '../name-words.ts';
import { shortened } from '../plain-text.ts';
import { see } from './schema-facts.ts';

/**
 * Title of a schema as the text of a field without a description (JSON Schema, Validation 2020-12, §9.1): many
 * descriptors that programs write have all their text there.
 * @param name of the field
 * @returns plain text; null where there is a description, or where the title is only a name
 */
export function titleText(name: string, schema: JsonSchema, components: Components): string | null {
  const { merged, name: component } = see(schema, components);
  if ((merged.description ?? '').trim() !== '') return null;
  return titleBeside([name, component ?? ''], merged.title);
}

/** Ours: one word is a name, as programs make them; several are a text. */
const SEVERAL_WORDS = /\S\s+\S/;

/** Shortens {@link titleText} for lists and the head of a page. */
export function titleSentence(name: string, schema: JsonSchema, components: Components): string | null {
  const text = titleText(name, schema, components);
  return text === null ? null : shortened(text);
}

/** A title of several words, unless it has those of a name, however they are written: `Created At` of `created_at`. */
export function titleBeside(names: readonly string[], title: unknown): string | null {
  if (typeof title !== 'string' || !SEVERAL_WORDS.test(title)) return null;
  return names.some((name) => lettersIn(name) === lettersIn(title)) ? null : title.trim().replaceAll(/\s+/g, ' ');
}
