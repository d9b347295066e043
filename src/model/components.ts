import { COMPONENT_SECTIONS, componentName, type Named, type Schemas, splitReference } from '../schema/references.ts';
import type { JsonSchema, JsonSchemaObject } from '../schema/schema.ts';
import { unboundedWork, type Work } from '../schema/work.ts';
import { type Dependencies, dependOn, madeOnce } from './dependencies.ts';
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

/** Components of an API whose descriptor names none. */
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

/** Value computed from a schema, and its dependencies. */
interface Remembered {
  readonly value: unknown;
  /** Undefined where dependencies were not noted. */
  readonly madeOf: Dependencies | undefined;
}

/**
 * Resolves references of one API. Reading only: nothing is copied and nothing is inlined.
 * Readers guarantee that targets exist and that chains of references end.
 */
export class Components implements Schemas {
  readonly record: ComponentsRecord;
  /** Language of texts about its parts; undefined: English. */
  readonly language: Language | undefined;
  /** Keys are topics. */
  readonly #known = new Map<string, WeakMap<JsonSchemaObject, Remembered>>();

  constructor(record: ComponentsRecord, language?: Language) {
    this.record = record;
    this.language = language;
  }

  /** The value behind any number of references, with the name of the last one. */
  resolve<T extends object>(reference: Reference<T>): Named<T> {
    let current: Reference<T> = reference;
    let name: string | null = null;
    while (isReference(current)) {
      name = componentName(current.$ref);
      current = this.#lookUp(current.$ref) as Reference<T>;
    }
    return { name, value: current };
  }

  resolveSchema(schema: JsonSchema): Named<JsonSchema> {
    let current = schema;
    let name: string | null = null;
    for (let target = pureReference(current); target !== null; target = pureReference(current)) {
      name = componentName(target);
      current = this.#lookUp(target) as JsonSchema;
    }
    return { name, value: current };
  }

  schema(name: string): JsonSchema | undefined {
    return Object.hasOwn(this.record.schemas, name) ? this.record.schemas[name] : undefined;
  }

  /**
   * Values are kept here and not in a module, so that formats and the compiled pages, which have their own copies of
   * the model's modules, compute each once.
   */
  remembered<T>(
    topic: string,
    schema: JsonSchemaObject,
    make: (schema: JsonSchemaObject, components: Components) => T,
  ): T {
    return this.rememberedWithin(topic, schema, () => make(schema, this));
  }

  rememberedWithin<T>(
    topic: string,
    schema: JsonSchemaObject,
    make: (schema: JsonSchemaObject, components: Components, work: Work) => T,
    work = unboundedWork(),
  ): T {
    const bySchema = this.#about(topic);
    const known = bySchema.get(schema);
    if (known !== undefined) {
      dependOn(known.madeOf);
      return known.value as T;
    }
    let madeOf: Dependencies | undefined;
    const value = madeOnce(
      () => make(schema, this, work),
      (dependencies) => {
        madeOf = dependencies;
      },
    );
    if (!work.isSpent) bySchema.set(schema, { value, madeOf });
    return value;
  }

  #about(topic: string): WeakMap<JsonSchemaObject, Remembered> {
    const known = this.#known.get(topic);
    if (known !== undefined) return known;
    const made = new WeakMap<JsonSchemaObject, Remembered>();
    this.#known.set(topic, made);
    return made;
  }

  #lookUp(ref: string): unknown {
    const [section, name] = splitReference(ref);
    const entries: Readonly<Record<string, unknown>> = this.record[section];
    if (!Object.hasOwn(entries, name))
      throw new Error(`The model has no component ${ref}: its reader broke the contract.`);
    return entries[name];
  }
}

export function isReference(value: object): value is ReferenceObject {
  return '$ref' in value && typeof value.$ref === 'string';
}

/** Target of a schema that is a reference alone, without keywords beside it; else null. */
function pureReference(schema: JsonSchema): string | null {
  if (typeof schema === 'boolean' || schema.$ref === undefined) return null;
  return Object.keys(schema).length === 1 ? schema.$ref : null;
}

/**
 * Keywords whose values are maps by name, in components, schemas and documents: a key in such a map is a name, even if
 * it is a keyword elsewhere.
 */
export const MAPS_OF_NAMES: ReadonlySet<string> = new Set([
  ...COMPONENT_SECTIONS,
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'encoding',
  // Swagger 2.0.
  'definitions',
  'securityDefinitions',
]);
