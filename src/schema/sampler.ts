import { isNumber } from './exact-number.ts';
import { givenValues } from './given-values.ts';
import { type Direction, hiddenNames } from './hidden-names.ts';
import { isRecord, isSameValue } from './json-values.ts';
import { type MergedSchema, mergeSchema } from './merged-schema.ts';
import { matchingTexts } from './pattern.ts';
import type { Schemas } from './references.ts';
import { sampleAttempts } from './sample-attempts.ts';
import { sampleNumber, sampleText } from './sample-scalars.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import { typesOf } from './types.ts';
import { validityOf } from './validation.ts';
import type { Work } from './work.ts';

/** Limits for the size of a sample. */
export interface SampleLimits {
  /** Depth from which optional properties are omitted. */
  readonly optionalDepth: number;
  /** Maximum number of values, including objects and lists. */
  readonly mostNodes: number;
}

const MAX_DEPTH = 40;
const MAX_ITEMS = 100;
const UNITS_A_NODE = 100;

/** Keywords that every built object or list satisfies, and keywords that do not restrict values. */
const FOLLOWED_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'type properties required items additionalProperties title description readOnly writeOnly deprecated ' +
    'externalDocs xml examples example default $comment'
  ).split(' '),
);

/** Result if no value was found: the caller omits the property or tries the next variant. */
export const NONE = Symbol('no value');

/** Value for a component by itself, which any value that contains the component may reuse. */
interface ComponentSample {
  /** `NONE` if there is no value, or none within the limits. */
  readonly value: unknown;
  readonly nodes: number;
  /** Number of levels below the component. */
  readonly height: number;
  readonly isCertain: boolean;
  /** Names of all schemas inside: within one of these, the component may have another value or none. */
  readonly names: ReadonlySet<string>;
  /** Units of work that building it took; reusing it costs the same, so that results do not depend on the order. */
  readonly units: number;
}

/** Builds one value for a schema within limits. */
export class Sampler {
  readonly #schemas: Schemas;
  readonly #direction: Direction;
  readonly #limits: SampleLimits;
  readonly #work: Work;
  readonly #begun: Set<JsonSchema>;
  readonly #names = new Set<string>();
  /** False: schemas were merged, which may have lost constraints, so that the value may violate its schema. */
  isCertain = true;
  #nodes = 0;
  #height = 0;

  /** @param begun components whose own samples are being built, for which no further one is begun */
  constructor(
    schemas: Schemas,
    direction: Direction,
    limits: SampleLimits,
    work: Work,
    begun: Set<JsonSchema> = new Set(),
  ) {
    this.#schemas = schemas;
    this.#direction = direction;
    this.#limits = limits;
    this.#work = work;
    this.#begun = begun;
  }

