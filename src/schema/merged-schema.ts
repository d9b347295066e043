import { compareNumbers, isNumber } from './exact-number.ts';
import { isSameValue, namesOf } from './json-values.ts';
import { componentName, componentReference, type Schemas } from './references.ts';
import type { JsonSchema, JsonSchemaObject, JsonType } from './schema.ts';
import { asTypeOrNull } from './types.ts';
import type { Work } from './work.ts';

/** Schema with its `$ref` and `allOf` merged into it; subschemas are not merged. */
export interface MergedSchema {
  readonly schema: JsonSchemaObject;
  /** Name of the component, if the schema consists only of a reference to it; else null. */
  readonly name: string | null;
  /** Names of the schemas that were merged from `allOf`, in order. */
  readonly parts: readonly string[];
  /** Whether `oneOf` lists the subtypes of a parent, which include it by `allOf`. */
  readonly hasSubtypes: boolean;
}

/**
 * Merges references and `allOf` into one schema, for display and for formats without `allOf`. Properties and `required`
 * are united, with inherited properties first; the strictest limits apply; annotations of the outer schema take
 * precedence. Keywords that cannot be merged, such as two `oneOf` or types without overlap, stay in `allOf`.
 * A reference that would close a cycle is skipped. Descriptions of the schema and of its unnamed parts are joined as
 * paragraphs; the description of a named part is used only if there is no other.
 * @param work budget; once it is spent, parts are missing
 */
export function mergeSchema(schema: JsonSchema, schemas: Schemas, work?: Work): MergedSchema {
  if (typeof schema === 'boolean' || isByItself(schema))
    return { name: null, parts: [], hasSubtypes: false, schema: toObject(schema) };
  return schemas.remembered('merged', schema, merge, work);
}

/** Whether there is nothing to merge, as in most schemas. */
export function isByItself({ $ref, allOf, anyOf, oneOf, discriminator }: JsonSchemaObject): boolean {
  return (
    $ref === undefined &&
    allOf === undefined &&
    anyOf === undefined &&
    oneOf === undefined &&
    discriminator === undefined
  );
}

function merge(schema: JsonSchemaObject, schemas: Schemas, work: Work): MergedSchema {
  const { name, value } = schemas.resolveSchema(schema);
  const parts: string[] = [];
  const seen = new Set<unknown>([name, value]);
  const folded = fold(toObject(value), schemas, parts, seen, work);
  const subtypes = folded.oneOf === undefined && folded.anyOf === undefined ? subtypesOf(toObject(value), schemas) : [];
  return subtypes.length > 0
    ? { name, schema: { ...folded, oneOf: subtypes.map(($ref) => ({ $ref })) }, parts, hasSubtypes: true }
    : { name, schema: asTypeOrNull(asSubtype(folded, toObject(value), parts, schemas)), parts, hasSubtypes: false };
}

/** Mapping target that stands for the merged subtype itself; it exists only in merged schemas. */
export const ITSELF = '#';

/**
 * Reduces the mapping inherited by a subtype to the values that select the subtype, or else the first of its parts that
 * the mapping names.
 */
function asSubtype(
  folded: JsonSchemaObject,
  schema: JsonSchemaObject,
  parts: readonly string[],
  schemas: Schemas,
): JsonSchemaObject {
  const { discriminator } = folded;
  if (discriminator?.mapping === undefined || schema.discriminator !== undefined) return folded;
  const targets = Object.entries(discriminator.mapping).map(
    ([value, $ref]) => [value, targetOf($ref, schemas)] as const,
  );
  const whole = [schema, ...parts.map((part) => targetOf(componentReference('schemas', part), schemas))];
  const subtype = whole.find((part) => targets.some(([, target]) => target === part));
  const own = targets.flatMap(([value, target]) => (target === subtype ? [[value, ITSELF]] : []));
  if (subtype === undefined) return folded;
  return { ...folded, discriminator: { ...discriminator, mapping: Object.fromEntries(own) } };
}

/** Schema that a value of a mapping means; undefined for one of another document. */
function targetOf($ref: string, schemas: Schemas): JsonSchemaObject | undefined {
  return $ref.startsWith('#/') ? toObject(schemas.resolveSchema({ $ref }).value) : undefined;
}

/**
 * References to the subtypes that the mapping of a parent names, for the parent and for a schema that includes it and
 * is no subtype itself. A parent among its own subtypes is left out: a `oneOf` with it would lead back to itself.
 */
function subtypesOf(schema: JsonSchemaObject, schemas: Schemas): readonly string[] {
  if (schema.allOf === undefined && schema.discriminator === undefined) return [];
  const included = (schema.allOf ?? []).map((part) => schemas.resolveSchema(part));
  const parents = [{ value: schema }, ...included.filter(({ name }) => name !== null)];
  return parents.flatMap(({ value: parent }) => {
    if (typeof parent === 'boolean') return [];
    const { mapping = {} } = parent.discriminator ?? {};
    const targets = [...new Set(Object.values(mapping))].filter((target) => target.startsWith('#/'));
    const isTarget = targets.map((target) => targetOf(target, schemas));
    if (parent !== schema && isTarget.includes(schema)) return [];
    return targets.filter((_, index) => isTarget[index] !== parent);
  });
}

