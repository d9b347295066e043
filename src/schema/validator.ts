import { type Direction, hiddenNames, NONE_HIDDEN } from './hidden-names.ts';
import { isRecord, namesOf } from './json-values.ts';
import { mergeSchema } from './merged-schema.ts';
import type { BrokenRule, ProblemKind } from './problem-words.ts';
import { componentReference, type Schemas } from './references.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from './schema.ts';
import { EXACT_FORMATS } from './text-formats.ts';
import { isNullSchema } from './types.ts';
import { checkRules, fitsType, type PatternTest } from './value-rules.ts';
import type { Work } from './work.ts';

const UNITS_A_CHECK = 20;
/** Units of work for one schema while problems are collected, which includes merging references and `allOf`. */
const UNITS_A_VISIT = 60;
const UNITS_A_PROBLEM = 100;
const DEEPEST = 200;
const MOST_PROBLEMS = 500;
const NONE_INCLUDED: readonly JsonSchema[] = [];

/** Violated rule, with the position of the value. */
export interface Problem extends BrokenRule {
  readonly kind: ProblemKind;
  /** Property names and list indexes from the root to the value. */
  readonly path: readonly string[];
}

/**
 * Validator with two modes. `decide` stops at the first violated or undecided rule. `collect` continues, with merged
 * schemas, and only decides the schemas in conditions and choices. A check method returns false to stop the validation.
 */
export class Validation {
  isUndecided = false;
  #isCollecting = false;
  readonly #problems: Problem[] = [];
  readonly #path: (string | number)[] = [];
  #depth = 0;
  /** Names of properties that the current object omits in this direction. */
  #hidden: ReadonlySet<string> = NONE_HIDDEN;
  /** Named schemas that include the one being checked, by `$ref` and `allOf`. */
  #included: readonly JsonSchema[] = NONE_INCLUDED;
  /** Results by named schema, hidden names and value. Without them, a chain of double references takes 2ⁿ checks. */
  readonly #known = new Map<JsonSchema, Map<ReadonlySet<string>, Map<unknown, boolean>>>();
  readonly #work: Work;
  readonly #schemas: Schemas;
  readonly #direction: Direction;
  readonly #matches: PatternTest;
  readonly #mayOverlap: boolean;

  /** @param mayOverlap a value may match several variants of `oneOf` */
  constructor(schemas: Schemas, direction: Direction, work: Work, matches: PatternTest, mayOverlap = false) {
    this.#schemas = schemas;
    this.#direction = direction;
    this.#work = work;
    this.#matches = matches;
    this.#mayOverlap = mayOverlap;
  }

  collect(value: unknown, schema: JsonSchema): readonly Problem[] {
    this.#isCollecting = true;
    this.#checkWith(this.#hiddenIn(schema), value, schema);
    return this.#problems;
  }

  /** @returns undefined if validity is undecided */
  decide(value: unknown, schema: JsonSchema, hidden = this.#hiddenIn(schema)): boolean | undefined {
    return this.#decided(() => this.#checkWith(hidden, value, schema));
  }

  #decided(check: () => boolean): boolean | undefined {
    if (this.#isOver) return undefined;
    const { isUndecided } = this;
    const isCollecting = this.#isCollecting;
    this.isUndecided = false;
    this.#isCollecting = false;
    const fits = check();
    const verdict = this.isUndecided || this.#work.isSpent ? undefined : fits;
    this.isUndecided ||= isUndecided;
    this.#isCollecting = isCollecting;
    return verdict;
  }

  #checkWith(hidden: ReadonlySet<string>, value: unknown, schema: JsonSchema): boolean {
    const [outer, included] = [this.#hidden, this.#included];
    this.#hidden = hidden;
    this.#included = NONE_INCLUDED;
    const goesOn = this.#check(value, schema);
    this.#hidden = outer;
    this.#included = included;
    return goesOn;
  }

