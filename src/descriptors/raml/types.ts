import { setOwn } from '../../model/own-property.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { isRecord, type JsonRecord, recordOf } from '../../schema/json-values.ts';
import { embeddedSchema } from '../json-schema-text.ts';
import { jsonOrText } from '../json-text.ts';
import { placedAs, placedBelow } from '../openapi/source-node.ts';
import type { RamlFiles, Scope } from './files.ts';

type Schema = Record<string, unknown>;

const BUILT_IN: Readonly<Record<string, Schema>> = {
  any: {},
  object: { type: 'object' },
  array: { type: 'array' },
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  'date-only': { type: 'string', format: 'date' },
  'time-only': { type: 'string', format: 'time' },
  'datetime-only': { type: 'string', format: 'date-time-local' },
  datetime: { type: 'string', format: 'date-time' },
  file: { type: 'string', format: 'binary' },
  nil: { type: 'null' },
  null: { type: 'null' },
};
/** Facets that JSON Schema has under the same name. */
const SAME = new Set(
  (
    'pattern minLength maxLength minimum maximum multipleOf enum default minItems maxItems uniqueItems minProperties ' +
    'maxProperties description'
  ).split(' '),
);
/** Keys with code of their own; others become `x-` keys. */
const READ = new Set(
  (
    'type schema properties items required example examples displayName additionalProperties discriminator ' +
    'discriminatorValue format fileTypes xml facets allowedTargets (x-json-schema) (x-all-of) (x-one-of)'
  ).split(' '),
);
/** Maximum number of types inside each other in an expression. */
const MOST_LEVELS = 40;

/** Converter of RAML types to schemas, which names the declared ones. */
export class RamlTypes {
  readonly #files: RamlFiles;
  readonly #main: Scope;
  readonly #names = new UniqueNames('-');
  /** Component names by scope and type name. */
  readonly #declared = new Map<Scope, Map<string, string>>();
  readonly schemas: Schema = {};

  constructor(files: RamlFiles, main: Scope) {
    this.#files = files;
    this.#main = main;
  }

