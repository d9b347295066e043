import { type Components, titleOfSchema } from '../../model/components.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { allowsNull, typesOf } from '../../schema/types.ts';
import { phraseText } from '../../words/phrase.ts';
import { wordsOf } from '../../words/words.ts';
import type { Shape, TypePiece } from './field-shape.ts';
import { isStructured, see } from './schema-facts.ts';
import { plainVariants } from './shape-words.ts';
import { isVague, orNull, type TypeText, typeText } from './type-words.ts';

/** Depth to which nested lists are searched for the schema of their items. */
const DEEPEST_LIST = 6;

/** Type of a value with links from all schema names to their pages, without the types of schemas without fields. */
export function namePieces(
  schema: JsonSchema,
  components: Components,
  pathOf: (name: string) => string,
): Pick<Shape, 'type' | 'typeGroups'> {
  const type = typeText(schema, components);
  const isNullable = isName(type) && allowsNull(see(schema, components).merged);
  return typePieces(isNullable ? orNull(type, wordsOf(components)) : type, components, pathOf);
}

/** Links the schema names in a type to their pages. */
export function typePieces(
  { parts, groups, hasCode }: TypeParts,
  components: Components,
  pathOf: (name: string) => string,
): Required<Pick<Shape, 'type' | 'typeGroups'>> {
  const pieces = parts.map((part): TypePiece => {
    if (typeof part === 'string') return { text: part, href: null };
    const { code } = part;
    return hasCode
      ? { text: code, href: null, isCode: true }
      : { text: titleOfSchema(code, components), href: pathOf(code) };
  });
  return { type: pieces.filter((piece) => piece.text !== ''), typeGroups: groups };
}

type TypeParts = Pick<TypeText, 'parts' | 'groups' | 'hasCode'>;

/** Type of a value. The name of a schema without fields is followed by its type: `Quantity, a string`. */
export function shownType(schema: JsonSchema, components: Components): TypeParts {
  const leaf = leafOf(schema, components);
  // A plain value has no schema page to link to.
  if (leaf === null) return asText(plainType(schema, components));
  const { name, merged: inside } = leaf;
  const { name: own, merged } = see(schema, components);
  const type = typeText(schema, components);
  if (isStructured(inside, components)) return structuredType(type, name, own === null ? null : merged, components);
  const named = names(type).includes(name) ? type : { ...type, parts: [{ code: name }] };
  return plainNamed(named, inside, own === null, components);
}

function asText(type: TypeParts): TypeParts {
  return type.hasCode ? type : { parts: [phraseText(type.parts)], groups: type.groups };
}

function isName(type: TypeParts): boolean {
  return type.parts.length === 1 && names(type).length === 1;
}

/** Names of the schemas that a type mentions. */
function names({ parts }: TypeParts): readonly string[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.code]));
}

/** Describes a type with fields. @param list schema with the name; may itself be a list: `Books, array of Book` */
function structuredType(
  type: TypeText,
  name: string,
  list: JsonSchemaObject | null,
  components: Components,
): TypeParts {
  const words = wordsOf(components);
  const named = ({ parts: type, groups }: TypeParts): TypeParts => ({
    parts: words.sentence('type.named', { name: [{ code: name }], type }),
    groups,
  });
  if (list?.items !== undefined && typesOf(list).includes('array')) return named(typeText(list, components));
  if (isName(type) && names(type).includes(name) && list !== null && allowsNull(list)) return orNull(type, words);
  if (names(type).includes(name)) return type;
  return type.kind === 'object' && isVague(type) ? { parts: [{ code: name }], groups: [] } : named(type);
}

/** Describes a named schema without fields, `Quantity, a string`; for list items `array of Quantity, each a string`. */
function plainNamed(named: TypeParts, merged: JsonSchemaObject, isItem: boolean, components: Components): TypeParts {
  const { parts, kind, groups } = plainType(merged, components);
  if (kind === 'any') return named;
  // English needs the article `an` before array, integer and object.
  const article = kind === null || kind === 'null' ? '' : /^[aio]/.test(kind) ? 'An' : 'A';
  const key = `type.${isItem ? 'each' : 'named'}${article}` as const;
  const words = wordsOf(components).sentence(key, { name: named.parts, type: phraseText(parts) });
  return { parts: words, groups: [...named.groups, ...groups] };
}

/** Describes a type; schemas without fields are replaced by their types. */
function plainType(schema: JsonSchema, components: Components): TypeText {
  const { merged } = see(schema, components);
  const plain = plainVariants(merged, components);
  if (plain !== null) return allowsNull(merged) ? orNull(plain, wordsOf(components)) : plain;
  const type = typeText(schema, components);
  const { name, value } = components.resolveSchema(schema);
  if (name === null || typeof value === 'boolean') return listOfScalars(schema, components) ?? type;
  return typeof value['x-platform-missing'] === 'string'
    ? type
    : typeText(mergeSchema(value, components).schema, components);
}

function listOfScalars(schema: JsonSchema, components: Components): TypeText | null {
  const { merged } = see(schema, components);
  if (typeof merged.items !== 'object' || merged.prefixItems !== undefined || merged.items.$ref === undefined)
    return null;
  const item = see(merged.items, components);
  return isStructured(item.merged, components) ? null : typeText({ ...merged, items: item.merged }, components);
}

interface Leaf {
  readonly name: string;
  readonly merged: JsonSchemaObject;
}

/** Finds the named schema of a value, or of the innermost items of a list. */
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
