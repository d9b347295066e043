import fc from 'fast-check';
import type { ParameterObject, RequestBodyObject, ResponseObject } from '../../../../src/model/openapi-objects.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { wellShaped } from '../../../fixtures/model/well-shaped.ts';

/** Letters, what names must not hold, and the names that JavaScript and JSON Schema give a meaning to. */
const name = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.constantFrom('__proto__', '$ref', 'constructor', 'a/b', '~1', '%41', 'id', '{x}', ''),
);
const reference = fc.constantFrom('A', 'B', 'C').map((target) => ({ $ref: `#/components/schemas/${target}` }));
const json = fc.oneof(fc.jsonValue({ maxDepth: 2 }), reference, fc.constant({ $ref: 'nowhere.json' }));

const KEYWORDS = [
  [
    'type',
    fc.oneof(
      fc.constantFrom('string', 'null', 'array', 'object', 'integer', 'file'),
      fc.subarray(['string', 'null', 'number', 'array']),
    ),
  ],
  ['enum', fc.array(json, { maxLength: 3 })],
  ['const', json],
  ['default', json],
  ['examples', fc.array(json, { maxLength: 2 })],
  ['example', json],
  ['required', fc.array(name, { maxLength: 3 })],
  ['minimum', fc.integer()],
  ['exclusiveMinimum', fc.integer()],
  ['maximum', fc.integer()],
  ['exclusiveMaximum', fc.integer()],
  ['multipleOf', fc.integer()],
  ['maxLength', fc.integer()],
  ['pattern', fc.constantFrom('^a$', '(')],
  ['format', fc.constantFrom('binary', 'date')],
  ['contentMediaType', fc.constant('image/png')],
  [
    'discriminator',
    fc.record({
      propertyName: name,
      mapping: fc.dictionary(name, fc.constantFrom('#/components/schemas/A', 'B', 'nowhere')),
    }),
  ],
  ['xml', json],
  ['deprecated', fc.boolean()],
  ['x-tags', json],
  ['x-any', json],
  ['unknown', json],
] as const;
/** Readers guarantee the types of these, which the model reads itself. */
const TYPED: readonly string[] = ['type', 'enum', 'examples', 'required'];
const APPLICATORS = [
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'contentSchema',
] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs'] as const;

/** Any JSON Schema with keywords of right and of wrong values. */
export const arbitrarySchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.boolean(),
    reference,
    fc.record(
      Object.fromEntries(
        KEYWORDS.map(([keyword, value]) => [
          keyword,
          TYPED.includes(keyword) ? value : fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: json }),
        ]),
      ),
      {
        requiredKeys: [],
      },
    ),
    fc.record(
      Object.fromEntries([
        ...APPLICATORS.map((keyword) => [keyword, tie('schema')] as const),
        ...LISTS.map((keyword) => [keyword, fc.array(tie('schema'), { maxLength: 2 })] as const),
        ...MAPS.map((keyword) => [keyword, fc.dictionary(name, tie('schema'), { maxKeys: 2 })] as const),
        ['$ref', reference.map(({ $ref }) => $ref)] as const,
      ]),
      { requiredKeys: [] },
    ),
  ),
})).schema;

const content = fc.dictionary(
  fc.constantFrom(
    'application/json',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'text/plain; charset=utf-8',
    '*/*',
  ),
  fc.record(
    {
      schema: arbitrarySchema,
      example: json,
      examples: fc.dictionary(name, fc.record({ value: json }), { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  ),
  { maxKeys: 3 },
);
const parameter: fc.Arbitrary<ParameterObject> = fc.record(
  {
    name,
    in: fc.constantFrom('path', 'query', 'header', 'cookie', 'querystring'),
    schema: arbitrarySchema,
    content,
    style: fc.constantFrom('form', 'simple', 'deepObject', 'matrix', 'pipeDelimited'),
    explode: fc.boolean(),
    required: fc.boolean(),
    allowEmptyValue: fc.boolean(),
    example: json,
    description: fc.string(),
  },
  { requiredKeys: ['name', 'in'] },
);
const response: fc.Arbitrary<ResponseObject> = fc.record(
  {
    description: fc.string(),
    content,
    headers: fc.dictionary(
      name,
      fc.record({ schema: arbitrarySchema, style: fc.constant('form') }, { requiredKeys: [] }),
      { maxKeys: 2 },
    ),
  },
  { requiredKeys: [] },
);
const body: fc.Arbitrary<RequestBodyObject> = fc.record(
  { content, description: fc.string(), required: fc.boolean() },
  { requiredKeys: ['content'] },
);
const path = fc
  .array(
    fc.oneof(
      name,
      name.map((text) => `{${text}}`),
    ),
    { maxLength: 3 },
  )
  .map((segments) => `/${segments.join('/')}`);

const anyOperation = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'TRACE', 'QUERY', 'LINK'),
    path,
    operationId: fc.option(name),
    parameters: fc.array(parameter, { maxLength: 3 }),
    requestBody: fc.option(body),
    responses: fc.dictionary(fc.constantFrom('200', '4xx', 'default', '999', 'OK', '201'), response, { maxKeys: 3 }),
    security: fc.option(fc.array(fc.dictionary(name, fc.constant([]), { maxKeys: 2 }), { maxLength: 2 })),
  })
  .map(({ method, path, ...rest }) => operation(method, path, rest));

/** Any API that a reader makes of a descriptor in which anything but references of schemas may be wrong. */
export const arbitraryApi: fc.Arbitrary<ApiRecord> = fc
  .record({
    a: arbitrarySchema,
    b: arbitrarySchema,
    c: arbitrarySchema,
    more: fc.dictionary(name, arbitrarySchema, { maxKeys: 2 }),
    operations: fc.array(anyOperation, { maxLength: 5 }),
    text: name,
  })
  .map(({ a, b, c, more, operations, text }) =>
    apiRecord({
      name: text,
      info: { title: text, version: text, contact: { url: text, email: text } },
      tags: [{ name: text }, { name: text }],
      servers: [{ url: text }],
      services: [
        service('all', { operations, tags: [text] }),
        service('hook', { kind: 'webhook', operations: structuredClone(operations.slice(0, 2)) }),
      ],
      components: { ...apiRecord().components, schemas: breakLoops({ ...more, A: a, B: b, C: c }) },
    }),
  )
  .map(wellShaped);

/** Readers guarantee that chains of nothing but references end. */
function breakLoops(schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([key, schema]) => [
        key,
        typeof schema === 'object' && schema.$ref !== undefined
          ? { type: 'object', ...schema, $ref: '#/components/schemas/E' }
          : schema,
      ])
      .concat([['E', {}]]),
  );
}
