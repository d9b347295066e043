import type { Components } from '../model/components.ts';
import { ANY_NAME, anchorPart, variantPart } from '../presentation/anchors.ts';
import { travelsOtherWay } from '../presentation/fields/notes.ts';
import type { SeenSchema } from '../presentation/fields/schema-facts.ts';
import { drawnVariantGroups, factsOf, needsRow, see, titleText, wholeOf } from '../presentation/fields/schema-facts.ts';
import { membersOf, plainValues } from '../presentation/fields/shape-words.ts';
import { plainText } from '../presentation/markdown-text.ts';
import type { Direction } from '../schema/hidden-names.ts';
import { type JsonSchema, type JsonSchemaObject, subschemasOf } from '../schema/schema.ts';
import { wordsOf } from '../words/words.ts';
import type { Entry } from './entry.ts';

/** Members of an {@link Entry} that a field determines. */
type FoundField = Pick<Entry, 'name' | 'anchor' | 'around' | 'schemas' | 'values' | 'text'>;

/** Maximum depth of nested fields that are searched, more than in real descriptors. */
const DEEPEST = 40;
/** Maximum depth of nested lists and variants that are searched. */
const DEEPEST_LIST = 4;

interface Place {
  readonly anchor: string;
  readonly direction: Direction;
  readonly around: readonly string[];
  /** Schemas that contain the place, so that a schema that contains itself is searched only once. */
  readonly inside: readonly object[];
  /** Receives the fields in the order of their rows. */
  readonly found: FoundField[];
}

/**
 * Fields of the inline schemas in a body, with the anchors of their rows (`presentation/fields/`). Fields of named
 * schemas belong to the pages of those schemas.
 */
export function fieldsOf(
  schema: JsonSchema,
  components: Components,
  anchor: string,
  direction: Direction,
): readonly FoundField[] {
  return see(schema, components).name === null ? allFieldsOf(schema, components, anchor, direction) : [];
}

/** Fields of a schema that may be named, as on the page of a named schema. */
export function allFieldsOf(
  schema: JsonSchema,
  components: Components,
  anchor: string,
  direction: Direction = 'both',
): readonly FoundField[] {
  const found: FoundField[] = [];
  const seen = { ...see(schema, components), name: null };
  addInside(seen, components, { anchor, direction, around: [], inside: [], found });
  return found;
}

/** Allowed values of a schema and those that choose its variants, and its title and descriptions as one line. */
export function textsOf(name: string, seen: SeenSchema, components: Components): Pick<FoundField, 'values' | 'text'> {
  const { merged } = seen;
  const { values, descriptions, meanings = [] } = factsOf(merged, components);
  const choosing = seen.name === null ? Object.keys(merged.discriminator?.mapping ?? {}) : [];
  const always = typeof merged.const === 'string' ? [merged.const] : [];
  const items = typeof merged.items === 'object' ? see(merged.items, components).merged : merged;
  return {
    values: [...always, ...[...values, ...plainValues(items, components)].map(bare), ...choosing],
    text: [titleText(name, seen) ?? '', ...[...descriptions, ...meanings].map((one) => plainText(one))]
      .join(' ')
      .trim(),
  };
}

/** Names of the schemas whose fields a value of this schema contains. */
export function schemasOf(seen: SeenSchema, components: Components, depth = DEEPEST_LIST): readonly string[] {
  return seen.name === null ? schemasInside(seen, components, depth) : [seen.name];
}

/** Names as in {@link schemasOf}, but a named schema contributes the schemas inside it, not its own name. */
export function schemasInside(seen: SeenSchema, components: Components, depth = DEEPEST_LIST): readonly string[] {
  const { merged, parts } = seen;
  if (depth === 0) return [];
  if (!holdsSchemas(merged)) return parts;
  const held = wholeOf(merged).flatMap((part) => [...subschemasOf(part)].filter(({ keyword }) => !APART.has(keyword)));
  const inHeld = held.flatMap(({ schema }) => schemasOf(see(schema, components), components, depth - 1));
  return [...new Set([...parts, ...inHeld])];
}

/** Most schemas describe plain values and hold none. */
const holdsSchemas = (schema: JsonSchemaObject): boolean => subschemasOf(schema).next().done !== true;

/** Keywords whose schemas are parts of the schema itself, have entries of their own, or describe no valid value. */
const APART: ReadonlySet<string> = new Set(['allOf', 'properties', '$defs', 'if', 'not']);
/** Keywords whose schemas apply on conditions; pages show them as JSON Schema. */
const CONDITIONAL: ReadonlySet<string> = new Set(['then', 'else', 'dependentSchemas', 'contains']);

/** Adds the fields inside a schema, unless the schema has a page of its own. */
function addInside({ merged, name: ownName, parts }: SeenSchema, components: Components, place: Place): void {
  if (ownName !== null || !holdsSchemas(merged)) return;
  if (place.inside.includes(merged) || place.inside.length >= DEEPEST) return;
  const here = { ...place, inside: [...place.inside, merged] };
  const ofParts = parts.map((part) => see(components.schema(part) ?? true, components).merged.properties ?? {});
  for (const [name, property] of Object.entries(merged.properties ?? {})) {
    // Fields of a named part have entries on the page of that part.
    if (ofParts.some((properties) => Object.hasOwn(properties, name) && properties[name] === property)) continue;
    if (!travelsOtherWay(property, place.direction, components))
      addRow(name, property, components, `${place.anchor}.${anchorPart(name)}`, here);
  }
  addMembers(merged, components, here);
  for (const part of wholeOf(merged)) {
    addVariants(part, components, here);
    for (const { keyword, schema: own } of subschemasOf(part)) {
      if (!CONDITIONAL.has(keyword)) continue;
      const found: FoundField[] = [];
      addInside(see(own, components), components, { ...here, found });
      for (const field of found) place.found.push({ ...field, anchor: place.anchor });
    }
  }
  if (typeof merged.items === 'object')
    addInside(see(merged.items, components), components, { ...here, anchor: `${place.anchor}.${ANY_NAME}` });
}

function addRow(name: string, schema: JsonSchema, components: Components, anchor: string, place: Place): void {
  const seen = see(schema, components);
  const { around, found } = place;
  found.push({ name, anchor, around, schemas: schemasOf(seen, components), ...textsOf(name, seen, components) });
  addInside(seen, components, { ...place, anchor, around: [...around, name] });
}

/** Adds the fields in the values of a map. Only the first kind of value has a known anchor. */
function addMembers(merged: JsonSchemaObject, components: Components, place: Place): void {
  const member = membersOf(merged, wordsOf(components)).find((one) => needsRow(one, components));
  if (member?.isOfFields !== true) return;
  const anchor = `${place.anchor}.${ANY_NAME}`;
  addInside(see(member.schema, components), components, { ...place, anchor, around: [...place.around, ANY_NAME] });
}

function addVariants(part: JsonSchemaObject, components: Components, place: Place): void {
  for (const { variants } of drawnVariantGroups(part, components)) {
    for (const [index, { name, title, schema }] of variants.entries()) {
      if (name !== null) continue;
      const anchor = `${place.anchor}.${variantPart(title ?? String(index + 1))}`;
      addInside(see(schema, components), components, { ...place, anchor });
    }
  }
}

/** String value without JSON quotes, as people write it in a question; other values as JSON. */
function bare(value: string): string {
  return value.startsWith('"') ? String(JSON.parse(value)) : value;
}