  /** Declares the types of a scope and of its libraries as components. */
  declare(scope: Scope): void {
    if (this.#declared.has(scope)) return;
    const names = new Map<string, string>();
    this.#declared.set(scope, names);
    const declared = Object.entries(typesOf(scope));
    for (const [name] of declared) names.set(name, this.#names.claim(name));
    for (const library of scope.libraries.values()) this.declare(library);
    for (const [name, type] of declared) {
      const schema = this.toSchema(type, scope);
      const own = recordOf(type);
      if (own['displayName'] !== undefined && schema['$ref'] === undefined) schema['title'] ??= own['displayName'];
      // Components are known by their places: types that are texts have places of their own, too.
      const placed = placedBelow(placedAs(schema, own), scope.declarations['types'], name);
      setOwn(this.schemas, names.get(name) ?? name, placed);
    }
  }

  /** @param untyped type of a declaration that says none: bodies may be anything, all others are texts */
  toSchema(type: unknown, outer: Scope, untyped = 'string', depth = 0): Schema {
    if (typeof type === 'string' || type === null || type === undefined)
      return this.#expression(type ?? 'string', outer, depth);
    if (Array.isArray(type)) return { allOf: type.map((part) => this.toSchema(part, outer, 'string', depth + 1)) };
    if (!isRecord(type)) return {};
    const scope = this.#files.scopeOf(type) ?? outer;
    const given = type['type'] ?? type['schema'];
    const implied = isRecord(type['properties']) ? 'object' : type['items'] === undefined ? untyped : 'array';
    const base = this.toSchema(given ?? implied, scope, 'string', depth + 1);
    const own = this.#facets(type, scope, depth);
    const isExtended = base['$ref'] !== undefined || base['allOf'] !== undefined || base['anyOf'] !== undefined;
    const { description, title, examples, default: standard, ...constraints } = own;
    const texts = defined({ title, description, examples, default: standard });
    const isPlain = Object.keys(constraints).length === 0;
    const schema =
      isExtended && !isPlain ? { allOf: base['allOf'] ?? [base], ...own } : { ...base, ...(isPlain ? texts : own) };
    return placedAs(this.#ownKeywords(type, schema, scope), type);
  }

  /** Keywords that our format of RAML keeps in annotations. */
  #ownKeywords(type: JsonRecord, schema: Schema, scope: Scope): Schema {
    const { '(x-json-schema)': keywords, '(x-all-of)': all, '(x-one-of)': isOne } = type;
    if (isOne === true && Array.isArray(schema['anyOf'])) {
      schema['oneOf'] = schema['anyOf'];
      delete schema['anyOf'];
    }
    if (Array.isArray(all)) schema['allOf'] = all.map((part) => this.toSchema(part, scope));
    return isRecord(keywords) ? Object.assign(schema, keywords) : schema;
  }

  #facets(type: JsonRecord, scope: Scope, depth: number): Schema {
    const schema: Schema = {};
    for (const [key, value] of Object.entries(type)) {
      if (SAME.has(key)) schema[key] = value;
      else if (/^\(.+\)$/.test(key) && !READ.has(key)) setOwn(schema, annotationKey(key), value);
      else if (!READ.has(key)) setOwn(schema, `x-${key}`, value);
    }
    if (isRecord(type['properties'])) Object.assign(schema, this.#properties(type['properties'], scope, depth));
    if (type['items'] !== undefined) schema['items'] = this.toSchema(type['items'], scope, 'string', depth + 1);
    if (type['additionalProperties'] === false) schema['additionalProperties'] ??= false;
    const { displayName, discriminator, format, fileTypes, xml, facets } = type;
    if (displayName !== undefined) schema['title'] = String(displayName);
    if (typeof discriminator === 'string') schema['discriminator'] = { propertyName: discriminator };
    if (type['discriminatorValue'] !== undefined) schema['x-discriminator-value'] = type['discriminatorValue'];
    if (typeof format === 'string') schema['format'] = format === 'rfc3339' ? 'date-time' : format;
    if (fileTypes !== undefined) schema['x-file-types'] = fileTypes;
    if (isRecord(xml)) schema['xml'] = xml;
    if (facets !== undefined) schema['x-facets'] = facets;
    const examples = examplesOf(type);
    if (examples.length > 0) schema['examples'] = examples;
    return schema;
  }

  #properties(properties: JsonRecord, scope: Scope, depth: number): Schema {
    const all: Schema = {};
    const patterns: Schema = {};
    const required: string[] = [];
    let others: Schema | undefined;
    for (const [key, type] of Object.entries(properties)) {
      const schema = this.toSchema(type, scope, 'string', depth + 1);
      const explicit = isRecord(type) ? type['required'] : undefined;
      const isOptional = explicit === undefined ? key.endsWith('?') : explicit === false;
      const name = explicit === undefined ? key.replace(/\?$/, '') : key;
      const [, pattern] = /^\/(.*)\/$/s.exec(name) ?? [];
      if (pattern === '') others = schema;
      else if (pattern !== undefined) setOwn(patterns, pattern, schema);
      else {
        setOwn(all, name, schema);
        if (!isOptional) required.push(name);
      }
    }
    return {
      ...(Object.keys(all).length > 0 && { properties: all }),
      ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
      ...(others && { additionalProperties: others }),
      ...(required.length > 0 && { required }),
    };
  }

  /** Type expression: `Book[] | nil`, or a schema as text. */
  #expression(text: unknown, scope: Scope, depth: number): Schema {
    const expression = String(text).trim();
    if (/^[{[]/.test(expression) && /["}\]]$/.test(expression)) return this.#embedded(expression);
    if (expression.startsWith('<')) return { type: 'string', 'x-xsd': expression };
    if (depth > MOST_LEVELS || expression.length > 1000) return {};
    const parts = splitUnion(expression);
    if (parts.length > 1) {
      const schemas = parts.map((part) => this.#expression(part, scope, depth + 1));
      const others = schemas.filter(({ type }) => type !== 'null');
      const [only] = others;
      if (
        others.length === 1 &&
        others.length < schemas.length &&
        only !== undefined &&
        typeof only['type'] === 'string'
      )
        return { ...only, type: [only['type'], 'null'] };
      return { anyOf: schemas };
    }
    if (expression.endsWith('[]'))
      return { type: 'array', items: this.#expression(expression.slice(0, -2), scope, depth + 1) };
    if (expression.endsWith('?')) return this.#expression(`${expression.slice(0, -1)} | nil`, scope, depth + 1);
    if (expression.startsWith('(') && expression.endsWith(')'))
      return this.#expression(expression.slice(1, -1), scope, depth + 1);
    const name = this.#nameOf(expression, scope);
    if (name !== undefined) return { $ref: `#/components/schemas/${encodeURIComponent(name.toWellFormed())}` };
    if (Object.hasOwn(BUILT_IN, expression)) return { ...BUILT_IN[expression] };
    return { $ref: `#/components/schemas/${encodeURIComponent(expression.toWellFormed())}` };
  }

  #nameOf(type: string, scope: Scope): string | undefined {
    const [alias = '', ...rest] = type.split('.');
    const library = rest.length > 0 ? scope.libraries.get(alias) : undefined;
    if (library !== undefined) return this.#nameOf(rest.join('.'), library);
    return (this.#declared.get(scope) ?? this.#declared.get(this.#main))?.get(type);
  }

  #embedded(text: string): Schema {
    const schema = jsonOrText(text);
    if (schema === text) return { 'x-schema': text };
    if (!isRecord(schema)) return {};
    if (!/"\$ref"\s*:\s*"#/.test(text)) return embeddedSchema(schema, '');
    const name = this.#names.claim('Schema');
    const reference = `#/components/schemas/${name}`;
    setOwn(this.schemas, name, embeddedSchema(schema, reference));
    return { $ref: reference };
  }
}

function typesOf({ declarations: { types, schemas } }: Scope): JsonRecord {
  return { ...recordOf(schemas), ...recordOf(types) };
}

export function examplesOf({ example, examples }: JsonRecord): readonly unknown[] {
  const many = Array.isArray(examples) ? examples : Object.values(recordOf(examples));
  return [...(example === undefined ? [] : [example]), ...many].map((one) => exampleObject(one)['value']);
}

/** Example Object; an example with texts or annotations has its content in `value`. */
export function exampleObject(example: unknown): JsonRecord {
  if (!isRecord(example) || !Object.hasOwn(example, 'value')) return { value: parsedExample(example) };
  const { displayName, description, value } = example;
  return defined({ summary: displayName, description, value: parsedExample(value) });
}

function parsedExample(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? jsonOrText(value) : value;
}

/** Key of an annotation in OpenAPI: `(deprecated)` is `x-deprecated`. */
export function annotationKey(key: string): string {
  const name = key.slice(1, -1);
  return name.startsWith('x-') ? name : `x-${name}`;
}

function defined(object: Schema): Schema {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function splitUnion(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (at < text.length && (character !== '|' || depth > 0)) continue;
    parts.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return parts.filter((part) => part !== '');
}
