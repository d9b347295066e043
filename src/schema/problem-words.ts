import { characterCount, isRecord, typeOf } from './json-values.ts';
import type { JsonSchemaObject } from './schema.ts';

/** Schema rule that a value violates. */
export interface BrokenRule {
  /** Value that violates the rule; if the problem is a member (`name`), the object. */
  readonly value: unknown;
  /** Schema with the rule, with references and `allOf` merged. */
  readonly schema: JsonSchemaObject;
  /** Member of the object that is missing, is not allowed, or has an illegal name. */
  readonly name?: string;
}

type Words = readonly [
  /** Sentence for the caller who sent the value. */
  sentence: (rule: BrokenRule) => string,
  /** Predicate for “it” in a report about a descriptor: `is text, not an integer`. */
  reason?: (rule: BrokenRule) => string,
];

/**
 * Messages by violated keyword. `required` includes `dependentRequired`, and `contains` includes `minContains`.
 * `several` means that more than one variant of `oneOf` matches; `false` is the schema that no value satisfies.
 */
export const PROBLEM_WORDS = {
  type: [
    ({ value, schema }) => `The type is ${typeOf(value)}; it must be ${typesOf(schema).join(' or ')}.`,
    ({ value, schema }) => `is ${kindOf(typeOf(value))}, not ${typesOf(schema).map(kindOf).join(' or ')}`,
  ],
  const: [
    ({ schema }) => `The value must be ${briefText(schema.const)}.`,
    () => 'is not the only value that is allowed',
  ],
  enum: [
    ({ schema }) => `The value must be one of ${listed(schema.enum ?? [])}.`,
    () => 'is none of the values that are allowed',
  ],
  minimum: [
    ({ schema }) => `The value must be at least ${schema.minimum}.`,
    ({ schema }) => `is less than ${schema.minimum}`,
  ],
  maximum: [
    ({ schema }) => `The value must be at most ${schema.maximum}.`,
    ({ schema }) => `is more than ${schema.maximum}`,
  ],
  exclusiveMinimum: [
    ({ schema }) => `The value must be above ${schema.exclusiveMinimum}.`,
    ({ schema }) => `is not above ${schema.exclusiveMinimum}`,
  ],
  exclusiveMaximum: [
    ({ schema }) => `The value must be below ${schema.exclusiveMaximum}.`,
    ({ schema }) => `is not below ${schema.exclusiveMaximum}`,
  ],
  multipleOf: [
    ({ schema }) => `The value must be a multiple of ${schema.multipleOf}.`,
    ({ schema }) => `is not a multiple of ${schema.multipleOf}`,
  ],
  minLength: [
    ({ value, schema }) => `The text has ${counted(value, 'character')}; it must have at least ${schema.minLength}.`,
    ({ value, schema }) => `has ${counted(value, 'character')}, not at least ${schema.minLength}`,
  ],
  maxLength: [
    ({ value, schema }) => `The text has ${counted(value, 'character')}; it must have at most ${schema.maxLength}.`,
    ({ value, schema }) => `has ${counted(value, 'character')}, not at most ${schema.maxLength}`,
  ],
  pattern: [
    ({ schema }) => `The text must match ${clipped(schema.pattern ?? '')}`,
    ({ schema }) => `does not match the pattern ${schema.pattern}`,
  ],
  format: [
    ({ schema: { format = '' } }) => NUMBER_FORMATS[format] ?? `The text must be in the format ${format}.`,
    ({ schema }) => `does not have the format ${schema.format}`,
  ],
  minItems: [
    ({ value, schema }) => `The list has ${counted(value, 'item')}; it must have at least ${schema.minItems}.`,
    ({ value, schema }) => `has ${counted(value, 'item')}, not at least ${schema.minItems}`,
  ],
  maxItems: [
    ({ value, schema }) => `The list has ${counted(value, 'item')}; it must have at most ${schema.maxItems}.`,
    ({ value, schema }) => `has ${counted(value, 'item')}, not at most ${schema.maxItems}`,
  ],
  uniqueItems: [() => 'Two items are equal; each must be different.'],
  contains: [({ schema }) => `At least ${schema['minContains'] ?? 1} of the items must match.`],
  maxContains: [({ schema }) => `At most ${schema['maxContains']} of the items may match.`],
  minProperties: [
    ({ value, schema }) => `The object has ${counted(value, 'field')}; it must have at least ${schema.minProperties}.`,
  ],
  maxProperties: [
    ({ value, schema }) => `The object has ${counted(value, 'field')}; it must have at most ${schema.maxProperties}.`,
  ],
  required: [() => 'A value is required.', ({ name }) => `lacks “${name}”`],
  additionalProperties: [() => 'This field is not allowed.', ({ name }) => `has “${name}”, which is not described`],
  propertyNames: [() => 'This name is not allowed.'],
  unevaluatedProperties: [() => 'There are fields that are not described.'],
  oneOf: [() => 'None of the allowed forms fits.', () => 'fits none of its forms'],
  anyOf: [() => 'None of the allowed forms fits.', () => 'fits none of its forms'],
  several: [
    () => 'Several of the allowed forms fit; exactly one must.',
    () => 'fits several of the forms that exclude each other',
  ],
  not: [() => 'This value is not allowed.'],
  false: [() => 'No value is allowed here.'],
} as const satisfies Readonly<Record<string, Words>>;

export type ProblemKind = keyof typeof PROBLEM_WORDS;

const NUMBER_FORMATS: Readonly<Record<string, string>> = {
  int32: 'The value must be a 32-bit integer.',
  int64: 'The value must be an integer.',
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function kindOf(type: string): string {
  return KINDS[type] ?? type;
}

function typesOf({ type = [] }: JsonSchemaObject): readonly string[] {
  return [type].flat();
}

/** `1 item`, `2 items`. */
function counted(value: unknown, noun: string): string {
  const size = typeof value === 'string' ? characterCount(value) : Object.keys(Object(value)).length;
  return `${size} ${noun}${size === 1 ? '' : 's'}`;
}

const MOST_LISTED_VALUES = 20;

function listed(values: readonly unknown[]): string {
  const texts = values.slice(0, MOST_LISTED_VALUES).map(briefText).join(', ');
  return values.length > MOST_LISTED_VALUES ? `${texts}, …` : texts;
}

const MOST_CHARACTERS = 200;

/** JSON text of a descriptor's value for a message, cut if it is long. */
function briefText(value: unknown): string {
  let text = '';
  const isLong = (): boolean => text.length > MOST_CHARACTERS;
  const write = (inner: unknown): void => {
    if (typeof inner === 'string') text += JSON.stringify(inner.slice(0, MOST_CHARACTERS + 1));
    else if (Array.isArray(inner)) writeAll('[', inner.slice(0, MOST_CHARACTERS), write, ']');
    else if (isRecord(inner)) writeAll('{', Object.entries(inner), ([name, part]) => writeEntry(name, part), '}');
    else text += JSON.stringify(inner) ?? 'undefined';
  };
  const writeEntry = (name: string, part: unknown): void => {
    write(name);
    text += ':';
    write(part);
  };
  const writeAll = <T>(start: string, parts: readonly T[], writeOne: (part: T) => void, end: string): void => {
    text += start;
    for (const [index, part] of parts.entries()) {
      if (isLong()) return;
      if (index > 0) text += ',';
      writeOne(part);
    }
    text += end;
  };
  write(value);
  return clipped(text);
}

/** Cuts a text that is too long for a message. */
function clipped(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
}