const ANYTHING: JsonSchemaObject = {};
const NOTHING: JsonSchemaObject = { not: {} };

/** Converts a boolean schema: `true` to a schema without keywords, `false` to one that no value satisfies. */
export function toObject(schema: JsonSchema): JsonSchemaObject {
  if (schema === true) return ANYTHING;
  return schema === false ? NOTHING : schema;
}

function fold(
  schema: JsonSchemaObject,
  schemas: Schemas,
  parts: string[],
  seen: Set<unknown>,
  work: Work,
): JsonSchemaObject {
  work.spend(UNITS_OF_FOLDING);
  if (schema.$ref === undefined && schema.allOf === undefined) return schema;
  const { $ref, allOf, ...own } = schema;
  const union = new Union(own, work);
  const descriptions = new Set<string | undefined>([own.description]);
  const inherited: JsonSchemaObject[] = [];
  for (const part of [...($ref === undefined ? [] : [{ $ref }]), ...(allOf ?? [])]) {
    if (work.isSpent) break;
    const { value } = schemas.resolveSchema(part);
    if (typeof part !== 'boolean' && part.$ref !== undefined && Object.keys(part).length === 1) {
      const name = componentName(part.$ref);
      if (seen.has(name) || seen.has(value)) continue;
      seen.add(name);
      parts.push(name);
    }
    const target = fold(toObject(value), schemas, parts, seen, work);
    if (typeof part !== 'boolean' && part.$ref === undefined) descriptions.add(target.description);
    union.add(target);
    inherited.push(target);
  }
  const result = inheritedFirst(union.schema(), own, inherited);
  const ownDescription = [...descriptions].filter((text) => text !== undefined).join('\n\n');
  return ownDescription === '' ? result : { ...result, description: ownDescription };
}

/** Moves properties of merged parts before those that only the schema itself has. */
function inheritedFirst(
  united: JsonSchemaObject,
  own: JsonSchemaObject,
  parts: readonly JsonSchemaObject[],
): JsonSchemaObject {
  const { properties } = united;
  if (properties === undefined || properties === own.properties || own.properties === undefined) return united;
  const first = new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})));
  const names = [...first, ...Object.keys(own.properties).filter((name) => !first.has(name))];
  return { ...united, properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? true])) };
}

const UNITS_OF_FOLDING = 20;
const UNITS_A_PROPERTY = 20;

type Unite = (first: unknown, second: unknown) => unknown;

function ofNumbers(sign: 1 | -1): Unite {
  return (first, second) =>
    isNumber(first) && isNumber(second) && sign * compareNumbers(second, first) > 0 ? second : first;
}

const larger = ofNumbers(1);
const smaller = ofNumbers(-1);
const either: Unite = (first, second) => first === true || second === true;
const firstOne: Unite = (first) => first;

const UNITE: Readonly<Record<string, Unite>> = {
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: either,
  readOnly: either,
  writeOnly: either,
  deprecated: either,
  title: firstOne,
  description: firstOne,
  default: firstOne,
  examples: firstOne,
  example: firstOne,
  discriminator: firstOne,
  externalDocs: firstOne,
  xml: firstOne,
  $comment: firstOne,
};

type Properties = Readonly<Record<string, JsonSchema>>;

const CONDITION = ['if', 'then', 'else'] as const;

type PropertyKeyword = 'properties' | 'patternProperties';

/**
 * Accumulator that merges schemas. Adding a schema does not copy the earlier ones, since a schema may have thousands
 * of parts.
 */
class Union {
  readonly #work: Work;
  /** All keywords; in the result, the accumulating fields below replace the values of their keywords. */
  readonly #keywords: Map<string, unknown>;
  /** First schema with each keyword: the initial value when a keyword is accumulated. */
  readonly #givenBy = new Map<string, JsonSchemaObject>();
  readonly #properties = new Map<PropertyKeyword, Map<string, JsonSchema>>();
  #required: Set<string> | undefined;
  #allOf: JsonSchema[] | undefined;
  #type: JsonSchemaObject['type'];

