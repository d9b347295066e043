import type { JsonSchemaObject } from '../../schema/schema.ts';
import type { RamlNode } from './annotations.ts';

/** A RAML type of a JSON Schema type with the facets it can have, and the keywords that went into them. */
export interface Faceted {
  readonly type: string;
  readonly facets: RamlNode;
  readonly said: readonly string[];
}

const NUMBER_FORMATS = new Set(['int8', 'int16', 'int32', 'int64', 'int', 'long', 'float', 'double']);
const WHOLE_FORMATS = new Set(['int8', 'int16', 'int32', 'int64', 'int', 'long']);
/** Readers of RAML hold counts in 32 bits. */
const LARGEST_COUNT = 2 ** 31 - 1;

/** Scalars; of any other type none. */
export function scalarFacets(type: string, schema: JsonSchemaObject): Faceted | undefined {
  const faceted = allFacets(type, schema);
  if (faceted === undefined || !Object.hasOwn(faceted.facets, 'enum')) return faceted;
  // Listed values need no limits, and readers refuse a value that breaks one.
  return {
    type: faceted.type,
    facets: { enum: faceted.facets['enum'] },
    said: faceted.said.filter((keyword) => keyword === 'enum' || keyword === 'const'),
  };
}

function allFacets(type: string, schema: JsonSchemaObject): Faceted | undefined {
  switch (type) {
    case 'string':
      return textFacets(schema);
    case 'integer':
    case 'number': {
      const formats = type === 'integer' ? WHOLE_FORMATS : NUMBER_FORMATS;
      return pick(type, schema, {
        minimum: isNumber,
        maximum: isNumber,
        multipleOf: (value) => isNumber(value) && Number(value) > 0,
        format: (value) => typeof value === 'string' && formats.has(value),
        enum: (values) => isListOf(values, type === 'integer' ? Number.isInteger : isNumber),
      });
    }
    case 'boolean':
      return { type, facets: {}, said: [] };
    default:
      return undefined;
  }
}

function textFacets(schema: JsonSchemaObject): Faceted {
  const dated = schema.format === 'date-time' ? 'datetime' : schema.format === 'date' ? 'date-only' : undefined;
  const limits = ['minLength', 'maxLength', 'pattern', 'enum', 'const'].some(
    (keyword) => schema[keyword] !== undefined,
  );
  if (dated !== undefined && !limits) return { type: dated, facets: {}, said: ['format'] };
  const text = pick('string', schema, {
    minLength: isCount,
    maxLength: isCount,
    pattern: isRegularExpression,
    enum: (values) => isListOf(values, (value) => typeof value === 'string'),
  });
  if (typeof schema.const !== 'string') return text;
  return { type: 'string', facets: { ...text.facets, enum: [schema.const] }, said: [...text.said, 'const'] };
}

/** Facets whose names and meanings JSON Schema and RAML share. */
export function pick(
  type: string,
  schema: JsonSchemaObject,
  allowed: Readonly<Record<string, (value: unknown) => boolean>>,
): Faceted {
  const entries = Object.entries(allowed).flatMap(([keyword, allows]) =>
    allows(schema[keyword]) && !isContradicted(keyword, schema) ? [[keyword, schema[keyword]] as const] : [],
  );
  const facets = Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      keyword === 'enum' && Array.isArray(value) ? [...new Set(value)] : value,
    ]),
  );
  return { type, facets, said: entries.map(([keyword]) => keyword) };
}

/**
 * Whether every reader takes the value for valid. Of numbers some hold 32 bits only, patterns some take as anchored,
 * and lists and objects they check by rules of their own.
 */
export function isPlain(value: unknown, schema: JsonSchemaObject): boolean {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST_COUNT;
  return (
    typeof value === 'boolean' ||
    (typeof value === 'string' && schema.pattern === undefined && schema.format === undefined)
  );
}

/** No value is within such limits, and readers refuse the type. */
function isContradicted(keyword: string, schema: JsonSchemaObject): boolean {
  const [, end, what = ''] = /^(min|max)(.+)$/.exec(keyword) ?? [];
  if (end === undefined) return false;
  const [least, most] = [schema[`min${what}`], schema[`max${what}`]];
  return typeof least === 'number' && typeof most === 'number' && least > most;
}

/** Readers compile it; JSON Schema lets any text stand there. */
function isRegularExpression(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
}

export function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LARGEST_COUNT;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isListOf(values: unknown, fits: (value: unknown) => boolean): boolean {
  return Array.isArray(values) && values.length > 0 && values.every(fits);
}
