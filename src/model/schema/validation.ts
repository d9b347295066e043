import type { Components } from '../components.ts';
import { type Direction, hiddenNames, NONE_HIDDEN } from './hidden-names.ts';
import { areUnique, characterCount, isMultipleOf, isRecord, isSameValue, namesOf, typeOf } from './json-values.ts';
import { isListed } from './listed-values.ts';
import { matchesPattern } from './pattern.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from './schema.ts';
import { fitsFormat } from './text-formats.ts';
import { Work } from './work.ts';

/** Some 0.1 s, for values that stand in a descriptor. */
const USUAL_UNITS = 5_000_000;
const UNITS_A_CHECK = 20;
/** Native expressions read a text of a format several times. */
const UNITS_A_FORMAT_CHARACTER = 3;

/**
 * Whether a value satisfies a schema (JSON Schema 2020-12 as the model holds it), formats included.
 * False also where that is undecided: a pattern beyond {@link matchesPattern}, no work left.
 */
export function isValid(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  direction: Direction,
  work?: Work,
): boolean {
  return validityOf(value, schema, components, direction, work) === 'valid';
}

/** Does the same as {@link isValid}, but distinguishes undecided from invalid. */
export function validityOf(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  direction: Direction,
  work = new Work(USUAL_UNITS),
): 'valid' | 'invalid' | 'undecided' {
  const validation = new Validation(components, direction, work);
  const fits = validation.check(value, schema, hiddenNames(schema, components, direction, work));
  if (validation.undecided || work.isSpent) return 'undecided';
  return fits ? 'valid' : 'invalid';
}

class Validation {
  undecided = false;
  #depth = 0;
  /** Results by named schema, hidden names and value: without them a chain of double references takes 2ⁿ checks. */
  readonly #known = new Map<JsonSchema, Map<ReadonlySet<string>, Map<unknown, boolean>>>();
  readonly #work: Work;
  readonly #components: Components;
  readonly #direction: Direction;

  constructor(components: Components, direction: Direction, work: Work) {
    this.#components = components;
    this.#direction = direction;
    this.#work = work;
  }

