import type { Components } from '../../model/components.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import type { Piece } from '../pieces.ts';
import { see } from './schema-facts.ts';
import { isVagueType } from './type-pieces.ts';

/** The type of what must not be there. */
export function notAllowed(words: Words): readonly Piece[] {
  return [{ text: words.say('field.notAllowed'), href: null }];
}

const TELLS_A_TYPE = ['type', '$ref', 'allOf', 'oneOf', 'anyOf', 'const', 'enum', 'properties', 'items'] as const;

/** "Else if" is about the fields around it as well. */
const BRANCHES = ['if', 'then', 'else'] as const;

/**
 * A part of a schema that holds on a condition: its fields have the types that they have around it, where it tells
 * none.
 */
export function withTypesAround(part: JsonSchema, around: JsonSchemaObject, components: Components): JsonSchema {
  if (typeof part === 'boolean' || around.properties === undefined) return part;
  const { properties } = around;
  const branches = BRANCHES.flatMap((keyword) => {
    const branch = part[keyword];
    return branch === undefined ? [] : [[keyword, withTypesAround(branch, around, components)] as const];
  });
  const own = branches.length === 0 ? part : { ...part, ...Object.fromEntries(branches) };
  if (part.properties === undefined) return own;
  const typed = Object.entries(part.properties).map(([name, schema]): [string, JsonSchema] => {
    const outer = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (
      typeof schema === 'boolean' ||
      typeof outer !== 'object' ||
      TELLS_A_TYPE.some((keyword) => schema[keyword] !== undefined)
    )
      return [name, schema];
    const { type } = see(outer, components).merged;
    return [name, type === undefined ? schema : { type, ...schema }];
  });
  return { ...own, properties: Object.fromEntries(typed) };
}

/** Type of such a part; empty where it is the type of the whole. */
export function typeOnCondition(part: JsonSchema, type: readonly Piece[], components: Components): readonly Piece[] {
  if (typeof part === 'boolean') return part ? type : notAllowed(wordsOf(components));
  return isVagueType(part, components) ? [] : type;
}
