import { isRecord, type JsonRecord, listOf, recordOf } from '../../schema/json-values.ts';
import { itemText, onOneLine, without } from './texts.ts';

/** Type in MSON: what stands in brackets, and what stands below. */
interface MsonType {
  readonly type: string;
  readonly attributes: readonly string[];
  readonly value: string | null;
  readonly lines: (indent: string) => readonly string[];
  /** Keywords that MSON has no words for. */
  readonly rest: JsonRecord;
}

const PRIMITIVES = new Set(['string', 'number', 'boolean']);
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
const KEYWORD = /^(?:Include|Items|Members|Properties|Sample|Default|One|Values)$/i;
const STEP = '    ';
/** Maximum number of objects inside each other that are written as members; deeper ones are JSON. */
const MOST_LEVELS = 12;

/** Writer of types, which knows the named types of one document. */
export class MsonWriter {
  readonly #schemas: JsonRecord;

  constructor(schemas: JsonRecord) {
    this.#schemas = schemas;
  }

  /** Lines below `# Data Structures`. */
  declarations(): readonly string[] {
    return Object.entries(this.#schemas).flatMap(([name, schema]) => [
      ...this.#declared(`## ${name}`, recordOf(schema), name, '', ''),
      '',
    ]);
  }

  /** `+ Attributes (Book)` with its members. */
  attributes(schema: JsonRecord, indent: string): readonly string[] {
    return this.#declared(`${indent}+ Attributes`, schema, null, indent + STEP, indent + STEP);
  }

  #declared(
    head: string,
    schema: JsonRecord,
    own: string | null,
    textIndent: string,
    indent: string,
  ): readonly string[] {
    const { type, attributes, value, rest, lines } = this.#typeOf(schema, own, 0);
    const { example, examples, const: constant } = schema;
    const values = Object.entries({ example, examples, const: constant }).filter(([, one]) => one !== undefined);
    const all = value === null ? rest : { ...rest, ...Object.fromEntries(values) };
    const words = inBrackets([type, ...attributes.filter((word) => word !== 'fixed')]);
    const text = [schema['description'] ?? '', restText({ type, rest: all })];
    return [head + words, ...itemText(joined(text, '\n\n'), textIndent), ...lines(indent)];
  }

  /** Member of a type or of a list of parameters. */
  member(
    name: string,
    schema: JsonRecord,
    facts: { readonly required?: string; readonly text?: unknown },
    indent: string,
    depth = 0,
  ): readonly string[] {
    const { type, attributes, value, rest, lines } = this.#typeOf(schema, null, depth);
    const brackets = inBrackets([type, facts.required ?? '', ...attributes]);
    const text = facts.text ?? schema['description'];
    const line = onOneLine(text);
    const more = restText({ type, rest });
    const shown = line === null ? '' : joined([line, more], ' ');
    const head = `${indent}+ ${joined([nameText(name), value], ': ')}${brackets}`;
    return [
      shown === '' ? head : `${head} - ${shown}`,
      ...(line === null ? itemText(joined([text, more], '\n\n'), indent + STEP) : []),
      ...lines(indent + STEP),
    ];
  }

  #typeOf(schema: JsonRecord, own: string | null, depth: number): MsonType {
    const { description: _, ...keywords } = schema;
    const base = this.#baseOf(keywords, own);
    const types = [keywords['type']].flat().filter((type) => type !== 'null');
    const isNullable = listOf(keywords['type']).includes('null');
    const [only] = types;
    const attributes = isNullable ? ['nullable'] : [];
    const none = { attributes, value: null, lines: () => [], rest: {} };
    const example = keywords['example'] ?? listOf(keywords['examples'])[0];
    const hasMore = listOf(keywords['examples']).length > 1;
    const left = (said: readonly string[]): JsonRecord =>
      without(keywords, [...said, ...(types.length <= 1 ? ['type'] : [])]);
    if (types.length > 1 || depth > MOST_LEVELS || Object.keys(keywords).length === 0)
      return { ...none, type: '', attributes: [], rest: keywords };
    if (only === 'object' || base !== null || isRecord(keywords['properties'])) {
      const rest = left(['properties', 'required', '$ref', 'allOf', 'additionalProperties']);
      const { additionalProperties: more, allOf } = keywords;
      const isClosed = more === false;
      const mixins = base === null ? listOf(allOf) : listOf(allOf).slice('$ref' in keywords ? 0 : 1);
      const unsaid = mixins.filter((part) => this.#referenceOf(part) === null);
      const included = mixins.flatMap((part) => this.#referenceOf(part) ?? []);
      return {
        type: base ?? 'object',
        attributes: [...attributes, ...(isClosed ? ['fixed-type'] : [])],
        value: null,
        rest: {
          ...rest,
          ...(unsaid.length > 0 && { allOf: unsaid }),
          ...(more === true && { additionalProperties: true }),
          ...unlisted(keywords),
          ...('example' in keywords && { example: keywords['example'] }),
        },
        lines: (indent) => [
          ...Object.entries(recordOf(keywords['properties'])).flatMap(([name, member]) =>
            this.member(name, recordOf(member), requiredOf(name, keywords), indent, depth + 1),
          ),
          ...included.map((name) => `${indent}+ Include ${name}`),
          ...(isRecord(more) ? this.member(`*any*`, more, {}, indent, depth + 1) : []),
        ],
      };
    }
    if (Array.isArray(keywords['enum']))
      return this.#enumOf(keywords, keywords['enum'], String(only ?? 'string'), attributes, left);
    if (only === 'array') {
      const items = recordOf(keywords['items']);
      const inner = this.#typeOf(items, null, depth + 1);
      const isShort =
        Object.keys(inner.rest).length === 0 &&
        inner.lines('').length === 0 &&
        items['description'] === undefined &&
        inner.attributes.length === 0 &&
        inner.value === null &&
        inner.type !== '';
      return {
        ...none,
        type: isShort ? `array[${inner.type}]` : 'array',
        rest: left(['items', ...(isRecord(keywords['items']) ? [] : [])]),
        lines: (indent) =>
          isShort || Object.keys(items).length === 0 ? [] : this.member('', items, {}, indent, depth + 1),
      };
    }
    const { const: constant, default: standard } = keywords;
    const literal = valueText(constant ?? example);
    const isSaid = literal !== null && !hasMore;
    const type = PRIMITIVES.has(String(only)) ? String(only) : only === 'integer' ? 'number' : '';
    const rest = {
      ...left(['example', 'examples', 'const', 'default']),
      ...(only !== undefined && type !== only && { type: only }),
      ...(constant !== undefined && literal === null && { const: constant }),
      ...(!isSaid &&
        constant === undefined &&
        without({ example: keywords['example'], examples: keywords['examples'] }, [
          'example' in keywords ? '' : 'example',
          'examples' in keywords ? '' : 'examples',
        ])),
      ...(standard !== undefined && valueText(standard) === null && { default: standard }),
    };
    return {
      type,
      attributes: [...attributes, ...(constant !== undefined && literal !== null ? ['fixed'] : [])],
      value: isSaid ? literal : null,
      rest,
      lines: (indent) => defaultLine(standard, indent),
    };
  }

  #enumOf(
    keywords: JsonRecord,
    values: readonly unknown[],
    type: string,
    attributes: readonly string[],
    left: (said: readonly string[]) => JsonRecord,
  ): MsonType {
    const texts = values.filter((value) => value !== null).map(valueText);
    const standard = keywords['default'];
    if (texts.includes(null) || texts.length === 0)
      return { type: PRIMITIVES.has(type) ? type : 'string', attributes, value: null, lines: () => [], rest: left([]) };
    const example = valueText(keywords['example']);
    const isInteger = type === 'integer';
    return {
      type: `enum[${isInteger ? 'number' : PRIMITIVES.has(type) ? type : 'string'}]`,
      attributes,
      value: example,
      rest: {
        ...left(['enum', 'default', ...(example === null ? [] : ['example'])]),
        ...(isInteger && { type }),
        ...(standard !== undefined && valueText(standard) === null && { default: standard }),
      },
      lines: (indent) => [
        ...defaultLine(standard, indent),
        `${indent}+ Members`,
        ...texts.map((text) => `${indent}${STEP}+ ${text}`),
      ],
    };
  }

  /** Name of the type that a schema is or extends; null where there is none or it extends itself. */
  #baseOf(schema: JsonRecord, own: string | null): string | null {
    const name = this.#referenceOf(schema) ?? this.#referenceOf(listOf(schema['allOf'])[0]);
    const seen = new Set(own === null ? [] : [own]);
    for (let at = name; at !== null; at = this.#parentOf(at)) {
      if (seen.has(at)) return null;
      seen.add(at);
    }
    return name;
  }

  #parentOf(name: string): string | null {
    const schema = recordOf(this.#schemas[name]);
    return this.#referenceOf(schema) ?? this.#referenceOf(listOf(schema['allOf'])[0]);
  }

  #referenceOf(schema: unknown): string | null {
    const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(String(recordOf(schema)['$ref'] ?? '')) ?? [];
    return name !== undefined && Object.hasOwn(this.#schemas, name) ? name : null;
  }
}