  constructor(first: JsonSchemaObject, work: Work) {
    this.#work = work;
    this.#keywords = new Map(Object.entries(first));
    for (const keyword of this.#keywords.keys()) this.#givenBy.set(keyword, first);
    work.spend(UNITS_OF_FOLDING * 5 + sizeOf(first, work));
  }

  add(second: JsonSchemaObject): void {
    this.#work.spend(UNITS_OF_FOLDING * 5 + sizeOf(second, this.#work));
    const conflicts = new Map<string, unknown>();
    const apart = this.#hasAnotherCondition(second);
    for (const [keyword, value] of Object.entries(second)) {
      const present = this.#keywords.get(keyword);
      if (apart && isOfCondition(keyword)) conflicts.set(keyword, value);
      else if (present === undefined) {
        this.#keywords.set(keyword, value);
        this.#givenBy.set(keyword, second);
      } else if (!keyword.startsWith('x-') && !this.#gather(keyword, second) && !this.#unite(keyword, present, value))
        conflicts.set(keyword, value);
    }
    if (conflicts.size > 0) this.#append([Object.fromEntries(conflicts)]);
  }

  schema(): JsonSchemaObject {
    for (const [keyword, properties] of this.#properties) this.#keywords.set(keyword, Object.fromEntries(properties));
    if (this.#required !== undefined) this.#keywords.set('required', [...this.#required]);
    if (this.#type !== undefined) this.#keywords.set('type', this.#type);
    if (this.#allOf !== undefined) this.#keywords.set('allOf', this.#allOf);
    return Object.fromEntries(this.#keywords);
  }

  /** Adds the values of a keyword that is accumulated; returns false for any other keyword, and for a conflict. */
  #gather(keyword: string, second: JsonSchemaObject): boolean {
    switch (keyword) {
      case 'properties':
      case 'patternProperties':
        this.#addProperties(keyword, second[keyword] ?? {});
        return true;
      case 'required':
        this.#required ??= new Set(this.#givenBy.get(keyword)?.required);
        for (const name of second.required ?? []) this.#required.add(name);
        return true;
      case 'allOf':
        this.#append(second.allOf ?? []);
        return true;
      case 'type': {
        const both = uniteTypes(this.#type ?? this.#givenBy.get(keyword)?.type ?? [], second.type ?? []);
        if (both !== undefined) this.#type = both;
        return both !== undefined;
      }
      default:
        return false;
    }
  }

  #unite(keyword: string, present: unknown, value: unknown): boolean {
    const unite = Object.hasOwn(UNITE, keyword) ? UNITE[keyword] : undefined;
    if (unite !== undefined) this.#keywords.set(keyword, unite(present, value));
    return unite !== undefined || isSameValue(present, value, this.#work);
  }

  #addProperties(keyword: PropertyKeyword, second: Properties): void {
    const united =
      this.#properties.get(keyword) ?? new Map(Object.entries(this.#givenBy.get(keyword)?.[keyword] ?? {}));
    this.#properties.set(keyword, united);
    for (const [name, schema] of Object.entries(second)) {
      const first = united.get(name);
      if (first === undefined) united.set(name, schema);
      else if (!isSameValue(schema, first, this.#work)) united.set(name, { allOf: [first, schema] });
    }
  }

  #append(parts: readonly JsonSchema[]): void {
    if (!this.#keywords.has('allOf')) this.#keywords.set('allOf', parts);
    this.#allOf ??= [...(this.#givenBy.get('allOf')?.allOf ?? [])];
    for (const part of parts) this.#allOf.push(part);
  }

  /** Whether a schema has a different condition, whose `if`, `then` and `else` must not mix with the present ones. */
  #hasAnotherCondition(second: JsonSchemaObject): boolean {
    const first = CONDITION.map((keyword) => this.#keywords.get(keyword));
    return (
      first.some((value) => value !== undefined) &&
      CONDITION.some((keyword) => second[keyword] !== undefined) &&
      CONDITION.some((keyword, index) => !isSameValue(first[index], second[keyword], this.#work))
    );
  }
}

/** Units of work for merging the properties, required names and parts of a schema. */
function sizeOf({ properties, patternProperties, required, allOf }: JsonSchemaObject, work: Work): number {
  const named = [properties, patternProperties].reduce(
    (sum, map) => sum + (map === undefined ? 0 : namesOf(map, work).length),
    0,
  );
  return named * UNITS_A_PROPERTY + ((required?.length ?? 0) + (allOf?.length ?? 0)) * 5;
}

function isOfCondition(keyword: string): boolean {
  return keyword === 'if' || keyword === 'then' || keyword === 'else';
}

type Types = JsonType | readonly JsonType[];

/** @returns undefined if no value has a type of both */
function uniteTypes(first: Types, second: Types): Types | undefined {
  const allowed = new Set(listed(second));
  const both = listed(first).flatMap((type): readonly JsonType[] => {
    if (allowed.has(type)) return [type];
    if (type === 'integer' && allowed.has('number')) return [type];
    return type === 'number' && allowed.has('integer') ? ['integer'] : [];
  });
  const left = [...new Set(both)];
  return left.length > 1 ? left : left[0];
}

function listed(types: Types): readonly JsonType[] {
  return typeof types === 'string' ? [types] : types;
}
