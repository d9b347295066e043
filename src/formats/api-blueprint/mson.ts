import { isRecord, type JsonRecord, listOf, recordOf } from '../../schema/json-values.ts';
import { itemText, onOneLine } from './texts.ts';

/** Type in MSON: what stands in brackets, and what stands below. */
interface MsonType {
  readonly type: string;
  readonly attributes: readonly string[];
  readonly value: string | null;
  readonly lines: (indent: string) => readonly string[];
}

const NOTHING: MsonType = { type: '', attributes: [], value: null, lines: () => [] };
/** Keywords with single values that MSON lacks, which descriptions say to readers. */
const CONSTRAINTS = (
  'format pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength minItems maxItems ' +
  'uniqueItems minProperties maxProperties readOnly writeOnly deprecated'
).split(' ');
const PRIMITIVES = new Set(['string', 'number', 'boolean']);
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
const KEYWORD = /^(?:Include|Items|Members|Properties|Sample|Default|One|Values)$/i;
const STEP = '    ';
/** Maximum number of objects inside each other that are written as members. */
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
    const { type, attributes, value, lines } = this.#typeOf(schema, own, 0);
    const words = inBrackets([type, ...attributes.filter((word) => word !== 'fixed')]);
    const text = joined([schema['description'], this.#constraints(schema)], '\n\n');
    return [head + words, ...itemText(text, textIndent), ...sampleLines([value], indent), ...lines(indent)];
  }

  /** Member of a type or of a list of parameters. */
  member(
    name: string,
    schema: JsonRecord,
    facts: { readonly required?: string; readonly text?: unknown },
    indent: string,
    depth = 0,
  ): readonly string[] {
    const { type, attributes, value, lines } = this.#typeOf(schema, null, depth);
    const brackets = inBrackets([type, facts.required ?? '', ...attributes]);
    const text = facts.text ?? schema['description'];
    const line = onOneLine(text);
    const more = this.#constraints(schema);
    const shown = line === null ? '' : joined([line, more], ' ');
    const head = `${indent}+ ${joined([nameText(name), value], ': ')}${brackets}`;
    return [
      shown === '' ? head : `${head} - ${shown}`,
      ...(line === null ? itemText(joined([text, more], '\n\n'), indent + STEP) : []),
      ...lines(indent + STEP),
    ];
  }

  /** Says what MSON has no words for, as code: `maxLength: 20`. */
  #constraints(schema: JsonRecord): string {
    const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
    const isUnsaid = types.length > 1 || types[0] === 'integer';
    const choices = this.#choicesOf(schema);
    const isListed = choices.length > 0 && choices.every((choice) => this.#referenceOf(choice) !== null);
    const words = choices.map((choice) => this.#referenceOf(choice) ?? String(recordOf(choice)['type'] ?? 'any'));
    return [
      ...(isUnsaid ? [`type: ${types.join(', ')}`] : []),
      ...(isListed || words.length === 0 ? [] : [`one of: ${words.join(', ')}`]),
      ...CONSTRAINTS.flatMap((key) => (schema[key] === undefined ? [] : [`${key}: ${schema[key]}`])),
    ]
      .map((text) => `\`${text.replaceAll(/[`\r\n\u2028\u2029\p{Cc}]/gu, "'")}\``)
      .join(', ');
  }

  #choicesOf({ oneOf, anyOf }: JsonRecord): readonly unknown[] {
    return [...listOf(oneOf), ...listOf(anyOf)].filter((choice) => recordOf(choice)['type'] !== 'null');
  }

  #typeOf(schema: JsonRecord, own: string | null, depth: number): MsonType {
    const [only, ...others] = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
    const choices = this.#choicesOf(schema);
    const isNullable = [...listOf(schema['type']), ...listOf(schema['anyOf']).map((one) => recordOf(one)['type'])];
    const attributes = isNullable.includes('null') ? ['nullable'] : [];
    const [choice] = choices;
    const base = this.#baseOf(choices.length === 1 ? recordOf(choice) : schema, own);
    if (others.length > 0 || depth > MOST_LEVELS) return { ...NOTHING, attributes };
    const included = choices.length > 1 ? choices.flatMap((one) => this.#referenceOf(one) ?? []) : [];
    const isChoice = included.length > 0 && included.length === choices.length;
    if (only === 'object' || base !== null || isChoice || isRecord(schema['properties']))
      return this.#objectOf(schema, base, isChoice ? included : [], attributes, depth);
    const type = PRIMITIVES.has(String(only)) ? String(only) : only === 'integer' ? 'number' : '';
    if (Array.isArray(schema['enum'])) return enumOf(schema, schema['enum'], type, attributes);
    if (only === 'array') return this.#arrayOf(recordOf(schema['items']), attributes, depth);
    const constant = valueText(schema['const']);
    const [value = null, ...samples] = [constant ?? [], ...examplesOf(schema)].flat();
    return {
      type,
      attributes: [...attributes, ...(constant === null ? [] : ['fixed'])],
      value,
      lines: (indent) => [...defaultLine(schema, indent), ...sampleLines(samples, indent)],
    };
  }

  #objectOf(
    schema: JsonRecord,
    base: string | null,
    choices: readonly string[],
    attributes: readonly string[],
    depth: number,
  ): MsonType {
    const { additionalProperties: more, allOf, properties, required } = schema;
    const parts = listOf(allOf).slice(base === null || '$ref' in schema ? 0 : 1);
    return {
      type: base ?? 'object',
      attributes: [...attributes, ...(more === false ? ['fixed-type'] : [])],
      value: null,
      lines: (indent) => [
        ...Object.entries(recordOf(properties)).flatMap(([name, member]) => {
          const facts = listOf(required).includes(name) ? { required: 'required' } : {};
          return this.member(name, recordOf(member), facts, indent, depth + 1);
        }),
        ...parts.flatMap((part) => this.#referenceOf(part) ?? []).map((name) => `${indent}+ Include ${name}`),
        ...(choices.length === 0 ? [] : [`${indent}+ One Of`]),
        ...choices.map((name) => `${indent}${STEP}+ Include ${name}`),
        ...(isRecord(more) ? this.member(`*any*`, more, {}, indent, depth + 1) : []),
      ],
    };
  }

  #arrayOf(items: JsonRecord, attributes: readonly string[], depth: number): MsonType {
    const inner = this.#typeOf(items, null, depth + 1);
    const isShort =
      inner.type !== '' &&
      inner.lines('').length === 0 &&
      inner.attributes.length === 0 &&
      inner.value === null &&
      joined([items['description'], this.#constraints(items)], '') === '';
    return {
      ...NOTHING,
      type: isShort ? `array[${inner.type}]` : 'array',
      attributes,
      lines: (indent) =>
        isShort || Object.keys(items).length === 0 ? [] : this.member('', items, {}, indent, depth + 1),
    };
  }

  /** Name of the type that a schema is or extends; null where there is none or it extends itself. */
  #baseOf(schema: JsonRecord, own: string | null): string | null {
    const name = this.#parentOf(schema);
    const seen = new Set(own === null ? [] : [own]);
    for (let at = name; at !== null; at = this.#parentOf(recordOf(this.#schemas[at]))) {
      if (seen.has(at)) return null;
      seen.add(at);
    }
    return name;
  }

  #parentOf(schema: JsonRecord): string | null {
    return this.#referenceOf(schema) ?? this.#referenceOf(listOf(schema['allOf'])[0]);
  }

  #referenceOf(schema: unknown): string | null {
    const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(String(recordOf(schema)['$ref'] ?? '')) ?? [];
    return name !== undefined && Object.hasOwn(this.#schemas, name) ? name : null;
  }
}