function joined(texts: readonly unknown[], separator: string): string {
  return texts.filter((text) => typeof text === 'string' && text !== '').join(separator);
}

function requiredOf(name: string, { required }: JsonRecord): { readonly required?: string } {
  return listOf(required).includes(name) ? { required: 'required' } : {};
}

/** Required names that are no properties. */
function unlisted({ required, properties }: JsonRecord): JsonRecord {
  const names = listOf(required).filter((name) => !Object.hasOwn(recordOf(properties), String(name)));
  return names.length > 0 ? { required: names } : {};
}

function inBrackets(words: readonly string[]): string {
  const said = words.filter((word) => word !== '');
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

function defaultLine(standard: unknown, indent: string): readonly string[] {
  const text = standard === undefined ? null : valueText(standard);
  return text === null ? [] : [`${indent}+ Default: ${text}`];
}

/** Value on one line; null for one that has none. */
function valueText(value: unknown): string | null {
  if (value === undefined || value === null || (typeof value === 'object' && isRecord(value)) || Array.isArray(value))
    return null;
  const text = String(value);
  return text.trim() !== text || text === '' || /[`\r\n\u2028\u2029\p{Cc}]/u.test(text) || text.length > 500
    ? null
    : `\`${text}\``;
}

function nameText(name: string): string {
  if (name === '' || name === '*any*' || (PLAIN_NAME.test(name) && !KEYWORD.test(name))) return name;
  return `\`${name.replaceAll(/[`\r\n\u2028\u2029\p{Cc}]/gu, "'")}\``;
}

/** Keywords that MSON has no words for, as JSON in code, which our reader of blueprints takes back. */
function restText({ type, rest }: Pick<MsonType, 'type' | 'rest'>): string {
  if (Object.keys(rest).length === 0 && type !== '') return '';
  return `\`${JSON.stringify(rest).replaceAll('`', '\\u0060')}\``;
}
