import { Components, NO_COMPONENTS } from '../model/components.ts';
import { isJsonMediaType } from '../model/media-types.ts';
import type { FilledValue } from '../model/parameter-styles.ts';
import type { Trial } from '../presentation/trying/trial.ts';
import type { TrialField, TrialParameter } from '../presentation/trying/trial-fields.ts';
import { isNumber, parseExactJson } from '../schema/exact-number.ts';
import type { Direction } from '../schema/hidden-names.ts';
import { characterCount, isRecord, type JsonRecord, listOf, recordOf, typeOf } from '../schema/json-values.ts';
import { mergeSchema } from '../schema/merged-schema.ts';
import type { ProblemKind } from '../schema/problem-words.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../schema/schema.ts';
import { typesOf } from '../schema/types.ts';
import { type Problem, Validation } from '../schema/validator.ts';
import { Work } from '../schema/work.ts';
import { documentedType } from './documented.ts';

/**
 * Comparison of requests and answers with the description of their API, by the validator of the server. The panel loads
 * this module while the reader fills in the form, and works without it.
 */

/** Part of a value that differs from its description. */
export interface Difference {
  /** Place in the value: `items.0.name`; `''` for the value as a whole. */
  readonly place: string;
  readonly kind:
    | 'missing'
    | 'type'
    | 'value'
    | 'length'
    | 'pattern'
    | 'format'
    | 'repeats'
    | 'undescribed'
    | 'variant'
    | 'syntax'
    | 'other';
  /** Expected types, values, limit, pattern or format, from the description. */
  readonly wanted: string;
  /** How {@link wanted} limits the value or its length; undefined if it is no limit. */
  readonly limit?: Limit;
  /** Actual type, value or length. */
  readonly found: string;
}

type Limit = 'atLeast' | 'above' | 'atMost' | 'below' | 'multipleOf';

export interface Compared {
  readonly differences: readonly Difference[];
  /** Whether a part was not compared: it is too large or too deep, or its pattern could take too long. */
  readonly isCut: boolean;
}

const MOST_DIFFERENCES = 12;
const LONGEST_VALUE = 60;
/** Budget of one comparison, less than 0.1 s. */
const MOST_UNITS = 3_000_000;

/** Description of an API that has been read from its OpenAPI document. */
export class DescribedApi {
  readonly #paths: JsonRecord;
  readonly #components: Components;

  /** @param text OpenAPI document in JSON, as this product writes it in version 3.1 or later */
  constructor(text: string) {
    const document = recordOf(parseExactJson(text));
    this.#paths = recordOf(document['paths']);
    this.#components = new Components({ ...NO_COMPONENTS, ...recordOf(document['components']) });
  }