  get #isOver(): boolean {
    return this.#work.isSpent || (this.isUndecided && !this.#isCollecting);
  }

  #leaveUndecided(): boolean {
    this.isUndecided = true;
    return this.#isCollecting && !this.#work.isSpent;
  }

  #break(kind: ProblemKind, value: unknown, schema: JsonSchemaObject, name?: string): boolean {
    if (!this.#isCollecting || !this.#work.spend(UNITS_A_PROBLEM)) return false;
    const path = this.#path.map(String);
    this.#problems.push({ path, value, kind, schema, ...(name === undefined ? {} : { name }) });
    return this.#problems.length < MOST_PROBLEMS;
  }

  #check(value: unknown, written: JsonSchema): boolean {
    const isCollecting = this.#isCollecting;
    if (this.#isOver) return false;
    if (!this.#work.spend(isCollecting ? UNITS_A_VISIT : UNITS_A_CHECK) || this.#depth > DEEPEST)
      return this.#leaveUndecided();
    if (typeof written === 'boolean') return written || this.#break('false', value, {});
    const schema = isCollecting ? this.#merged(written) : written;
    if (schema.type !== undefined && !fitsType(value, schema.type)) return this.#break('type', value, schema);
    this.#depth += 1;
    const goesOn =
      this.#checkItself(value, schema) &&
      (!Array.isArray(value) || this.#checkList(value, schema)) &&
      (!isRecord(value) || this.#checkObject(value, schema)) &&
      this.#checkCombined(value, schema);
    this.#depth -= 1;
    return goesOn;
  }

  #checkItself(value: unknown, schema: JsonSchemaObject): boolean {
    return checkRules(value, schema, this.#schemas, this.#work, this.#matches, (kind) => {
      const isInexact = kind === 'format' && typeof value === 'string' && !EXACT_FORMATS.has(schema.format ?? '');
      if (isInexact && this.#isCollecting) return true;
      return kind === 'undecided' ? this.#leaveUndecided() : this.#break(kind, value, schema);
    });
  }

  #checkCombined(value: unknown, schema: JsonSchemaObject): boolean {
    const passes = (part: JsonSchema): boolean => this.#check(value, part);
    if (schema.$ref !== undefined && !this.#fitsNamed(value, schema.$ref)) return false;
    if (schema.allOf !== undefined && !schema.allOf.every(passes)) return false;
    if (!this.#checkForms('oneOf', value, schema) || !this.#checkForms('anyOf', value, schema)) return false;
    const isExcluded = schema.not !== undefined && this.decide(value, schema.not) === true;
    if (isExcluded && !this.#break('not', value, schema)) return false;
    if (schema.if === undefined) return true;
    const applies = this.decide(value, schema.if);
    if (applies === undefined) return this.#leaveUndecided();
    return passes((applies ? schema.then : schema.else) ?? true);
  }

  #fitsNamed(value: unknown, $ref: string): boolean {
    const schema = this.#schemas.resolveSchema({ $ref }).value;
    const byValue = mapIn(mapIn(this.#known, schema), this.#hidden);
    const known = byValue.get(value);
    if (known !== undefined) return known;
    const included = this.#included;
    // A reference that closes a cycle of `allOf` adds no rule, as in merged schemas.
    if (included.includes(schema)) return true;
    this.#included = [...included, schema];
    const fits = this.#check(value, schema);
    this.#included = included;
    if (!this.isUndecided) byValue.set(value, fits);
    return fits;
  }

  #checkForms(keyword: 'oneOf' | 'anyOf', value: unknown, schema: JsonSchemaObject): boolean {
    const forms = schema[keyword];
    if (forms === undefined) return true;
    const most = keyword === 'anyOf' || this.#mayOverlap ? 0 : 1;
    let fitting = 0;
    let isOpen = false;
    for (const form of forms) {
      const fits = this.decide(value, form, this.#union(form));
      if (fits === true) fitting += 1;
      isOpen ||= fits === undefined;
      if (fitting > most) break;
    }
    if (fitting > 1) return this.#break('several', value, schema);
    if (isOpen) return this.#leaveUndecided();
    if (fitting === 1) return true;
    const meant = this.#isCollecting ? this.#likelyForm(value, forms, schema) : undefined;
    return meant === undefined ? this.#break(keyword, value, schema) : this.#check(value, meant);
  }

  /** Variant that was probably intended: the one named by the discriminator, else the only one that allows the type. */
  #likelyForm(
    value: unknown,
    forms: readonly JsonSchema[],
    { discriminator }: JsonSchemaObject,
  ): JsonSchema | undefined {
    const named = discriminator === undefined || !isRecord(value) ? undefined : value[discriminator.propertyName];
    if (discriminator !== undefined && typeof named === 'string') {
      const mapping = discriminator.mapping ?? {};
      const target = Object.hasOwn(mapping, named) ? mapping[named] : componentReference('schemas', named);
      const chosen = forms.find((form) => typeof form !== 'boolean' && form.$ref === target);
      if (chosen !== undefined) return chosen;
    }
    const ofType = forms.filter((form) => {
      if (!this.#work.spend(UNITS_A_VISIT) || isNullSchema(form)) return false;
      const { type } = this.#merged(form);
      return type === undefined || fitsType(value, type);
    });
    return ofType.length === 1 ? ofType[0] : undefined;
  }

  #union(part: JsonSchema): ReadonlySet<string> {
    const own = this.#hiddenIn(part);
    if (own.size === 0) return this.#hidden;
    this.#work.spend((this.#hidden.size + own.size) * 5);
    return this.#hidden.union(own);
  }

  #checkList(value: readonly unknown[], schema: JsonSchemaObject): boolean {
    const { prefixItems: start = [], items } = schema;
    for (const [index, item] of (items === undefined ? value.slice(0, start.length) : value).entries()) {
      if (!this.#checkInside(item, start[index] ?? items ?? true, index)) return false;
    }
    if (schema['unevaluatedItems'] !== undefined && items === undefined && value.length > start.length)
      return this.#leaveUndecided();
    return this.#checkContains(value, schema);
  }

  #checkContains(value: readonly unknown[], schema: JsonSchemaObject): boolean {
    const { contains, minContains, maxContains } = schema;
    if (contains === undefined) return true;
    const least = typeof minContains === 'number' ? minContains : 1;
    const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
    let found = 0;
    let open = 0;
    for (const item of value) {
      if (this.#isOver || found > most || (found >= least && most === Number.POSITIVE_INFINITY)) break;
      const fits = this.decide(item, contains);
      if (fits === true) found += 1;
      else if (fits === undefined) open += 1;
    }
    if (found + open < least) return this.#break('contains', value, schema);
    if (found > most) return this.#break('maxContains', value, schema);
    return open === 0 || this.#leaveUndecided();
  }

  #checkObject(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject): boolean {
    const { required = [], propertyNames } = schema;
    const before = this.#problems.length;
    if (!this.#checkNeeded(value, required, schema)) return false;
    for (const needed of this.#dependents(value, schema['dependentRequired'])) {
      if (Array.isArray(needed) && !this.#checkNeeded(value, needed.map(String), schema)) return false;
    }
    const names = NAMING_KEYWORDS.some((keyword) => schema[keyword] !== undefined) ? namesOf(value, this.#work) : [];
    for (const name of names) {
      if (this.#isOver || !this.#checkProperty(value, name, schema)) return false;
      if (propertyNames === undefined || this.decide(name, propertyNames) !== false) continue;
      if (!this.#break('propertyNames', value, schema, name)) return false;
    }
    for (const part of this.#dependents(value, schema['dependentSchemas'])) {
      if (isSchema(part) && !this.#check(value, part)) return false;
    }
    const rest = schema['unevaluatedProperties'];
    if (!isSchema(rest) || rest === true || this.#problems.length > before) return true;
    const isEvaluated = this.#decided(() => this.#isEvaluated(value, schema, rest));
    return isEvaluated !== false || this.#break('unevaluatedProperties', value, schema);
  }

  #checkNeeded(value: Readonly<Record<string, unknown>>, needed: readonly string[], schema: JsonSchemaObject): boolean {
    if (!this.#work.spend(needed.length * 3)) return false;
    return needed.every(
      (name) => Object.hasOwn(value, name) || this.#hidden.has(name) || this.#break('required', value, schema, name),
    );
  }

  #checkProperty(value: Readonly<Record<string, unknown>>, name: string, schema: JsonSchemaObject): boolean {
    const parts = this.#propertySchemas(name, schema);
    if (parts.length > 0) return parts.every((part) => this.#checkInside(value[name], part, name));
    return schema.additionalProperties === false
      ? this.#break('additionalProperties', value, schema, name)
      : this.#checkInside(value[name], schema.additionalProperties ?? true, name);
  }

  /** Subschemas for a property in `properties` and `patternProperties`. */
  #propertySchemas(name: string, { properties, patternProperties }: JsonSchemaObject): readonly JsonSchema[] {
    const found: JsonSchema[] = [];
    if (properties !== undefined && Object.hasOwn(properties, name)) found.push(properties[name] ?? true);
    this.#work.spend(UNITS_A_CHECK);
    for (const pattern of patternProperties === undefined ? [] : namesOf(patternProperties, this.#work)) {
      const matches = this.#matches(pattern, name, this.#work);
      if (matches === undefined) this.isUndecided = true;
      // If a pattern is undecided, the name must not count as an additional property.
      if (matches !== false) found.push((matches && patternProperties?.[pattern]) ?? true);
    }
    return found;
  }

  /** Values of the map at the keys that the object also has. */
  #dependents(value: Readonly<Record<string, unknown>>, map: unknown): readonly unknown[] {
    if (!isRecord(map)) return [];
    return namesOf(map, this.#work).flatMap((name) => (Object.hasOwn(value, name) ? [map[name]] : []));
  }

  #isEvaluated(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject, rest: JsonSchema): boolean {
    const known = this.#evaluatedNames(value, schema);
    return namesOf(value, this.#work).every((name) => known.has(name) || this.#checkInside(value[name], rest, name));
  }

  #evaluatedNames(value: Readonly<Record<string, unknown>>, schema: JsonSchema): Set<string> {
    if (typeof schema === 'boolean') return new Set();
    const describes = (name: string): boolean =>
      this.#propertySchemas(name, schema).length > 0 || schema.additionalProperties !== undefined;
    const names = new Set(namesOf(value, this.#work).filter((name) => !this.#work.isSpent && describes(name)));
    const { $ref, allOf = [], anyOf = [], oneOf = [], if: condition, then = true, else: otherwise = true } = schema;
    const chosen = condition !== undefined && this.#check(value, condition) ? [condition, then] : [otherwise];
    const parts = [
      ...($ref === undefined ? [] : [this.#schemas.resolveSchema({ $ref }).value]),
      ...[allOf, anyOf, oneOf].flat(),
      ...this.#dependents(value, schema['dependentSchemas']).filter(isSchema),
      ...(condition === undefined ? [] : chosen),
    ];
    this.#depth += 1;
    for (const part of this.#depth > 100 ? [] : parts) {
      if (!this.#check(value, part)) continue;
      const more = this.#evaluatedNames(value, part);
      this.#work.spend(more.size * 5);
      for (const name of more) names.add(name);
    }
    this.#depth -= 1;
    return names;
  }

  #checkInside(value: unknown, schema: JsonSchema, name: string | number): boolean {
    this.#path.push(name);
    const goesOn = this.#checkWith(isRecord(value) ? this.#hiddenIn(schema) : NONE_HIDDEN, value, schema);
    this.#path.pop();
    return goesOn;
  }

  #hiddenIn(schema: JsonSchema): ReadonlySet<string> {
    return hiddenNames(schema, this.#schemas, this.#direction, this.#work);
  }

  #merged(schema: JsonSchema): JsonSchemaObject {
    return mergeSchema(schema, this.#schemas, this.#work).schema;
  }
}

/** Keywords that depend on the names in an object. */
const NAMING_KEYWORDS = ['properties', 'patternProperties', 'additionalProperties', 'propertyNames'] as const;

function mapIn<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<L, V>();
  maps.set(key, made);
  return made;
}
