import { mergeSchema } from '../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../schema/schema.ts';
import type { Components } from './components.ts';

/** Field of a service's configuration or of one of its bodies (specification §2.1). */
export class Field {
  readonly #name: string;
  readonly #required: boolean;
  readonly #schema: JsonSchema;
  readonly #components: Components;

  constructor(name: string, schema: JsonSchema, required: boolean, components: Components) {
    this.#name = name;
    this.#schema = schema;
    this.#required = required;
    this.#components = components;
  }

  getName(): string {
    return this.#name;
  }

  getDescription(): string | null {
    return this.getMergedSchema().description ?? null;
  }

  isRequired(): boolean {
    return this.#required;
  }

  /** JSON Schema type; several types are joined by `|` (`string|null`). Null if any value is allowed. */
  getType(): string | null {
    return declaredType(this.getMergedSchema());
  }

  /** First example, else null; an example with the value null gives the same result. */
  getExample(): unknown {
    return firstExample(this.getMergedSchema());
  }

  /** Nested fields of an object or of the items of a list. Schemas may be recursive: limit the depth. */
  getFields(): readonly Field[] {
    return fieldsInside(this.getMergedSchema(), this.#components);
  }

  isList(): boolean {
    return isList(this.getMergedSchema());
  }

  /** Returns the descriptor's schema with its references. */
  getSchema(): JsonSchema {
    return this.#schema;
  }

  getMergedSchema(): JsonSchemaObject {
    return mergeSchema(this.#schema, this.#components).schema;
  }
}

/** Fields of an object schema in the descriptor's order; empty for any other schema. */
export function fieldsOf(schema: JsonSchema, components: Components): readonly Field[] {
  const { properties, required } = mergeSchema(schema, components).schema;
  if (properties === undefined) return [];
  const names = new Set(required);
  return Object.entries(properties).map(([name, property]) => new Field(name, property, names.has(name), components));
}

/** Fields of a merged schema that is an object or a list, see {@link Field.getFields}. */
export function fieldsInside(merged: JsonSchemaObject, components: Components): readonly Field[] {
  if (merged.properties !== undefined) return fieldsOf(merged, components);
  return merged.items === undefined ? [] : fieldsOf(merged.items, components);
}

export function declaredType({ type }: JsonSchemaObject): string | null {
  if (type === undefined) return null;
  return typeof type === 'string' ? type : type.join('|');
}

export function firstExample({ examples }: JsonSchemaObject): unknown {
  return Array.isArray(examples) && examples.length > 0 ? examples[0] : null;
}

export function isList({ type }: JsonSchemaObject): boolean {
  return typeof type === 'string' ? type === 'array' : (type?.includes('array') ?? false);
}
