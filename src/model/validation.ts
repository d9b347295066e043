import type { Components } from './components.ts';
import { areUnique, characterCount, isRecord, isSameValue, typeOf } from './json-values.ts';
import { mergeSchema } from './merged-schema.ts';
import { matchesPattern } from './pattern.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import { isSchema } from './schema.ts';
import { fitsFormat } from './text-formats.ts';

/** Requests leave out what is read-only, responses what is write-only; `required` does not ask for it then. `both`: the schema as it is. */
export type Direction = 'request' | 'response' | 'both';

const MAX_STEPS = 100_000;

/**
 * Whether a value satisfies a schema (JSON Schema 2020-12 as the model holds it), formats included.
 * False also where it cannot be told: a pattern beyond {@link matchesPattern}, more than 100,000 steps.
 */
export function isValid(value: unknown, schema: JsonSchema, components: Components, direction: Direction): boolean {
  return validityOf(value, schema, components, direction) === 'valid';
}

/** How much work validating may still take; several validations may share one. */
export interface Effort {
  steps: number;
}

/** As {@link isValid}, but tells what is wrong from what cannot be told. */
export function validityOf(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  direction: Direction,
  effort: Effort = { steps: MAX_STEPS },
): 'valid' | 'invalid' | 'undecided' {
  const validation = new Validation(components, direction, effort);
  const fits = validation.check(value, schema, hiddenNames(schema, components, direction));
  if (validation.undecided) return 'undecided';
  return fits ? 'valid' : 'invalid';
}

/** Names of properties that do not travel in this direction. */
export function hiddenNames(schema: JsonSchema, components: Components, direction: Direction): ReadonlySet<string> {
  if (direction === 'both' || typeof schema === 'boolean') return NOTHING;
  return components.remembered(`hidden ${direction}`, schema, direction === 'request' ? hiddenInRequests : hiddenInResponses);
}

function hiddenInRequests(schema: JsonSchemaObject, components: Components): ReadonlySet<string> {
  return hiddenBy('readOnly', schema, components);
}

function hiddenInResponses(schema: JsonSchemaObject, components: Components): ReadonlySet<string> {
  return hiddenBy('writeOnly', schema, components);
}

function hiddenBy(mark: 'readOnly' | 'writeOnly', schema: JsonSchemaObject, components: Components): ReadonlySet<string> {
  const { properties } = mergeSchema(schema, components).schema;
  const hidden = Object.entries(properties ?? {}).filter(([, property]) => carries(property, mark, components));
  return hidden.length === 0 ? NOTHING : new Set(hidden.map(([name]) => name));
}

const NOTHING: ReadonlySet<string> = new Set();

function carries(schema: JsonSchema, mark: 'readOnly' | 'writeOnly', components: Components): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema[mark] !== undefined) return schema[mark] === true;
  return (schema.$ref !== undefined || schema.allOf !== undefined) && mergeSchema(schema, components).schema[mark] === true;
}

class Validation {
  undecided = false;
  #depth = 0;
  readonly #effort: Effort;
  readonly #components: Components;
  readonly #direction: Direction;

  constructor(components: Components, direction: Direction, effort: Effort) {
    this.#components = components;
    this.#direction = direction;
    this.#effort = effort;
  }

  check(value: unknown, schema: JsonSchema, hidden: ReadonlySet<string>): boolean {
    this.#effort.steps -= 1;
    if (this.#effort.steps < 0 || this.#depth > 200) this.undecided = true;
    if (this.undecided) return false;
    if (typeof schema === 'boolean') return schema;
    this.#depth += 1;
    const fits = this.#checkAny(value, schema) && this.#checkKind(value, schema, hidden) && this.#checkCombined(value, schema, hidden);
    this.#depth -= 1;
    return fits;
  }

  #checkAny(value: unknown, schema: JsonSchemaObject): boolean {
    if (schema.type !== undefined && !fitsType(value, schema.type)) return false;
    if (schema.const !== undefined && !isSameValue(value, schema.const)) return false;
    return schema.enum === undefined || schema.enum.some((allowed) => isSameValue(value, allowed));
  }

