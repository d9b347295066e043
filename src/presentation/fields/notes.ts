import type { Components } from '../../model/components.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { type JsonSchema, type JsonSchemaObject, subschemasOf } from '../../schema/schema.ts';
import type { Words } from '../../words/words.ts';
import { anchorPart } from '../anchors.ts';
import type { Drawing, Place } from './field-place.ts';
import { type Content, type HiddenFields, NO_CONTENT, type Note } from './field-shape.ts';
import { see } from './schema-facts.ts';

/** Field names in a line about fields drawn elsewhere. */
const NAMES_IN_NOTE = 12;
/** Names have anchors, as where they are drawn, to this depth. */
const ANCHORED_TO_DEPTH = 2;

export function withNote(note: Note): Content {
  return { ...NO_CONTENT, note };
}

/** Number and names of the fields of a schema that is drawn elsewhere. */
export function noteOn(
  merged: JsonSchemaObject,
  place: Place,
  target: Pick<Note, 'link' | 'href'>,
  { anchors, components }: Pick<Drawing, 'anchors' | 'components'>,
): Content {
  const names = Object.entries(merged.properties ?? {}).flatMap(([name, schema]) =>
    travelsOtherWay(schema, place.direction, components) ? [] : [name],
  );
  const id = (name: string): string | null =>
    place.depth <= ANCHORED_TO_DEPTH ? anchors.claim(`${place.anchor}.${anchorPart(name)}`) : null;
  const note: Note = {
    names: names.slice(0, NAMES_IN_NOTE).map((name) => ({ name, id: id(name) })),
    isCut: names.length > NAMES_IN_NOTE,
    ...target,
  };
  const required = new Set(Array.isArray(merged.required) ? merged.required : []);
  const requiredCount = names.filter((name) => required.has(name)).length;
  return { ...withNote(note), fieldCount: names.length, requiredCount };
}

/** Whether a field is only sent, or only comes back, and does not belong here. */
export function travelsOtherWay(schema: JsonSchema, direction: Direction, components: Components): boolean {
  if (direction === 'both') return false;
  const { merged } = see(schema, components);
  return direction === 'request' ? merged.readOnly === true : merged.writeOnly === true;
}

/** Fields that travel the other way. */
export function hiddenOf(names: readonly string[], direction: Direction, words: Words, href: string): HiddenFields {
  const count = names.length;
  const text = words.say(direction === 'request' ? 'field.readOnlyHidden' : 'field.writeOnlyHidden', { count });
  return { link: { text, href }, names: names.slice(0, NAMES_IN_NOTE) };
}

/** Schemas and all that is inside them, each once. */
export function* schemasBelow(roots: readonly JsonSchema[], components: Components): Generator<JsonSchemaObject> {
  const below = new Set(roots);
  // The set grows while it is gone through.
  for (const schema of below) {
    if (typeof schema === 'boolean') continue;
    yield schema;
    if (schema.$ref !== undefined) {
      const { value } = components.resolve<JsonSchemaObject>({ $ref: schema.$ref });
      below.add(value);
    }
    for (const inner of subschemasOf(schema)) below.add(inner.schema);
  }
}

/** Whether some field inside is only sent, or only comes back: requests and responses have other fields then. */
export function hasOneWayFields(name: string, components: Components): boolean {
  const schema = components.schema(name);
  return typeof schema === 'object' && components.remembered('one-way fields', schema, holdsOneWayFields);
}

function holdsOneWayFields(root: JsonSchemaObject, components: Components): boolean {
  for (const { readOnly, writeOnly } of schemasBelow([root], components))
    if (readOnly === true || writeOnly === true) return true;
  return false;
}