function enumOf(schema: JsonRecord, values: readonly unknown[], type: string, attributes: readonly string[]): MsonType {
  const texts = values.filter((value) => value !== null).map(valueText);
  if (texts.includes(null) || texts.length === 0) return { ...NOTHING, type: type || 'string', attributes };
  return {
    type: `enum[${type || 'string'}]`,
    attributes,
    value: examplesOf(schema)[0] ?? null,
    lines: (indent) => [
      ...defaultLine(schema, indent),
      ...partOf('Members', indent),
      ...texts.map((text) => `${indent && indent + STEP}+ ${text}`),
    ],
  };
}

function joined(texts: readonly unknown[], separator: string): string {
  return texts.filter((text) => typeof text === 'string' && text !== '').join(separator);
}

function inBrackets(words: readonly string[]): string {
  const said = words.filter((word) => word !== '');
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

function examplesOf({ example, examples }: JsonRecord): readonly string[] {
  return [example, ...listOf(examples)].flatMap((one) => valueText(one) ?? []);
}

function sampleLines(samples: readonly (string | null)[], indent: string): readonly string[] {
  return samples.flatMap((sample) => (sample === null ? [] : partOf(`Sample: ${sample}`, indent)));
}

function defaultLine(schema: JsonRecord, indent: string): readonly string[] {
  const text = valueText(schema['default']);
  return text === null ? [] : partOf(`Default: ${text}`, indent);
}

/** First lines of a part of a type: a heading of a declared type, which stands at the margin, else a list item. */
function partOf(text: string, indent: string): readonly string[] {
  return indent === '' ? ['', `### ${text}`] : [`${indent}+ ${text}`];
}

/** Value as code on one line; null if it cannot be. */
function valueText(value: unknown): string | null {
  if (value === undefined || value === null || Array.isArray(value) || isRecord(value)) return null;
  const text = String(value);
  return text.trim() !== text || text === '' || /[`\r\n\u2028\u2029\p{Cc}]/u.test(text) || text.length > 500
    ? null
    : `\`${text}\``;
}

function nameText(name: string): string {
  if (name === '' || name === '*any*' || (PLAIN_NAME.test(name) && !KEYWORD.test(name))) return name;
  return `\`${name.replaceAll(/[`\r\n\u2028\u2029\p{Cc}]/gu, "'")}\``;
}
