import type { Components } from '../../model/components.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { typesOf } from '../../model/schema/types.ts';
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
  const isPlain = !isStructured(inside, components);
  const rest = !isPlain
    ? own !== null && merged.items !== undefined && typesOf(merged).includes('array')
      ? `, ${typeWords(merged, components)}`
      : ''
    : plainWords(inside, own === null, components);
  const at = words.lastIndexOf(name);
  const [before, after] =
    at === -1 ? ['', words === 'object' ? '' : `, ${words}`] : [words.slice(0, at), words.slice(at + name.length)];
  const pieces = [
    { text: before, href: null },
    { text: lastPart(name), href: pathOf(name) },
    { text: after + rest, href: null },
  ];
  return pieces.filter((piece) => piece.text !== '');
}

/** What a plain schema with a name is: `, a string`; of the items of a list `, each a string`. */
function plainWords(merged: JsonSchemaObject, isItem: boolean, components: Components): string {
  const words = plainTypeWords(merged, components);
  if (words === 'any value') return '';
  const article = /^(?:integer|object|array)\b/.test(words)
    ? 'an '
    : /^(?:string|number|boolean)\b/.test(words)
      ? 'a '
      : '';
  return `, ${isItem ? 'each ' : ''}${article}${words}`;
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
