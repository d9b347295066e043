import { closeNames } from '../model/close-names.ts';
import { type Place, type Sourced, toSourced } from './place.ts';

/** A JSON Schema, draft 7, for YAML editors. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Name of the JSON Schema definition for a text with `${NAME}`, which is allowed in place of any scalar. */
const VARIABLE = 'variable';

/** Allows `written`, or a text with an environment variable. @param expected text of the editor tooltip */
function scalarSchema(expected: string, written: JsonSchema): JsonSchema {
  return { description: sentence(expected), anyOf: [written, { $ref: `#/definitions/${VARIABLE}` }] };
}

function listSchema(expected: string, items: JsonSchema): JsonSchema {
  return { description: sentence(expected), type: 'array', items };
}

/** JSON Schema of a map, or null, for a section in which every line is commented out. */
export function mapSchema(keywords: JsonSchema): JsonSchema {
  return { type: ['object', 'null'], ...keywords };
}

/**
 * Adds the text of the editor tooltip to a schema.
 * @param about purpose of the value
 * @param expected expected value; omitted for a map, since its keys have their own tooltips
 * @param fallback default for a missing key
 */
function documentedSchema(written: JsonSchema, about: string, expected?: string, fallback?: unknown): JsonSchema {
  const description = expected === undefined ? about : `${about} ${sentence(`write ${expected}`)}`;
  return { ...written, description, ...(fallback === undefined ? {} : { default: fallback }) };
}

/** Makes a pattern case-insensitive without flags, which JSON Schema does not support. */
export function eitherCase(pattern: string): string {
  return pattern.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}

/**
 * Creates the JSON Schema of one file of `config/autoload`. Files are merged, so a single file may be incomplete: only
 * `platform-docs check` reports missing keys and unknown names.
 * @param root schema of the merged configuration
 */
export function configurationJsonSchema(root: JsonSchema): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Platform Documentation: one file of config/autoload',
    ...root,
    definitions: { [VARIABLE]: { type: 'string', pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}' } },
  };
}

function sentence(expected: string): string {
  return `${expected.charAt(0).toUpperCase()}${expected.slice(1)}${expected.endsWith('."') ? '' : '.'}`;
}

/** Describes and reads one value of the configuration. */
export interface Schema<T> {
  /** Expected value, for remedies after the word "Write": `a name such as Example APIs`. */
  readonly expected: string;
  /**
   * Marks sections, which are null if every line in them is commented out. Any other key without a value is an
   * error.
   */
  readonly mayBeEmpty?: true;
  /** JSON Schema for editors. Must accept every value that `read` accepts, and may accept more. */
  readonly json: JsonSchema;
  /** Reads a value other than null. @returns undefined after reporting a problem */
  read(sourced: Sourced, place: Place): T | undefined;
}

export type ValueOf<S extends Schema<unknown>> = S extends Schema<infer T> ? T : never;

/** Values by key; undefined for a missing or invalid value. */
export type MapOf<S extends Shape> = { readonly [K in keyof S]: S[K] extends Schema<infer T> ? T | undefined : never };
export type Shape = Readonly<Record<string, Schema<unknown>>>;

/**
 * Adds a description to a schema, for `docs/configuration.md` and the tooltips of editors.
 * @param fallback default for a missing key, as a user would write it
 */
export function about<S extends Schema<unknown>>(
  text: string,
  schema: S,
  fallback: unknown,
): S & { readonly fallback: unknown };
export function about<S extends Schema<unknown>>(text: string, schema: S): S;
export function about<S extends Schema<unknown>>(
  text: string,
  schema: S,
  fallback?: unknown,
): S & { readonly fallback?: unknown } {
  const expected = schema.mayBeEmpty === true ? undefined : schema.expected;
  const documented = { ...schema, json: documentedSchema(schema.json, text, expected, fallback) };
  return fallback === undefined ? documented : { ...documented, fallback };
}

/** Schema of a map with fixed keys. */
export function map<S extends Shape>(keys: S): Schema<MapOf<S>> {
  const named = nameAll(Object.keys(keys));
  return {
    expected: `${named} below it`,
    mayBeEmpty: true,
    json: mapSchema({
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(keys).map(([key, { json }]) => [key, json])),
    }),
    read(sourced, place) {
      const entries = entriesOf(sourced, place, `${named} below it`);
      if (entries === undefined) return undefined;
      const values = entries.map(([key, entry]) => {
        const schema = Object.hasOwn(keys, key) ? keys[key] : undefined;
        const at = place.at(key, entry.file);
        return [
          key,
          schema === undefined
            ? at.complain(
                'This key is not known.',
                remedyFor(key, Object.keys(keys), new Set(entries.map(([written]) => written))),
              )
            : readEntry(schema, entry, at),
        ];
      });
      return Object.fromEntries(values) as MapOf<S>;
    },
  };
}

/**
 * Creates the remedy for an unknown key: suggests similar keys, or all known keys.
 * @param written existing keys of the map, which are not suggested
 */
function remedyFor(key: string, known: readonly string[], written: ReadonlySet<string>): string {
  const names = closeNames(key, known);
  const close = names.find((name) => !written.has(name));
  if (close !== undefined) return `Write ${close}, or remove it.`;
  return names.length === 0 ? `Remove it, or write ${nameAll(known)}.` : `Remove it: ${names[0]} is there already.`;
}