  /** Whether the sample exceeds the maximum number of values; its value is `NONE` then. */
  get #isTooMuch(): boolean {
    return this.#nodes > this.#limits.mostNodes;
  }

  /** Returns a value for a schema, or `NONE`. */
  sample(schema: JsonSchema): unknown {
    const value = this.#value(schema, 0, []);
    return this.#isTooMuch ? NONE : value;
  }

  /** @param path names of the enclosing schemas; a repeated name means recursion */
  #value(schema: JsonSchema, depth: number, path: readonly string[]): unknown {
    this.#nodes += 1;
    this.#height = Math.max(this.#height, depth);
    if (!this.#work.spend(UNITS_A_NODE) || this.#isTooMuch || depth > MAX_DEPTH || schema === false) return NONE;
    if (schema === true) return 'string';
    const merged = this.#merge(schema);
    this.isCertain &&= merged.schema === schema || merged.schema === this.#schemas.resolveSchema(schema).value;
    const names = merged.name === null ? merged.parts : [merged.name, ...merged.parts];
    for (const name of names) this.#names.add(name);
    if (names.some((name) => path.includes(name))) return NONE;
    const known = merged.name !== null && depth > 0 ? this.#component(schema, depth, path) : undefined;
    // A subtype includes its parent, which is no recursion.
    return known === undefined
      ? this.#made(merged, depth, merged.hasSubtypes || names.length === 0 ? path : [...path, ...names])
      : known.value;
  }

  /**
   * Returns the sample of a component by itself, with the optional properties that the remaining depth allows.
   * Returns undefined if the value at this place may differ from it.
   */
  #component(schema: JsonSchema, depth: number, path: readonly string[]): ComponentSample | undefined {
    const target = this.#schemas.resolveSchema(schema).value;
    if (typeof target === 'boolean' || this.#begun.has(target) || this.#begun.size >= MAX_DEPTH) return undefined;
    const limits = { ...this.#limits, optionalDepth: Math.max(0, this.#limits.optionalDepth - depth) };
    const before = this.#work.used;
    const topic = `sample ${this.#direction} ${limits.mostNodes} ${limits.optionalDepth}`;
    const own = this.#schemas.remembered(topic, target, () => this.#sampleOf(target, schema, limits), this.#work);
    const isNew = this.#work.used > before;
    if (!isNew) this.#work.spend(own.units);
    if (depth + own.height > MAX_DEPTH || path.some((name) => own.names.has(name))) return undefined;
    this.isCertain &&= own.isCertain;
    this.#nodes += own.nodes - 1;
    this.#height = Math.max(this.#height, depth + own.height);
    for (const name of own.names) this.#names.add(name);
    return own;
  }

  #sampleOf(target: JsonSchema, schema: JsonSchema, limits: SampleLimits): ComponentSample {
    const before = this.#work.used;
    const sampler = new Sampler(this.#schemas, this.#direction, limits, this.#work, this.#begun);
    this.#begun.add(target);
    const value = sampler.sample(schema);
    this.#begun.delete(target);
    return {
      value,
      nodes: sampler.#nodes,
      height: sampler.#height,
      isCertain: sampler.isCertain,
      names: sampler.#names,
      units: this.#work.used - before,
    };
  }

  #made({ schema: merged, name, hasSubtypes }: MergedSchema, depth: number, inside: readonly string[]): unknown {
    const given = this.#givenValue(merged);
    if (given !== NONE) return given;
    const attempts = sampleAttempts(merged, name);
    // An object or list is valid if all of its keywords are in FOLLOWED_KEYWORDS and its parts are valid. Validation at
    // every level would multiply the work by the depth.
    const isRight = attempts.length === 1 && Object.keys(merged).every((keyword) => FOLLOWED_KEYWORDS.has(keyword));
    let overlapping: unknown = NONE;
    for (const attempt of attempts) {
      const value = attempt === merged ? this.#built(merged, depth, inside) : this.#value(attempt, depth + 1, inside);
      if (value === NONE) continue;
      // Subtypes exclude each other by the discriminator alone.
      if (isRight || this.#isValid(value, merged, merged.oneOf === undefined || hasSubtypes)) return value;
      if (overlapping === NONE && merged.oneOf !== undefined && this.#isValid(value, merged)) overlapping = value;
    }
    return overlapping;
  }

  #merge(schema: JsonSchemaObject): MergedSchema {
    return mergeSchema(schema, this.#schemas, this.#work);
  }

  #isValid(value: unknown, schema: JsonSchema, mayOverlap = true): boolean {
    return validityOf(value, schema, this.#schemas, this.#direction, this.#work, mayOverlap) === 'valid';
  }

  /** First valid value among those in the schema, see {@link givenValues}. */
  #givenValue(schema: JsonSchemaObject): unknown {
    for (const value of givenValues(schema, this.#schemas, this.#direction, this.#work))
      if (this.#isValid(value, schema)) return value;
    return NONE;
  }

  #built(schema: JsonSchemaObject, depth: number, path: readonly string[]): unknown {
    const types = typesOf(schema);
    if (types.length === 0)
      return schema.type === undefined && !(schema.enum ?? []).includes(null) && schema.const !== null
        ? this.#untyped(schema)
        : null;
    for (const type of types) {
      const value = this.#ofType(type, schema, depth, path);
      if (value !== NONE && (types.length === 1 || this.#isValid(value, schema))) return value;
    }
    return Array.isArray(schema.type) && schema.type.includes('null') ? null : NONE;
  }

  #untyped(schema: JsonSchemaObject): unknown {
    const bounds =
      schema.minimum ?? schema.maximum ?? schema.exclusiveMinimum ?? schema.exclusiveMaximum ?? schema.multipleOf;
    const values =
      bounds === undefined ? [sampleText(schema, this.#work), 1, {}, [], true, null] : [sampleNumber(schema, 'number')];
    return values.find((value) => value !== undefined && this.#isValid(value, schema)) ?? NONE;
  }

  #ofType(type: string, schema: JsonSchemaObject, depth: number, path: readonly string[]): unknown {
    switch (type) {
      case 'string':
        return sampleText(schema, this.#work) ?? NONE;
      case 'integer':
      case 'number':
        return sampleNumber(schema, type) ?? NONE;
      case 'boolean':
        return this.#isValid(true, schema);
      case 'array':
        return this.#list(schema, depth, path);
      case 'object':
        return this.#object(schema, depth, path);
      default:
        return NONE;
    }
  }

  #list(schema: JsonSchemaObject, depth: number, path: readonly string[]): unknown {
    const start = schema.prefixItems ?? [];
    const least = Math.max(schema.minItems ?? 0, schema.contains === undefined ? 0 : 1);
    const most = Math.min(
      schema.maxItems ?? Number.POSITIVE_INFINITY,
      schema.items === false ? start.length : Number.POSITIVE_INFINITY,
    );
    if (least > most || least > MAX_ITEMS) return NONE;
    const wanted = Math.min(most, Math.max(least, start.length, 1));
    const items: unknown[] = [];
    for (let index = 0; index < wanted; index += 1) {
      const own = start[index] ?? schema.items ?? schema.contains ?? true;
      const item = this.#distinct(
        schema.contains !== undefined && index === start.length ? { allOf: [own, schema.contains] } : own,
        items,
        schema,
        depth,
        path,
      );
      if (item === NONE) return items.length >= least ? items : NONE;
      items.push(item);
    }
    return items;
  }

  /** Builds an item for a list; with `uniqueItems`, one that is not yet in the list. */
  #distinct(
    item: JsonSchema,
    present: readonly unknown[],
    list: JsonSchemaObject,
    depth: number,
    path: readonly string[],
  ): unknown {
    const value = this.#value(item, depth + 1, path);
    const repeats = (candidate: unknown): boolean => present.some((other) => isSameValue(other, candidate, this.#work));
    if (list.uniqueItems !== true || value === NONE || !repeats(value)) return value;
    const enumerated = typeof item === 'boolean' ? [] : (this.#merge(item).schema.enum ?? []);
    const varied = isNumber(value)
      ? [Number(value) + present.length, Number(value) - present.length]
      : [`${value}${present.length + 1}`, `${present.length + 1}`, true, false, null];
    return (
      [...enumerated, ...varied].find((candidate) => !repeats(candidate) && this.#isValid(candidate, item)) ?? NONE
    );
  }

  #object(schema: JsonSchemaObject, depth: number, path: readonly string[]): unknown {
    const required = new Set(schema.required);
    const hidden = hiddenNames(schema, this.#schemas, this.#direction, this.#work);
    const entries = new Map<string, unknown>();
    const { properties = {}, maxProperties: most = Number.POSITIVE_INFINITY } = schema;
    let room = most - [...required].filter((name) => !hidden.has(name)).length;
    for (const name of Object.keys(properties)) {
      if (this.#work.isSpent || this.#isTooMuch) return NONE;
      const isRequired = required.has(name);
      if (hidden.has(name) || (!isRequired && (depth >= this.#limits.optionalDepth || room <= 0))) continue;
      const value = this.#value(properties[name] ?? true, depth + 1, path);
      if (value === NONE && isRequired) return NONE;
      if (value === NONE) continue;
      entries.set(name, value);
      if (!isRequired) room -= 1;
    }
    for (const name of required) {
      if (entries.has(name) || hidden.has(name)) continue;
      const value = this.#value(freeProperty(schema), depth + 1, path);
      if (value === NONE) return NONE;
      entries.set(name, value);
    }
    const least = Math.max(
      schema.minProperties ?? 0,
      Object.keys(properties).length === 0 && isRecord(schema.additionalProperties) && most > 0 ? 1 : 0,
    );
    if (least > entries.size) this.#fill(entries, Math.min(least, MAX_ITEMS), schema, depth, path);
    return Object.fromEntries(entries);
  }

  /** Adds additional properties until there are `least`, or no more can be built. */
  #fill(
    entries: Map<string, unknown>,
    least: number,
    schema: JsonSchemaObject,
    depth: number,
    path: readonly string[],
  ): void {
    const [pattern, part] = Object.entries(schema.patternProperties ?? {})[0] ?? [undefined, undefined];
    const texts = pattern === undefined ? [] : [...matchingTexts(pattern, this.#work)];
    const names =
      schema.propertyNames === undefined ? texts : [this.#value(schema.propertyNames, depth + 1, path), ...texts];
    const candidates = [...names, ...Array.from({ length: least }, (_, index) => `key${index + 1}`)].filter(
      (name) => typeof name === 'string',
    );
    for (const name of candidates) {
      if (entries.size >= least) return;
      if (entries.has(name)) continue;
      const value = this.#value(
        texts.includes(name) && part !== undefined ? part : freeProperty(schema),
        depth + 1,
        path,
      );
      if (value !== NONE) entries.set(name, value);
    }
  }
}

function freeProperty(schema: JsonSchemaObject): JsonSchema {
  return schema.additionalProperties ?? true;
}
