import type { JsonNumber } from './exact-number.ts';
import { characterCount, isMultipleOf } from './json-values.ts';
import { matchesPattern, matchingTexts } from './pattern.ts';
import type { JsonSchemaObject } from './schema.ts';
import { fitsFormat, sampleOfFormat } from './text-formats.ts';
import type { Work } from './work.ts';

const WORD = 'string';
const MAX_SAMPLE_LENGTH = 5_000;

/** Finds a text that satisfies length, format and pattern of a schema; undefined if none is found. */
export function sampleText(schema: JsonSchemaObject, work: Work): string | undefined {
  const least = schema.minLength ?? 0;
  const most = schema.maxLength ?? Number.POSITIVE_INFINITY;
  if (least > most || least > MAX_SAMPLE_LENGTH) return undefined;
  const fits = (text: string): boolean => {
    if (!work.spend(20 + text.length * 2)) return false;
    const length = characterCount(text);
    if (length < least || length > most) return false;
    if (schema.format !== undefined && !fitsFormat(text, schema.format)) return false;
    return schema.pattern === undefined || matchesPattern(schema.pattern, text, work) === true;
  };
  for (const text of candidates(schema, least, most, work)) if (fits(text)) return text;
  return undefined;
}

function* candidates(schema: JsonSchemaObject, least: number, most: number, work: Work): Generator<string> {
  const known = schema.format === undefined ? undefined : sampleOfFormat(schema.format);
  if (known !== undefined) {
    yield known;
    yield* stretched(schema.format ?? '', least, most);
  }
  if (schema.pattern !== undefined) {
    yield* matchingTexts(schema.pattern, work);
    // A pattern without `$`, or one that matches the empty text, often matches a longer text.
    for (const text of matchingTexts(schema.pattern, work))
      yield text.padEnd(least, text.at(-1) ?? 'a').slice(0, Math.min(most, MAX_SAMPLE_LENGTH));
  }
  const repeated = WORD.repeat(Math.ceil(Math.max(least, 1) / WORD.length));
  yield repeated.length <= most && least <= WORD.length
    ? WORD
    : repeated.slice(0, Math.max(least, Math.min(most, WORD.length)));
}

/** Yields longer or shorter texts for formats that allow any length. */
function* stretched(format: string, least: number, most: number): Generator<string> {
  const letters = (count: number): string => 'a'.repeat(Math.max(1, count));
  if (format === 'email') for (const length of [least, most]) if (length < 60) yield `${letters(length - 5)}@b.io`;
  if (format === 'uri' || format === 'url') {
    yield `https://example.com/${letters(least - 20)}`;
    yield 'https://a.io';
  }
  if (format === 'hostname') yield 'a.io';
  if (format === 'uri-reference' || format === 'json-pointer') yield `/${letters(least - 1)}`;
  if (format === 'byte')
    for (const step of [0, 4]) yield 'QUJD'.repeat(Math.max(1, Math.ceil(least / 4))) + 'QUJD'.slice(0, step);
}

/** Finds a number within the limits of a schema, preferably 1; undefined if none is found. */
export function sampleNumber(schema: JsonSchemaObject, type: 'integer' | 'number'): JsonNumber | undefined {
  const whole = type === 'integer' || schema.format === 'int32' || schema.format === 'int64';
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = multipleOf === undefined ? (whole ? 1 : undefined) : Number(multipleOf);
  const least = Math.max(...[minimum, exclusiveMinimum].map((limit) => Number(limit ?? Number.NEGATIVE_INFINITY)));
  const most = Math.min(...[maximum, exclusiveMaximum].map((limit) => Number(limit ?? Number.POSITIVE_INFINITY)));
  const fits = (value: number): boolean =>
    Number.isFinite(value) &&
    value >= least &&
    value <= most &&
    ![exclusiveMinimum, exclusiveMaximum].some((limit) => limit !== undefined && Number(limit) === value) &&
    (!whole || (Number.isInteger(value) && (schema.format !== 'int32' || Math.abs(value) < 2 ** 31))) &&
    (multipleOf === undefined || isMultipleOf(value, Number(multipleOf)));
  const plain = [1, least, least + 1, most, most - 1, 0, (least + most) / 2, least + 0.5, most - 0.5];
  const found = plain.find(fits) ?? multiples(least, most, step).find(fits);
  return [minimum, maximum].find((limit) => limit !== undefined && Number(limit) === found) ?? found;
}

function multiples(least: number, most: number, step: number | undefined): readonly number[] {
  if (step === undefined) return [];
  const start = Number.isFinite(least)
    ? Math.ceil(least / step)
    : Number.isFinite(most)
      ? Math.floor(most / step) - 12
      : 0;
  const exact = Array.from({ length: 13 }, (_, index) => (start + index) * step);
  // In binary, 3 × 0.01 is not 0.03, so the rounded decimal is tried first.
  return [...exact.map((value) => Number(value.toPrecision(12))), ...exact];
}
