import { setOwn } from '../../../model/own-property.ts';
import type { JsonNumber } from '../../../schema/exact-number.ts';
import { isRecord } from '../../../schema/json-values.ts';
import { componentReference } from '../../../schema/references.ts';
import { convertExternalDocs } from '../metadata.ts';
import type { Reading } from '../reading.ts';
import {
  type Convert,
  count,
  extensionsOf,
  fieldsOf,
  flag,
  isAbsent,
  listOf,
  mapOf,
  number,
  oneOf,
  text,
  wrongType,
} from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

/** Maximum length, in characters, of a pattern that is checked by compiling it. */
const LONGEST_PATTERN = 1000;

const positive: Convert<JsonNumber> = (node, reading) => {
  const value = number(node, reading);
  return value === undefined || Number(value) > 0 ? value : wrongType(node, reading, 'a number above 0');
};

const xml: Convert<unknown> = (node, reading) =>
  fieldsOf(node, reading, 'an XML object', {
    name: text,
    namespace: text,
    prefix: text,
    attribute: flag,
    wrapped: flag,
    nodeType: oneOf(['element', 'attribute', 'text', 'cdata', 'none']),
  });

const pattern: Convert<string> = (node, reading) => {
  const value = text(node, reading);
  try {
    if (value !== undefined && value.length <= LONGEST_PATTERN) new RegExp(value);
  } catch {
    const message = `“${value}” is not a value for “pattern”: it is not a regular expression of ECMAScript.`;
    reading.warn(node, 'wrong-value', message, 'Correct it; (?i) and other flags are not known there.');
  }
  return value;
};

/** Converts a bound that is a number. In old dialects it may be a boolean, which `modernise` converts. */
const exclusiveBound: Convert<JsonNumber> = (node, reading) =>
  typeof node.value === 'boolean' ? undefined : number(node, reading);

const required: Convert<readonly string[]> = (node, reading) => {
  const { value } = node;
  if (isAbsent(value)) return undefined;
  if (typeof value === 'boolean') {
    // `modernise` reads the flag and adds the property to `required` of the object.
    const remedy = 'List the names of required properties in “required” of the object.';
    reading.warn(node, 'required-flag', '“required” is a list of names in a schema, not true or false.', remedy);
    return undefined;
  }
  if (!Array.isArray(value)) return wrongType(node, reading, 'a list of names');
  const names = value.filter((name) => typeof name === 'string');
  if (names.length < value.length)
    reading.warn(node, 'wrong-type', '“required” may contain only names of properties.', 'Remove the other values.');
  return names.length > 0 ? [...new Set(names)] : undefined;
};

const WRITE_LIST = 'Write a list, also for a single value.';

const enumeration: Convert<readonly unknown[]> = (node, reading) => {
  const { value } = node;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (isAbsent(value)) return undefined;
  reading.warn(node, 'wrong-type', '“enum” must be a list of values.', WRITE_LIST);
  return [value];
};

const examples: Convert<readonly unknown[]> = (node, reading) => {
  const { value } = node;
  if (Array.isArray(value)) return value;
  if (isAbsent(value)) return undefined;
  reading.warn(node, 'wrong-type', '“examples” of a schema must be a list of values.', WRITE_LIST);
  const named = node.entries().map(([, child]) => child);
  const isMap = named.length > 0 && named.every((child) => child.has('value'));
  return isMap ? named.map((child) => child.child('value').value) : [value];
};

/** Converts a discriminator: a property name in Swagger 2.0, an object with an optional mapping since 3.0. */
const discriminator: Convert<object> = (node, reading) => {
  const { value } = node;
  if (typeof value === 'string') {
    const remedy = 'Write the name as “propertyName” in an object.';
    if (reading.dialect !== '2.0') reading.warn(node, 'wrong-type', '“discriminator” must be an object.', remedy);
    return { propertyName: value };
  }
  if (isAbsent(value)) return undefined;
  const propertyName = text(node.child('propertyName'), reading);
  if (!isRecord(value) || propertyName === undefined)
    return wrongType(node, reading, 'an object with the name of a property as “propertyName”');
  const mapping = convertMapping(node.child('mapping'), reading);
  const fallback = node.child('defaultMapping');
  return {
    propertyName,
    ...(mapping && { mapping }),
    ...(typeof fallback.value === 'string' && {
      defaultMapping: schemaReference(fallback, fallback.value, reading),
    }),
    ...extensionsOf(node),
  };
};

const convertMapping: Convert<Readonly<Record<string, string>>> = (node, reading) => {
  if (isAbsent(node.value)) return undefined;
  if (!isRecord(node.value)) return wrongType(node, reading, 'an object of references');
  const mapping: Record<string, string> = {};
  for (const [value, child] of node.entries()) {
    const ref = text(child, reading);
    if (ref !== undefined) setOwn(mapping, value, schemaReference(child, ref, reading));
  }
  return mapping;
};

/** Converts a schema name or reference in a mapping; a name takes precedence (OpenAPI 3.1 §4.8.25). */
function schemaReference(node: SourceNode, ref: string, reading: Reading): string {
  if (reading.references.declaredNode('schemas', ref) !== undefined) return componentReference('schemas', ref);
  return reading.references.refer('schemas', node, ref) ?? reading.references.gaps.referTo('schemas', ref);
}

/** Leaves out a keyword that `modernise` reads from the original. */
const later: Convert<undefined> = () => undefined;

const CONVERTERS: readonly (readonly [Convert<unknown>, names: string])[] = [
  [text, 'title description format contentMediaType contentEncoding $comment'],
  [count, 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'],
  [number, 'minimum maximum'],
  [exclusiveBound, 'exclusiveMinimum exclusiveMaximum'],
  [positive, 'multipleOf'],
  [flag, 'uniqueItems readOnly writeOnly deprecated'],
  [required, 'required'],
  [mapOf(listOf(text)), 'dependentRequired'],
  [enumeration, 'enum'],
  [examples, 'examples'],
  [pattern, 'pattern'],
  [discriminator, 'discriminator'],
  [convertExternalDocs, 'externalDocs'],
  [xml, 'xml'],
  [later, 'nullable x-nullable example'],
];

/** Converters of keywords that contain no schemas; keywords without a converter are kept unchanged. */
export const KEYWORDS: ReadonlyMap<string, Convert<unknown>> = new Map(
  CONVERTERS.flatMap(([convert, names]) => names.split(' ').map((name) => [name, convert] as const)),
);