/** Schema of the keys of a map with user-defined keys. */
export interface KeySchema {
  /** Expected key, for remedies after the word "Write": `the name of a group, such as editors`. */
  readonly expected: string;
  /** @returns problem, as one sentence; undefined for a valid key */
  problem(key: string): string | undefined;
  /** JSON Schema for editors. Must accept every key without a `problem`, and may accept more. */
  readonly json: JsonSchema;
}

/** Schema of a map with user-defined keys. Invalid entries are reported and left out. */
export function record<T>(keys: KeySchema, item: Schema<T>): Schema<ReadonlyMap<string, T>> {
  return {
    expected: `${keys.expected} below it, each with ${item.expected}`,
    mayBeEmpty: true,
    json: mapSchema({
      propertyNames: { description: sentence(keys.expected), ...keys.json },
      additionalProperties: item.json,
    }),
    read(sourced, place) {
      const values = new Map<string, T>();
      for (const [key, entry] of entriesOf(sourced, place, this.expected) ?? []) {
        const at = place.at(key, entry.file);
        const problem = keys.problem(key);
        if (problem !== undefined) at.complain(problem, `Write ${keys.expected}.`);
        const value = readEntry(item, entry, at);
        if (problem === undefined && value !== undefined) values.set(key, value);
      }
      return values;
    },
  };
}

/** Schema of a list. Invalid items are reported and left out. */
export function list<T>(expected: string, item: Schema<T>): Schema<readonly T[]> {
  return {
    expected,
    json: listSchema(expected, item.json),
    read(sourced, place) {
      if (sourced.kind === 'map' || !Array.isArray(sourced.value))
        return place.complain('It must be a list.', `Write ${expected}.`);
      return sourced.value.flatMap((written: unknown, index) => {
        const at = place.at(String(index));
        if (written === null) at.complain('It is empty.', `Write ${item.expected}.`);
        const value = written === null ? undefined : item.read(toSourced(written, place.file), at);
        return value === undefined ? [] : [value];
      });
    },
  };
}

/** Schema of a list, or of a single item without a list. */
export function listOrOne<T>(expected: string, item: Schema<T>): Schema<readonly T[]> {
  const several = list(expected, item);
  return {
    expected,
    json: { anyOf: [several.json, item.json] },
    read(sourced, place) {
      if (sourced.kind === 'value' && Array.isArray(sourced.value)) return several.read(sourced, place);
      const value = item.read(sourced, place);
      return value === undefined ? undefined : [value];
    },
  };
}

/** Reports a problem. `message` is one sentence. */
type Wrong = (message: string) => undefined;

/**
 * Creates the schema of a value that is not a map.
 * @param written JSON Schema for editors; must accept every value that `read` accepts
 * @param read converts the value; `quoted` quotes it for a message, with the names of variables instead of their values
 */
export function scalar<T>(
  expected: string,
  written: JsonSchema,
  read: (value: unknown, wrong: Wrong, quoted: (text: string) => string) => T | undefined,
): Schema<T> {
  return {
    expected,
    json: scalarSchema(expected, written),
    read(sourced, place) {
      if (sourced.kind === 'map') return place.complain('It must not be a map.', `Write ${expected}.`);
      const value = place.replaced(sourced.value);
      const wrong: Wrong = (message) => place.complain(message, `Write ${expected}.`);
      return value === undefined ? undefined : read(value, wrong, (text) => place.quoted(text));
    },
  };
}

/** Schema of a text. @param constraint keywords of the JSON Schema for editors */
export function textual<T>(
  expected: string,
  constraint: JsonSchema,
  read: (text: string, wrong: Wrong, quoted: (text: string) => string) => T | undefined,
): Schema<T> {
  return scalar(expected, { type: 'string', ...constraint }, (value, wrong, quoted) =>
    typeof value === 'string' ? read(value, wrong, quoted) : wrong('It must be text.'),
  );
}

/** Schema of a text that matches a pattern. @param problem message for any other text */
export function matching(expected: string, pattern: RegExp, problem: string): Schema<string> {
  return textual(expected, { pattern: pattern.source }, (text, wrong) => (pattern.test(text) ? text : wrong(problem)));
}

/**
 * Extends a schema by a further check or conversion.
 * @param refine converts the value, or reports a problem and returns undefined
 */
export function refined<T, U>(
  schema: Schema<T>,
  refine: (value: T, place: Place, sourced: Sourced) => U | undefined,
  { expected, json }: Pick<Schema<T>, 'expected' | 'json'> = schema,
): Schema<U> {
  return {
    ...schema,
    expected,
    json,
    read(sourced, place) {
      const value = schema.read(sourced, place);
      return value === undefined ? undefined : refine(value, place, sourced);
    },
  };
}

/** Entries of a map; undefined, after reporting a problem, for any other value. */
function entriesOf(sourced: Sourced, place: Place, expected: string): (readonly [string, Sourced])[] | undefined {
  if (sourced.kind === 'map') return [...sourced.entries];
  return place.complain(
    place.keys.length === 0 ? 'The file must contain a map.' : 'It must be a map.',
    `Write ${expected}.`,
  );
}

/**
 * Reads the value of a key. A key without a value is a problem, since an empty access rule must not open an API.
 * @returns undefined after reporting a problem, and for an empty section
 */
export function readEntry<T>(schema: Schema<T>, entry: Sourced, place: Place): T | undefined {
  if (entry.kind === 'map' || entry.value !== null) return schema.read(entry, place);
  return schema.mayBeEmpty === true
    ? undefined
    : place.complain('It has no value.', `Write ${schema.expected}, or remove the key.`);
}

/** Joins names as `a, b or c`. */
export function nameAll(names: readonly string[], last: 'or' | 'and' = 'or'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
