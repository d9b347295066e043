import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import type { Work } from './work.ts';

/** Component sections in the order of documents. */
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

/** Value with the name of its component; null if it is not a component. */
export interface Named<T> {
  readonly name: string | null;
  readonly value: T;
}

/** Schemas of one API: resolves references and caches values computed from schemas. */
export interface Schemas {
  /** Resolves a schema that consists only of `$ref`; a schema with siblings of `$ref` is returned unchanged. */
  resolveSchema(schema: JsonSchema): Named<JsonSchema>;
  /**
   * Returns the cached value for a schema, or computes it.
   * @param topic key of the value's kind; each topic has one type and one function `make`
   * @param work budget for computing the value; a value is not cached if the budget was exceeded
   */
  remembered<T>(
    topic: string,
    schema: JsonSchemaObject,
    make: (schema: JsonSchemaObject, schemas: Schemas, work: Work) => T,
    work?: Work,
  ): T;
}

/** Extracts the component name from a reference: `#/components/schemas/Book` → `Book`. */
export function componentName(ref: string): string {
  return splitReference(ref)[1];
}

/**
 * Builds the reference to a component. `~`, `/` and characters illegal in a URI fragment are escaped (RFC 6901 §6);
 * lone surrogates are replaced.
 */
export function componentReference(section: ComponentSection, name: string): string {
  return `#/components/${section}/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/** Limit of the cache. A large document resolves a few hundred distinct references, 100,000 times in total. */
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

/**
 * Display name of a schema: the last part of a dotted name, such as `Pod` for `io.k8s.api.core.v1.Pod`. If that part is
 * a version, the part before it is included: `Order.v2`. Titles may repeat; the full names in URLs are unique.
 */
export function schemaTitle(name: string): string {
  return /[^.]+(?:\.v?\d[^.]*)?$/.exec(name)?.[0] ?? name;
}
