import type { Components } from '../../model/components.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';
import { typesOf } from '../../model/schema/types.ts';
import type { Piece } from '../pieces.ts';
import { isStructured, plainTypeWords, see } from './schema-facts.ts';
import { typeWords } from './type-words.ts';

/** Lists inside lists are looked through this deep for the schema that they hold. */
const DEEPEST_LIST = 6;

/**
 * The type of a value in words. The name of a structured schema links to its page, unless its fields are drawn
 * elsewhere: then a note beside it has the link.
 */
export function typePieces(
  schema: JsonSchema,
  components: Components,
  pathOf: (name: string) => string,
  isElsewhere: boolean,
): readonly Piece[] {
  const name = leafName(schema, components);
  if (name === null) return [{ text: plainTypeWords(schema, components), href: null }];
  const { name: own, merged } = see(schema, components);
  const list =
    own !== null && merged.items !== undefined && typesOf(merged).includes('array')
      ? `, ${typeWords(merged, components)}`
      : '';
  const words = typeWords(schema, components) + list;
  const at = list === '' ? words.lastIndexOf(name) : words.indexOf(name);
  if (at === -1 || isElsewhere) return [{ text: at === -1 ? `${name}, ${words}` : words, href: null }];
  const pieces = [
    { text: words.slice(0, at), href: null },
    { text: name, href: pathOf(name) },
    { text: words.slice(at + name.length), href: null },
  ];
  return pieces.filter((piece) => piece.text !== '');
}

/** Name of the structured schema that the value, or what the list holds, is. */
function leafName(schema: JsonSchema, components: Components): string | null {
  let current = see(schema, components);
  for (
    let depth = 0;
    depth < DEEPEST_LIST && current.name === null && typeof current.merged.items === 'object';
    depth += 1
  ) {
    current = see(current.merged.items, components);
  }
  return current.name !== null && isStructured(current.merged, components) ? current.name : null;
}
