import type { Components } from '../../model/components.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { typesOf } from '../../model/schema/types.ts';
import { wordsOf } from '../../words/words.ts';
import type { Piece } from '../pieces.ts';
import { isStructured, plainTypeWords, see } from './schema-facts.ts';
import { lastPart, typeWords } from './type-words.ts';

/** Lists inside lists are looked through this deep for the schema that they hold. */
const DEEPEST_LIST = 6;

/**
 * The type of a value in words. The name of a schema links to its page; of one that is plain, its type stands behind it:
 * `Quantity, a string`. Where the fields are drawn elsewhere, a note beside it says where.
 */
export function typePieces(
  schema: JsonSchema,
  components: Components,
  pathOf: (name: string) => string,
): readonly Piece[] {
  const leaf = leafOf(schema, components);
  if (leaf === null) return [{ text: plainTypeWords(schema, components), href: null }];
  const { name, merged: inside } = leaf;
  const { name: own, merged } = see(schema, components);
  const words = typeWords(schema, components);
  const text = isStructured(inside, components)
    ? structuredWords(words, name, own === null ? null : merged, components)
    : plainWords(words.includes(name) ? words : name, inside, own === null, components);
  const at = text.startsWith(name) ? 0 : text.lastIndexOf(name);
  const pieces = [
    { text: text.slice(0, at), href: null },
    { text: lastPart(name), href: pathOf(name) },
    { text: text.slice(at + name.length), href: null },
  ];
  return pieces.filter((piece) => piece.text !== '');
}

/** @param list the schema that the name stands for, which may be a list itself: `Books, array of Book` */
function structuredWords(words: string, name: string, list: JsonSchemaObject | null, components: Components): string {
  if (list?.items !== undefined && typesOf(list).includes('array')) return `${name}, ${typeWords(list, components)}`;
  if (words.includes(name)) return words;
  return words === 'object' ? name : `${name}, ${words}`;
}

/** What a plain schema with a name is: `Quantity, a string`; of the items of a list `array of Quantity, each a string`. */
function plainWords(name: string, merged: JsonSchemaObject, isItem: boolean, components: Components): string {
  const words = wordsOf(components);
  const type = plainTypeWords(merged, components);
  if (type === words.say('type.anyValue')) return name;
  if (/^(?:integer|object|array)\b/.test(type))
    return words.say(isItem ? 'type.eachAn' : 'type.namedAn', { name, type });
  if (/^(?:string|number|boolean)\b/.test(type))
    return words.say(isItem ? 'type.eachA' : 'type.namedA', { name, type });
  return words.say(isItem ? 'type.each' : 'type.named', { name, type });
}

interface Leaf {
  readonly name: string;
  readonly merged: JsonSchemaObject;
}

/** The named schema that the value, or what the list holds, is. */
function leafOf(schema: JsonSchema, components: Components): Leaf | null {
  let current = see(schema, components);
  for (
    let depth = 0;
    depth < DEEPEST_LIST && current.name === null && typeof current.merged.items === 'object';
    depth += 1
  ) {
    current = see(current.merged.items, components);
  }
  const { name, merged } = current;
  return name === null || merged['x-platform-missing'] !== undefined ? null : { name, merged };
}