  #checkKind(value: unknown, schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    if (typeof value === 'number') return fitsNumber(value, schema);
    if (typeof value === 'string') return this.#checkText(value, schema);
    if (Array.isArray(value)) return this.#checkList(value, schema, hidden);
    return isRecord(value) ? this.#checkObject(value, schema, hidden) : true;
  }

  #checkCombined(value: unknown, schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    const passes = (part: JsonSchema): boolean => this.check(value, part, hidden);
    if (schema.$ref !== undefined && !passes(this.#components.resolveSchema({ $ref: schema.$ref }).value)) return false;
    if (schema.allOf !== undefined && !schema.allOf.every(passes)) return false;
    const inVariant = (part: JsonSchema): boolean =>
      this.check(value, part, isRecord(value) ? hidden.union(hiddenNames(part, this.#components, this.#direction)) : hidden);
    if (schema.anyOf !== undefined && !schema.anyOf.some(inVariant)) return false;
    if (schema.oneOf !== undefined && schema.oneOf.filter(inVariant).length !== 1) return false;
    if (schema.not !== undefined && passes(schema.not)) return false;
    if (schema.if === undefined) return true;
    const branch = passes(schema.if) ? schema.then : schema.else;
    return branch === undefined || passes(branch);
  }

  #checkText(value: string, schema: JsonSchemaObject): boolean {
    if (schema.minLength !== undefined || schema.maxLength !== undefined) {
      const length = characterCount(value);
      if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return false;
    }
    if (schema.pattern !== undefined && !this.#matches(schema.pattern, value)) return false;
    return schema.format === undefined || fitsFormat(value, schema.format);
  }

  #checkList(value: readonly unknown[], schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return false;
    if (schema.uniqueItems === true && !areUnique(value)) return false;
    const start = schema.prefixItems ?? [];
    for (const [index, item] of value.entries()) {
      const part = start[index] ?? schema.items;
      if (part !== undefined && !this.#checkInside(item, part)) return false;
    }
    if (schema['unevaluatedItems'] !== undefined && schema.items === undefined && value.length > start.length) this.undecided = true;
    const { contains } = schema;
    if (contains === undefined) return true;
    const count = value.filter((item) => this.check(item, contains, hidden)).length;
    return count >= limitOf(schema['minContains'], 1) && count <= limitOf(schema['maxContains'], Number.POSITIVE_INFINITY);
  }

  #checkObject(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    const names = Object.keys(value);
    if (names.length < (schema.minProperties ?? 0) || names.length > (schema.maxProperties ?? Number.POSITIVE_INFINITY)) return false;
    if (schema.required?.some((name) => !Object.hasOwn(value, name) && !hidden.has(name)) === true) return false;
    for (const name of names) {
      if (!this.propertySchemas(name, schema).every((part) => this.#checkInside(value[name], part))) return false;
      if (schema.propertyNames !== undefined && !this.check(name, schema.propertyNames, hidden)) return false;
    }
    return this.#checkDependents(value, schema, hidden) && this.#checkUnevaluated(value, schema, hidden);
  }

  /** The subschemas that a property must satisfy. */
  propertySchemas(name: string, schema: JsonSchemaObject): readonly JsonSchema[] {
    const found: JsonSchema[] = [];
    if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) found.push(schema.properties[name] ?? true);
    for (const [pattern, part] of Object.entries(schema.patternProperties ?? {})) if (this.#matches(pattern, name)) found.push(part);
    return found.length === 0 && schema.additionalProperties !== undefined ? [schema.additionalProperties] : found;
  }

  #checkDependents(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    const { dependentRequired, dependentSchemas } = schema;
    const present = (map: unknown): [string, unknown][] => (isRecord(map) ? Object.entries(map).filter(([name]) => Object.hasOwn(value, name)) : []);
    return (
      present(dependentRequired).every(([, needed]) => Array.isArray(needed) && needed.every((name) => Object.hasOwn(value, String(name)))) &&
      present(dependentSchemas).every(([, part]) => isSchema(part) && this.check(value, part, hidden))
    );
  }

  #checkUnevaluated(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    const rest = schema['unevaluatedProperties'];
    if (!isSchema(rest) || rest === true) return true;
    const known = this.#evaluatedNames(value, schema, hidden);
    return Object.keys(value).every((name) => known.has(name) || this.#checkInside(value[name], rest));
  }

  #evaluatedNames(value: Readonly<Record<string, unknown>>, schema: JsonSchema, hidden: ReadonlySet<string>): Set<string> {
    if (typeof schema === 'boolean') return new Set();
    const { unevaluatedProperties: _, ...own } = schema;
    const names = new Set(Object.keys(value).filter((name) => this.propertySchemas(name, own).length > 0));
    const ref = schema.$ref === undefined ? [] : [this.#components.resolveSchema({ $ref: schema.$ref }).value];
    const parts = [...ref, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.if === undefined ? [] : [schema.if])];
    this.#depth += 1;
    for (const part of this.#depth > 100 ? [] : parts) {
      if (this.check(value, part, hidden)) for (const name of this.#evaluatedNames(value, part, hidden)) names.add(name);
    }
    this.#depth -= 1;
    return names;
  }

  #checkInside(value: unknown, schema: JsonSchema): boolean {
    return this.check(value, schema, isRecord(value) ? hiddenNames(schema, this.#components, this.#direction) : NOTHING);
  }

  #matches(pattern: string, text: string): boolean {
    const matches = matchesPattern(pattern, text);
    if (matches === undefined) this.undecided = true;
    return matches === true;
  }
}

function limitOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function fitsType(value: unknown, type: string | readonly string[]): boolean {
  const actual = typeOf(value);
  const allowed = typeof type === 'string' ? [type] : type;
  return allowed.includes(actual) || (actual === 'integer' && allowed.includes('number'));
}

function fitsNumber(value: number, schema: JsonSchemaObject): boolean {
  if (schema.minimum !== undefined && value < schema.minimum) return false;
  if (schema.maximum !== undefined && value > schema.maximum) return false;
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) return false;
  if (schema.exclusiveMaximum !== undefined && value >= schema.exclusiveMaximum) return false;
  if (schema.multipleOf !== undefined && !Number.isInteger(value / schema.multipleOf)) return false;
  if (schema.format === 'int32') return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
  return schema.format !== 'int64' || Number.isInteger(value);
}
