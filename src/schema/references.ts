import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import type { Work } from './work.ts';

/** Sections in the order in which documents list them. */
export const COMPONENT_SECTIONS = [
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'mediaTypes',
] as const;

type ComponentSection = (typeof COMPONENT_SECTIONS)[number];

/** A part together with the name it has in the components, if it has one. */
export interface Named<T> {
  readonly name: string | null;
  readonly value: T;
}

/** The schemas of one API: what schemas refer to, and values that were computed from them. */
export interface Schemas {
  /** Resolves a schema that is nothing but a reference; one with siblings of `$ref` stays as it is. */
  resolveSchema(schema: JsonSchema): Named<JsonSchema>;
  /**
   * Returns the value computed from a schema before, or computes it now.
   * @param topic names the value: one type and one way of making it
   */
  remembered<T>(topic: string, schema: JsonSchemaObject, make: (schema: JsonSchemaObject, schemas: Schemas) => T): T;
  /**
   * Does the same as {@link Schemas.remembered}, with limited work.
   * @param work budget for making the value; a value is not kept when the budget ran out
   */
  rememberedWithin<T>(
    topic: string,
    schema: JsonSchemaObject,
    make: (schema: JsonSchemaObject, schemas: Schemas, work: Work) => T,
    work?: Work,
  ): T;
}

/** `#/components/schemas/Book` → `Book`. */
export function componentName(ref: string): string {
  return splitReference(ref)[1];
}

/**
 * The reference to a component: `~`, `/` and what a URI fragment cannot hold are escaped (RFC 6901 §6); a lone
 * surrogate is replaced.
 */
export function componentReference(section: ComponentSection, name: string): string {
  return `#/components/${section}/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/** Limit of the cache: a document of some hundred operations resolves a few hundred references 100,000 times. */
const MOST_SPLIT_REFERENCES = 10_000;
const splitReferences = new Map<string, readonly [ComponentSection, string]>();

export function splitReference(ref: string): readonly [ComponentSection, string] {
  const known = splitReferences.get(ref);
  if (known !== undefined) return known;
  if (splitReferences.size >= MOST_SPLIT_REFERENCES) splitReferences.clear();
  const parts = parseReference(ref);
  splitReferences.set(ref, parts);
  return parts;
}

function parseReference(ref: string): readonly [ComponentSection, string] {
  const [hash, components, section, name, ...rest] = ref.split('/');
  if (hash !== '#' || components !== 'components' || !isSection(section) || name === undefined || rest.length > 0) {
    throw new Error(`${ref} is not a reference to a component: its reader broke the contract.`);
  }
  return [section, decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')];
}

function isSection(name: string | undefined): name is ComponentSection {
  return COMPONENT_SECTIONS.some((section) => section === name);
}
