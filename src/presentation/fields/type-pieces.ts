import type { Components } from '../../model/components.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { schemaTitle } from '../../model/schema/schema-title.ts';
import { allowsNull, typesOf } from '../../model/schema/types.ts';
import { wordsOf } from '../../words/words.ts';
import type { Piece } from '../pieces.ts';
import type { Constraint } from '../words.ts';
import { isStructured, plainTypeWords, see } from './schema-facts.ts';
import { typeParts } from './type-words.ts';

/** Lists inside lists are looked through this deep for the schema that they hold. */
const DEEPEST_LIST = 6;

/**
 * The type of a value in words. The name of a schema links to its page; of one that is plain, its type stands behind
 * it: `Quantity, a string`. Where the fields are drawn elsewhere, a note beside it says where.
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
  const words = typeParts(schema, components);
  const parts = isStructured(inside, components)
    ? structuredWords(words, name, own === null ? null : merged, components)
    : plainWords(names(words).includes(name) ? words : ['', name], inside, own === null, components);
  const pieces = parts.map((text, index) =>
    index % 2 === 0 ? { text, href: null } : { text: schemaTitle(text), href: pathOf(text) },
  );
  return pieces.filter((piece) => piece.text !== '');
}

/** What stands in words about a type as names of schemas. */
function names(parts: Constraint): Constraint {
  return parts.filter((_, index) => index % 2 === 1);
}

/** @param list the schema that the name stands for, which may be a list itself: `Books, array of Book` */
function structuredWords(
  parts: Constraint,
  name: string,
  list: JsonSchemaObject | null,
  components: Components,
): Constraint {
  const words = wordsOf(components);
  const named = (type: Constraint): Constraint => words.sentence('type.named', { name: ['', name], type });
  if (list?.items !== undefined && typesOf(list).includes('array')) return named(typeParts(list, components));
  const isNameAlone = parts.length === 2 && parts[1] === name;
  if (isNameAlone && list !== null && allowsNull(list)) return words.sentence('type.orNull', { type: parts });
  if (names(parts).includes(name)) return parts;
  return parts.join('') === 'object' ? ['', name] : named(parts);
}

/**
 * What a plain schema with a name is: `Quantity, a string`; of the items of a list `array of Quantity, each a string`.
 */
function plainWords(name: Constraint, merged: JsonSchemaObject, isItem: boolean, components: Components): Constraint {
  const words = wordsOf(components);
  const type = plainTypeWords(merged, components);
  if (type === words.say('type.anyValue')) return name;
  if (/^(?:integer|object|array)\b/.test(type))
    return words.sentence(isItem ? 'type.eachAn' : 'type.namedAn', { name, type });
  if (/^(?:string|number|boolean)\b/.test(type))
    return words.sentence(isItem ? 'type.eachA' : 'type.namedA', { name, type });
  return words.sentence(isItem ? 'type.each' : 'type.named', { name, type });
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
