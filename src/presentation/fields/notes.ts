import { type Components, titleOfSchema } from '../../model/components.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { type JsonSchema, type JsonSchemaObject, subschemasOf } from '../../schema/schema.ts';
import type { Words } from '../../words/words.ts';
import { SCHEMA_ANCHOR } from '../anchors.ts';
import type { FieldContext, FieldPlace } from './field-place.ts';
import { type FieldNote, type HiddenFields, NO_CONTENT, type ShapeContent } from './field-shape.ts';
import { see } from './schema-facts.ts';

/** Maximum number of field names in a note about fields drawn elsewhere. */
const NAMES_IN_NOTE = 12;

/** Places where an operation or a page has drawn named schemas in full. */
export class DrawnSchemas {
  readonly #components: Components;
  readonly #places = new Map<string, FieldPlace>();

  constructor(components: Components) {
    this.#components = components;
  }

  add(name: string, place: FieldPlace): void {
    this.#places.set(`${place.direction} ${name}`, place);
  }

  /** Finds the place where a schema is drawn; the opposite direction counts if both directions have the same fields. */
  find(name: string, direction: Direction): FieldPlace | undefined {
    const own = this.#places.get(`${direction} ${name}`);
    const other = this.#places.get(`${direction === 'request' ? 'response' : 'request'} ${name}`);
    return own ?? (other === undefined || hasOneWayFields(name, this.#components) ? undefined : other);
  }

  /** Forgets all places, so that each schema is drawn in full at its next use. */
  clear(): void {
    this.#places.clear();
  }
}

/** Link to the place where a named schema is drawn; its text is the path in the same body, else that body's title. */
export function linkToDrawn(drawn: FieldPlace, from: FieldPlace, words: Words): Pick<FieldNote, 'link' | 'href'> {
  const isSameBody = from.body === drawn.body && drawn.path.length > 0;
  const title = isSameBody ? drawn.path.join('.') : drawn.title;
  return { link: words.say('field.see', { title }), href: `#${drawn.target}` };
}

/** Link to the page of a named schema, or to a place there. */
export function linkToSchema(
  name: string,
  { components, schemaPath, words }: FieldContext,
  fragment = '',
): Pick<FieldNote, 'link' | 'href'> {
  return {
    link: words.say('field.seeSchema', { name: titleOfSchema(name, components) }),
    href: schemaPath(name) + fragment,
  };
}

/**
 * Link to the place of an unnamed schema on the page of the named schema around it, once a response has as many rows as
 * it may have; otherwise null. Requests keep such parts, since readers write them.
 */
export function linkToPart(
  { anchor, around, direction, limits, queue }: FieldPlace,
  context: FieldContext,
): Pick<FieldNote, 'link' | 'href'> | null {
  const [name, owner] = [...around].at(-1) ?? [];
  if (name === undefined || owner === undefined || direction !== 'response' || queue.length < limits.rows) return null;
  return linkToSchema(name, context, `#${SCHEMA_ANCHOR}${anchor.slice(owner.anchor.length)}`);
}

/** Note with the number and names of a schema's fields, which are drawn elsewhere. */
export function noteOn(
  merged: JsonSchemaObject,
  place: FieldPlace,
  target: Pick<FieldNote, 'link' | 'href'>,
  { components }: Pick<FieldContext, 'components'>,
): ShapeContent {
  const names = Object.entries(merged.properties ?? {}).flatMap(([name, schema]) =>
    travelsOtherWay(schema, place.direction, components) ? [] : [name],
  );
  const required = new Set(Array.isArray(merged.required) ? merged.required : []);
  return {
    ...NO_CONTENT,
    note: {
      names: names.slice(0, NAMES_IN_NOTE),
      isCut: names.length > NAMES_IN_NOTE,
      ...target,
    },
    fieldCount: names.length,
    requiredCount: names.filter((name) => required.has(name)).length,
  };
}

/** Whether a field exists only in the opposite direction: read-only in a request, write-only in a response. */
export function travelsOtherWay(schema: JsonSchema, direction: Direction, components: Components): boolean {
  if (direction === 'both') return false;
  const { merged } = see(schema, components);
  return direction === 'request' ? merged.readOnly === true : merged.writeOnly === true;
}

/** Summary of the fields that exist only in the opposite direction; null without such fields. */
export function hiddenOf(
  names: readonly string[],
  direction: Direction,
  words: Words,
  href: string,
): HiddenFields | null {
  const count = names.length;
  if (count === 0) return null;
  const text = words.say(direction === 'request' ? 'field.readOnlyHidden' : 'field.writeOnlyHidden', { count });
  return { link: { text, href }, names: names.slice(0, NAMES_IN_NOTE) };
}

/** Whether a schema contains a read-only or write-only field, so that requests and responses differ. */
export function hasOneWayFields(name: string, components: Components): boolean {
  const schema = components.schema(name);
  return typeof schema === 'object' && components.remembered('one-way fields', schema, holdsOneWayFields);
}

function holdsOneWayFields(root: JsonSchemaObject, components: Components): boolean {
  const below = new Set<JsonSchema>([root]);
  // The loop also visits schemas that it adds to the set.
  for (const schema of below) {
    if (typeof schema === 'boolean') continue;
    if (schema.readOnly === true || schema.writeOnly === true) return true;
    if (schema.$ref !== undefined) below.add(components.resolve<JsonSchemaObject>({ $ref: schema.$ref }).value);
    for (const inner of subschemasOf(schema)) below.add(inner.schema);
  }
  return false;
}