  /** Finds the operation with the longest path that is a suffix of a server path. */
  operation(trial: Pick<Trial, 'servers' | 'method' | 'isPartial'>): DescribedOperation | undefined {
    const { servers, method, isPartial = false } = trial;
    const [path = ''] = servers.map((server) => server.path).toSorted((a, b) => b.length - a.length);
    const [own] = Object.keys(this.#paths)
      .filter((name) => path.endsWith(name))
      .toSorted((a, b) => b.length - a.length);
    const item = recordOf(this.#paths[own ?? '']);
    const operation = item[method.toLowerCase()];
    return isRecord(operation) ? new DescribedOperation(item, operation, isPartial, this.#components) : undefined;
  }
}

export class DescribedOperation {
  readonly #item: JsonRecord;
  readonly #operation: JsonRecord;
  readonly #isPartial: boolean;
  readonly #components: Components;

  constructor(item: JsonRecord, operation: JsonRecord, isPartial: boolean, components: Components) {
    this.#item = item;
    this.#operation = operation;
    this.#isPartial = isPartial;
    this.#components = components;
  }

  /** Compares a JSON answer; null if it has no schema. @throws SyntaxError */
  answer(status: string, contentType: string, text: string): Compared | null {
    const response = this.#resolved(recordOf(this.#operation['responses'])[status]);
    const schema = this.#schemaOf(response, contentType);
    return schema === undefined ? null : this.#compared(parseExactJson(text), schema, 'response');
  }

  /** Differences in the value of a parameter. @param value null: the parameter is not sent */
  parameter({ place, name, kind }: TrialParameter, value: FilledValue | null): readonly Difference[] {
    const parameters = [...listOf(this.#operation['parameters']), ...listOf(this.#item['parameters'])];
    const own = parameters
      .map((parameter) => this.#resolved(parameter))
      .find((parameter) => parameter['in'] === place && parameter['name'] === name);
    if (own === undefined || value === null) return [];
    const { schema } = own;
    if (isSchema(schema)) return this.#ofFilled(name, value, kind, schema);
    const content = this.#schemaOf(own, 'application/json');
    return content === undefined || kind !== 'json' ? [] : this.#ofFilled(name, value, kind, content);
  }

  /** Differences in a field of a form. @param value null: the field is not sent */
  field(type: string, { name, kind, required }: TrialField, value: FilledValue | null): readonly Difference[] {
    if (value === null)
      return required === true && !this.#isPartial ? [{ place: name, kind: 'missing', wanted: '', found: '' }] : [];
    const { properties = {} } = this.#merged(this.#requestSchema(type) ?? true);
    return this.#ofFilled(name, value, kind, (Object.hasOwn(properties, name) && properties[name]) || true);
  }

  /** Differences in a body that is typed as text. */
  body(type: string, text: string, isNeeded: boolean): readonly Difference[] {
    if (text === '' && isNeeded) return [{ place: '', kind: 'missing', wanted: '', found: '' }];
    if (text === '' || !isJsonMediaType(type)) return [];
    const schema = this.#requestSchema(type) ?? true;
    const { required: _, ...partial } = this.#merged(schema);
    return this.#ofJson('', text, this.#isPartial ? partial : schema);
  }

  #requestSchema(type: string): JsonSchema | undefined {
    return this.#schemaOf(this.#resolved(this.#operation['requestBody']), type);
  }

  #schemaOf(message: JsonRecord, type: string): JsonSchema | undefined {
    const content = recordOf(message['content']);
    const schema = this.#resolved(content[documentedType(Object.keys(content), type) ?? ''])['schema'];
    return isSchema(schema) ? schema : undefined;
  }

  #ofFilled(place: string, value: FilledValue, kind: TrialField['kind'], schema: JsonSchema): readonly Difference[] {
    // An empty value is sent on purpose: the reader has ticked it.
    if (value.kind === 'text' && value.text === '') return [];
    if (kind === 'json') return value.kind === 'text' ? this.#ofJson(place, value.text, schema) : [];
    const typed = this.#typed(value, schema);
    return typed === undefined ? [] : inside(place, this.#compared(typed, schema, 'request').differences);
  }

  #ofJson(place: string, text: string, schema: JsonSchema): readonly Difference[] {
    try {
      return inside(place, this.#compared(parseExactJson(text), schema, 'request').differences);
    } catch {
      return [{ place, kind: 'syntax', wanted: '', found: '' }];
    }
  }

  #compared(value: unknown, schema: JsonSchema, direction: Direction): Compared {
    const work = new Work(MOST_UNITS);
    const validation = new Validation(this.#components, direction, work, matchesQuickly);
    const problems = validation.collect(value, schema);
    return {
      differences: problems.slice(0, MOST_DIFFERENCES).map(differenceOf),
      isCut: validation.isUndecided || work.isSpent,
    };
  }

  /** Converts a control's value to JSON; undefined if an item is a list or object, for which controls have one text. */
  #typed(value: FilledValue, schema: JsonSchema): unknown {
    if (value.kind === 'text') return this.#scalar(value.text, schema);
    const { items = true, properties = {}, additionalProperties = true } = this.#merged(schema);
    const parts =
      value.kind === 'list'
        ? value.items.map((item) => ['', item, items] as const)
        : value.members.map(
            ([name, text]) =>
              [name, text, (Object.hasOwn(properties, name) && properties[name]) || additionalProperties] as const,
          );
    const hasParts = parts.some(
      ([name, , own]) =>
        name.includes('[') || typesOf(this.#merged(own)).some((type) => type === 'array' || type === 'object'),
    );
    if (hasParts) return undefined;
    const typed = parts.map(([name, text, own]) => [name, this.#scalar(text, own)] as const);
    return value.kind === 'list' ? typed.map(([, item]) => item) : Object.fromEntries(typed);
  }

  /** Converts a control's text to a number, boolean or null if the schema does not allow the text. */
  #scalar(text: string, schema: JsonSchema): unknown {
    if (!SCALAR.test(text)) return text;
    const scalar = parseExactJson(text);
    const [first, other] = [text, scalar].map((value) => this.#compared(value, schema, 'request').differences[0]);
    return first !== undefined && (first.kind === 'type' || other?.kind !== 'type') ? scalar : text;
  }

  #merged(schema: JsonSchema): ReturnType<typeof mergeSchema>['schema'] {
    return mergeSchema(schema, this.#components).schema;
  }

  #resolved(value: unknown): JsonRecord {
    return isRecord(value) ? recordOf(this.#components.resolve(value).value) : {};
  }
}

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function inside(place: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.map((one) => ({ ...one, place: [place, one.place].filter((part) => part !== '').join('.') }));
}

function differenceOf({ kind, path, value, schema, name }: Problem): Difference {
  const place = (name === undefined ? path : [...path, name]).join('.');
  const limit = LIMITS[kind];
  if (limit === undefined) {
    const [own, wanted = ''] = KINDS[kind]?.(schema) ?? ['other'];
    const hasParts = isRecord(value) || Array.isArray(value);
    return {
      place,
      kind: own,
      wanted: cut(wanted),
      found: own === 'type' && hasParts ? typeOf(value) : cut(shown(value)),
    };
  }
  const length = typeof value === 'string' ? characterCount(value) : Object.keys(Object(value)).length;
  const isLength = !isNumber(value);
  const found = isLength ? String(length) : shown(value);
  return { place, kind: isLength ? 'length' : 'value', limit, wanted: String(schema[kind]), found };
}

const LIMITS: { readonly [kind in ProblemKind]?: Limit } = {
  minimum: 'atLeast',
  maximum: 'atMost',
  exclusiveMinimum: 'above',
  exclusiveMaximum: 'below',
  multipleOf: 'multipleOf',
  minLength: 'atLeast',
  maxLength: 'atMost',
  minItems: 'atLeast',
  maxItems: 'atMost',
  minProperties: 'atLeast',
  maxProperties: 'atMost',
};

const KINDS: {
  readonly [kind in ProblemKind]?: (schema: JsonSchemaObject) => readonly [kind: Difference['kind'], wanted?: string];
} = {
  required: () => ['missing'],
  type: ({ type = [] }) => ['type', [type].flat().join(', ')],
  const: (schema) => ['value', shown(schema.const)],
  enum: ({ enum: values = [] }) => ['value', values.map(shown).join(', ')],
  pattern: ({ pattern = '' }) => ['pattern', pattern],
  format: ({ format = '' }) => ['format', format],
  uniqueItems: () => ['repeats'],
  additionalProperties: () => ['undescribed'],
  false: () => ['undescribed'],
  oneOf: () => ['variant'],
  anyOf: () => ['variant'],
};

/** JSON of a value, with the digits of its numbers where browsers keep them. */
function shown(value: unknown): string {
  try {
    return isNumber(value) ? String(value) : (JSON.stringify(value) ?? '');
  } catch {
    // The value is nested too deep.
    return '…';
  }
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

const LONGEST_TEXT = 100;
const MOST_CHOICES = 3;

/**
 * Whether a text contains a match of a pattern. RE2, with which servers test patterns, is three times as large as the
 * panel, and browsers set no limit on backtracking: a pattern with many choices, or with a repetition of choices, is
 * left undecided.
 */
function matchesQuickly(pattern: string, text: string): boolean | undefined {
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '_').replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/g, '(');
  const choices = plain.match(plain.includes('|') ? /[*+?(]|\{\d+,/g : /[*+?]|\{\d+,/g) ?? [];
  const isRepeated = /\)(?:[*+]|\{\d+,)/.test(plain) || (choices.length > 0 && plain.includes('){'));
  if (isRepeated || choices.length > MOST_CHOICES || text.length > LONGEST_TEXT) return undefined;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return undefined;
  }
}