  check(value: unknown, schema: JsonSchema, hidden: ReadonlySet<string>): boolean {
    if (!this.#work.spend(UNITS_A_CHECK) || this.#depth > 200) this.undecided = true;
    if (this.undecided) return false;
    if (typeof schema === 'boolean') return schema;
    this.#depth += 1;
    const fits =
      this.#checkAny(value, schema) &&
      this.#checkKind(value, schema, hidden) &&
      this.#checkCombined(value, schema, hidden);
    this.#depth -= 1;
    return fits;
  }

  #checkAny(value: unknown, schema: JsonSchemaObject): boolean {
    if (schema.type !== undefined && !fitsType(value, schema.type)) return false;
    if (schema.const !== undefined && !isSameValue(value, schema.const, this.#work)) return false;
    return schema.enum === undefined || isListed(value, schema, this.#components, this.#work);
  }

  #checkKind(value: unknown, schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    if (typeof value === 'number') return fitsNumber(value, schema);
    if (typeof value === 'string') return this.#checkText(value, schema);
    if (Array.isArray(value)) return this.#checkList(value, schema, hidden);
    return isRecord(value) ? this.#checkObject(value, schema, hidden) : true;
  }

  #checkCombined(value: unknown, schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    const passes = (part: JsonSchema): boolean => this.check(value, part, hidden);
    if (schema.$ref !== undefined && !this.#fitsNamed(value, schema.$ref, hidden)) return false;
    if (schema.allOf !== undefined && !schema.allOf.every(passes)) return false;
    const inVariant = (part: JsonSchema): boolean =>
      this.check(value, part, isRecord(value) ? this.#union(hidden, part) : hidden);
    if (schema.anyOf !== undefined && !schema.anyOf.some(inVariant)) return false;
    if (schema.oneOf !== undefined && schema.oneOf.filter(inVariant).length !== 1) return false;
    if (schema.not !== undefined && passes(schema.not)) return false;
    if (schema.if === undefined) return true;
    const branch = passes(schema.if) ? schema.then : schema.else;
    return branch === undefined || passes(branch);
  }

  #fitsNamed(value: unknown, $ref: string, hidden: ReadonlySet<string>): boolean {
    const schema = this.#components.resolveSchema({ $ref }).value;
    const byHidden = mapIn(this.#known, schema);
    const byValue = mapIn(byHidden, hidden);
    const known = byValue.get(value);
    if (known !== undefined) return known;
    const fits = this.check(value, schema, hidden);
    byValue.set(value, fits);
    return fits;
  }

  #union(hidden: ReadonlySet<string>, part: JsonSchema): ReadonlySet<string> {
    const own = hiddenNames(part, this.#components, this.#direction, this.#work);
    if (own.size === 0) return hidden;
    this.#work.spend((hidden.size + own.size) * 5);
    return hidden.union(own);
  }

  #checkText(value: string, schema: JsonSchemaObject): boolean {
    if (schema.minLength !== undefined || schema.maxLength !== undefined) {
      if (!this.#work.spend(value.length)) return false;
      const length = characterCount(value);
      if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return false;
    }
    if (schema.pattern !== undefined && !this.#matches(schema.pattern, value)) return false;
    if (schema.format === undefined) return true;
    this.#work.spend(UNITS_A_CHECK + value.length * UNITS_A_FORMAT_CHARACTER);
    return fitsFormat(value, schema.format);
  }

  #checkList(value: readonly unknown[], schema: JsonSchemaObject, hidden: ReadonlySet<string>): boolean {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY))
      return false;
    if (schema.uniqueItems === true && !areUnique(value, this.#work)) return false;
    const start = schema.prefixItems ?? [];
    for (const [index, item] of (schema.items === undefined ? value.slice(0, start.length) : value).entries()) {
      if (!this.#checkInside(item, start[index] ?? schema.items ?? true)) return false;
    }
    if (schema['unevaluatedItems'] !== undefined && schema.items === undefined && value.length > start.length)
      this.undecided = true;
    const { contains } = schema;
    if (contains === undefined) return true;
    const count = value.filter((item) => !this.undecided && this.check(item, contains, hidden)).length;
    return (
      count >= limitOf(schema['minContains'], 1) && count <= limitOf(schema['maxContains'], Number.POSITIVE_INFINITY)
    );
  }

  #checkObject(
    value: Readonly<Record<string, unknown>>,
    schema: JsonSchemaObject,
    hidden: ReadonlySet<string>,
  ): boolean {
    const names = demandsNames(schema) ? namesOf(value, this.#work) : [];
    if (names.length < (schema.minProperties ?? 0) || names.length > (schema.maxProperties ?? Number.POSITIVE_INFINITY))
      return false;
    if (!this.#work.spend((schema.required?.length ?? 0) * 2)) return false;
    if (schema.required?.some((name) => !Object.hasOwn(value, name) && !hidden.has(name)) === true) return false;
    for (const name of names) {
      if (this.#work.isSpent) return false;
      if (!this.propertySchemas(name, schema).every((part) => this.#checkInside(value[name], part))) return false;
      if (schema.propertyNames !== undefined && !this.check(name, schema.propertyNames, hidden)) return false;
    }
    return this.#checkDependents(value, schema, hidden) && this.#checkUnevaluated(value, schema, hidden);
  }

  /** The subschemas that a property must satisfy. */
  propertySchemas(name: string, schema: JsonSchemaObject): readonly JsonSchema[] {
    const found: JsonSchema[] = [];
    if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
      found.push(schema.properties[name] ?? true);
    const { patternProperties } = schema;
    this.#work.spend(UNITS_A_CHECK);
    for (const pattern of patternProperties === undefined ? [] : namesOf(patternProperties, this.#work)) {
      if (this.#matches(pattern, name)) found.push(patternProperties?.[pattern] ?? true);
    }
    return found.length === 0 && schema.additionalProperties !== undefined ? [schema.additionalProperties] : found;
  }

  #checkDependents(
    value: Readonly<Record<string, unknown>>,
    schema: JsonSchemaObject,
    hidden: ReadonlySet<string>,
  ): boolean {
    const { dependentRequired, dependentSchemas } = schema;
    const present = (map: unknown): [string, unknown][] =>
      isRecord(map)
        ? namesOf(map, this.#work).flatMap((name) => (Object.hasOwn(value, name) ? [[name, map[name]]] : []))
        : [];
    const has = (names: readonly unknown[]): boolean => {
      this.#work.spend(names.length * 2);
      return names.every((name) => Object.hasOwn(value, String(name)));
    };
    return (
      present(dependentRequired).every(([, needed]) => Array.isArray(needed) && has(needed)) &&
      present(dependentSchemas).every(([, part]) => isSchema(part) && this.check(value, part, hidden))
    );
  }

  #checkUnevaluated(
    value: Readonly<Record<string, unknown>>,
    schema: JsonSchemaObject,
    hidden: ReadonlySet<string>,
  ): boolean {
    const rest = schema['unevaluatedProperties'];
    if (!isSchema(rest) || rest === true) return true;
    const known = this.#evaluatedNames(value, schema, hidden);
    return namesOf(value, this.#work).every((name) => known.has(name) || this.#checkInside(value[name], rest));
  }

  #evaluatedNames(
    value: Readonly<Record<string, unknown>>,
    schema: JsonSchema,
    hidden: ReadonlySet<string>,
  ): Set<string> {
    if (typeof schema === 'boolean') return new Set();
    const { unevaluatedProperties: _, ...own } = schema;
    const names = new Set(
      namesOf(value, this.#work).filter((name) => !this.#work.isSpent && this.propertySchemas(name, own).length > 0),
    );
    const ref = schema.$ref === undefined ? [] : [this.#components.resolveSchema({ $ref: schema.$ref }).value];
    const parts = [
      ...ref,
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
      ...(schema.if === undefined ? [] : [schema.if]),
    ];
    this.#depth += 1;
    for (const part of this.#depth > 100 ? [] : parts) {
      if (!this.check(value, part, hidden)) continue;
      const more = this.#evaluatedNames(value, part, hidden);
      this.#work.spend(more.size * 5);
      for (const name of more) names.add(name);
    }
    this.#depth -= 1;
    return names;
  }

  #checkInside(value: unknown, schema: JsonSchema): boolean {
    return this.check(
      value,
      schema,
      isRecord(value) ? hiddenNames(schema, this.#components, this.#direction, this.#work) : NONE_HIDDEN,
    );
  }

  #matches(pattern: string, text: string): boolean {
    const matches = matchesPattern(pattern, text, this.#work);
    if (matches === undefined) this.undecided = true;
    return matches === true;
  }
}

function mapIn<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<L, V>();
  maps.set(key, made);
  return made;
}

/** Whether the names in an object matter to a schema. */
function demandsNames(schema: JsonSchemaObject): boolean {
  const { minProperties, maxProperties, properties, patternProperties, additionalProperties, propertyNames } = schema;
  return [minProperties, maxProperties, properties, patternProperties, additionalProperties, propertyNames].some(
    (keyword) => keyword !== undefined,
  );
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
  if (schema.multipleOf !== undefined && !isMultipleOf(value, schema.multipleOf)) return false;
  if (schema.format === 'int32') return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
  return schema.format !== 'int64' || Number.isInteger(value);
}
