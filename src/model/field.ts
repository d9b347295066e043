import { mergeSchema } from '../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject, JsonType } from '../schema/schema.ts';
import type { Components } from './components.ts';

/** A configured field of a service, or a field of one of its bodies (specification §2.1). */
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

  /** JSON Schema type, several joined by `|` (`string|null`); null when any value is allowed. */
  getType(): string | null {
    const { type } = this.getMergedSchema();
    if (type === undefined) return null;
    return typeof type === 'string' ? type : type.join('|');
  }

  /** The first example, else null. An example that is null itself cannot be told from none. */
  getExample(): unknown {
    const { examples } = this.getMergedSchema();
    return Array.isArray(examples) && examples.length > 0 ? examples[0] : null;
  }

  /** The fields inside: of an object its own, of a list those of its items. May recurse for ever: bound the depth. */
  getFields(): readonly Field[] {
    const merged = this.getMergedSchema();
    if (merged.properties !== undefined) return fieldsOf(merged, this.#components);
    return merged.items === undefined ? [] : fieldsOf(merged.items, this.#components);
  }

  isList(): boolean {
    return hasType(this.getMergedSchema(), 'array');
  }

  /** Returns the descriptor's schema, references kept. */
  getSchema(): JsonSchema {
    return this.#schema;
  }

  getMergedSchema(): JsonSchemaObject {
    return mergeSchema(this.#schema, this.#components).schema;
  }
}

/** The fields of an object schema, in the descriptor's order; none when the schema describes no object. */
export function fieldsOf(schema: JsonSchema, components: Components): readonly Field[] {
  const { properties, required } = mergeSchema(schema, components).schema;
  if (properties === undefined) return [];
  const names = new Set(required);
  return Object.entries(properties).map(([name, property]) => new Field(name, property, names.has(name), components));
}

function hasType(schema: JsonSchemaObject, type: JsonType): boolean {
  return typeof schema.type === 'string' ? schema.type === type : (schema.type?.includes(type) ?? false);
}
