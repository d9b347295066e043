import { type Dependencies, dependOn, madeOnce } from './dependencies.ts';
import type { Language } from './language.ts';
import type { ComponentsRecord, Reference, ReferenceObject } from './openapi-objects.ts';
import type { JsonSchema, JsonSchemaObject } from './schema/schema.ts';
import { unboundedWork, type Work } from './schema/work.ts';

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
] as const satisfies readonly (keyof ComponentsRecord)[];

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

/** A part together with the name it has in the components, if it has one. */
export interface Named<T> {
  readonly name: string | null;
  readonly value: T;
}

/** Value computed from a schema, and its dependencies. */
interface Remembered {
  readonly value: unknown;
  /** Undefined where it was not noted. */
  readonly madeOf: Dependencies | undefined;
}

/**
 * Resolves references of one API. Reading only: nothing is copied and nothing is inlined.
 * Readers guarantee that targets exist and that chains of references end.
 */
export class Components {
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

  /** Resolves a schema that is nothing but a reference; one with siblings of `$ref` stays as it is. */
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
   * Returns the value computed from a schema before, or computes it now. Values are kept here and not in a module, so
   * that formats and the compiled pages, which have their own copies of the model's modules, compute each once.
   * @param topic names the value: one type and one way of making it
   */
  remembered<T>(
    topic: string,
    schema: JsonSchemaObject,
    make: (schema: JsonSchemaObject, components: Components) => T,
  ): T {
    return this.rememberedWithin(topic, schema, () => make(schema, this));
  }

  /**
   * Does the same as {@link Components.remembered}, with limited work.
   * @param work budget for making the value; a value is not kept when the budget ran out
   */
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

/** `#/components/schemas/Book` → `Book`. */
export function componentName(ref: string): string {
  return splitReference(ref)[1];
}

/**
 * The reference to a component: `~`, `/` and what a URI fragment cannot hold are escaped (RFC 6901 §6); half a
 * character is replaced.
 */
export function componentReference(section: keyof ComponentsRecord, name: string): string {
  return `#/components/${section}/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/**
 * References repeat: a document of some hundred operations resolves the same few hundred ones a hundred thousand times.
 */
const MOST_SPLIT_REFERENCES = 10_000;
const splitReferences = new Map<string, readonly [keyof ComponentsRecord, string]>();

function splitReference(ref: string): readonly [keyof ComponentsRecord, string] {
  const known = splitReferences.get(ref);
  if (known !== undefined) return known;
  if (splitReferences.size >= MOST_SPLIT_REFERENCES) splitReferences.clear();
  const parts = parseReference(ref);
  splitReferences.set(ref, parts);
  return parts;
}

function parseReference(ref: string): readonly [keyof ComponentsRecord, string] {
  const [hash, components, section, name, ...rest] = ref.split('/');
  if (hash !== '#' || components !== 'components' || !isSection(section) || name === undefined || rest.length > 0) {
    throw new Error(`${ref} is not a reference to a component: its reader broke the contract.`);
  }
  return [section, decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')];
}

function isSection(name: string | undefined): name is keyof ComponentsRecord {
  return COMPONENT_SECTIONS.some((section) => section === name);
}

/** Target of a schema that is a reference alone, without keywords beside it; else null. */
function pureReference(schema: JsonSchema): string | null {
  if (typeof schema === 'boolean' || schema.$ref === undefined) return null;
  return Object.keys(schema).length === 1 ? schema.$ref : null;
}

/**
 * Keywords whose values have names for keys, of components, schemas and documents: what stands under such a key is a
 * part that is called so, though the key means something else elsewhere.
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
