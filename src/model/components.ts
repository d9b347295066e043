import { COMPONENT_SECTIONS, type Named, type Schemas, schemaTitle, splitReference } from '../schema/references.ts';
import type { JsonSchema, JsonSchemaObject } from '../schema/schema.ts';
import { unboundedWork, type Work } from '../schema/work.ts';
import { computedOnce } from './computed-once.ts';
import { dependOn, type Made, madeOnce } from './dependencies.ts';
import type { Language } from './language.ts';
import type { ComponentsRecord, Reference, ReferenceObject } from './openapi-objects.ts';

/** Nouns for a component in messages, by section. */
export const COMPONENT_NOUNS: Readonly<Record<keyof ComponentsRecord, string>> = {
  schemas: 'schema',
  responses: 'response',
  parameters: 'parameter',
  examples: 'example',
  requestBodies: 'request body',
  headers: 'header',
  securitySchemes: 'security scheme',
  links: 'link',
  callbacks: 'callback',
  mediaTypes: 'media type',
};

/** Components of a descriptor that has none. */
export const NO_COMPONENTS: ComponentsRecord = {
  schemas: {},
  responses: {},
  parameters: {},
  examples: {},
  requestBodies: {},
  headers: {},
  securitySchemes: {},
  links: {},
  callbacks: {},
  mediaTypes: {},
};

const UNBOUNDED = unboundedWork();

/**
 * Resolves references of one API. Nothing is copied or inlined.
 * Descriptor readers guarantee that every target exists and that no chain of references is a cycle.
 */
export class Components implements Schemas {
  readonly record: ComponentsRecord;
  /** Language of the product's texts about the components; undefined: English. */
  readonly language: Language | undefined;
  /** Cached values by schema or other object, then by topic. */
  readonly #known = new WeakMap<object, Record<string, Made<unknown>>>();

  constructor(record: ComponentsRecord, language?: Language) {
    this.record = record;
    this.language = language;
  }

  /** Follows a chain of references and returns the final value with the name of its component. */
  resolve<T extends object>(reference: Reference<T>): Named<T> {
    let found: Named<Reference<T>> = { name: null, value: reference };
    while (isReference(found.value)) found = this.#target(found.value.$ref) as Named<Reference<T>>;
    return found as Named<T>;
  }

  resolveSchema(schema: JsonSchema): Named<JsonSchema> {
    let found: Named<JsonSchema> = { name: null, value: schema };
    for (let ref = pureReference(schema); ref !== null; ref = pureReference(found.value))
      found = this.#target(ref) as Named<JsonSchema>;
    return found;
  }

  schema(name: string): JsonSchema | undefined {
    return Object.hasOwn(this.record.schemas, name) ? this.record.schemas[name] : undefined;
  }

  /**
   * Caches values in this object rather than in a module: formats and compiled pages have separate copies of the
   * modules of the model, but share this object.
   */
  remembered<T, Key extends object = JsonSchemaObject>(
    topic: string,
    key: Key,
    make: (key: Key, components: Components, work: Work) => T,
    work?: Work,
  ): T {
    let topics = this.#known.get(key);
    if (topics === undefined) {
      topics = {};
      this.#known.set(key, topics);
    }
    const known = topics[topic];
    if (known !== undefined) {
      dependOn(known.madeOf);
      return known.value as T;
    }
    const made = madeOnce(() => make(key, this, work ?? UNBOUNDED));
    if (work?.isSpent !== true) topics[topic] = made;
    return made.value;
  }

  /** Looks a component up, each time anew: builds note which components are looked up. */
  #target(ref: string): Named<unknown> {
    const [section, name] = splitReference(ref);
    const entries: Readonly<Record<string, unknown>> = this.record[section];
    if (!Object.hasOwn(entries, name))
      throw new Error(`The model has no component ${ref}: its reader broke the contract.`);
    return { name, value: entries[name] };
  }
}

export function isReference(value: object): value is ReferenceObject {
  return '$ref' in value && typeof value.$ref === 'string';
}

/** Target of a schema that consists only of `$ref`; null for any other schema. */
function pureReference(schema: JsonSchema): string | null {
  if (typeof schema === 'boolean' || schema.$ref === undefined) return null;
  return Object.keys(schema).length === 1 ? schema.$ref : null;
}

/** Title of a schema on pages: {@link schemaTitle}, with more of the name where several schemas have the same. */
export function titleOfSchema(name: string, components: Components): string {
  return name.includes('.') ? (longerTitles(components).get(name) ?? schemaTitle(name)) : name;
}

/** Number of parts of a dotted name that are tried before the whole name. */
const MOST_PARTS = 8;

const longerTitles = computedOnce(({ record }: Components): ReadonlyMap<string, string> => {
  const titles = new Map<string, string>();
  let equal = Object.keys(record.schemas).map((name) => ({ name, title: schemaTitle(name) }));
  for (let round = 1; equal.length > 0; round += 1) {
    const groups = [...Map.groupBy(equal, ({ title }) => title).values()].filter((group) => group.length > 1);
    equal = groups.flat().flatMap(({ name, title }) => {
      const before = name.length - title.length - 2;
      const start = before < 0 || round > MOST_PARTS ? 0 : name.lastIndexOf('.', before) + 1;
      return name === title ? [] : [{ name, title: name.slice(start) }];
    });
    for (const { name, title } of equal) titles.set(name, title);
  }
  return titles;
});

/**
 * Keywords in components, schemas and documents whose value is a map. A key of such a map is a name, even if it equals
 * a keyword.
 */
export const MAPS_OF_NAMES: ReadonlySet<string> = new Set([
  ...COMPONENT_SECTIONS,
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'encoding',
  // Keywords of Swagger 2.0.
  'definitions',
  'securityDefinitions',
]);
