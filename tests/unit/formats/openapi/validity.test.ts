import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openapi, openapi30, openapi32, openapiYaml } from '../../../../src/formats/openapi/openapi.ts';
import { swagger } from '../../../../src/formats/swagger/swagger.ts';
import type { Access, AccessRule } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { Document } from '../../../../src/model/page/document.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, richApi } from '../../../fixtures/model/rich-api.ts';
import { type NamedText, validateOpenApi } from '../../../tooling/validators.ts';
import { readValue } from '../../descriptors/read-text.ts';
import { arbitraryApi } from './arbitrary-api.ts';

const FORMATS = [swagger, openapi, openapi30, openapi32, openapiYaml];
const site = { title: 'APIs', baseUrl: 'https://api.example.com' };

function texts(label: string, record: ApiRecord, accessRule?: AccessRule): readonly NamedText[] {
  const api = new Api(record, accessRule === undefined ? {} : { accessRule });
  const documents: readonly Document[] = [
    { level: 'api', api },
    ...api.getServices().map((service): Document => ({ level: 'service', api, service })),
  ];
  return documents.flatMap((document) =>
    FORMATS.map(({ name, render }) => ({
      name: `${label} ${document.level === 'service' ? document.service.getName() : ''} ${name}`,
      text: render?.(document, site) ?? '',
    })),
  );
}

test.each([
  ['an API without anything', apiRecord()],
  ['a native API without anything', apiRecord({ source: { format: 'native', file: 'a.yaml', warningCount: 0 } })],
  ['an API with every feature', richApi],
  ['an API that breaks every rule', hostileApi],
])('%s is valid in every version, whole and by service', { timeout: 30_000 }, async (label, record) => {
  expect(await validateOpenApi(texts(label, record))).toEqual([]);
});

const logins: Access = {
  kind: 'login',
  schemes: [digestLogin('api'), { scheme: 'Basic', realm: '“Ünsafe” / realm <b>' }],
};
const RULES: readonly (readonly [string, AccessRule])[] = [
  ['a log-in', () => logins],
  ['a log-in here and there', ({ method }) => (method === 'GET' ? { kind: 'open' } : logins)],
  [
    'a log-in that no user has',
    ({ method }) => (method === 'POST' ? { kind: 'open' } : { kind: 'login', schemes: [] }),
  ],
];

test.each(RULES)('APIs that need %s are valid in every version', { timeout: 60_000 }, async (label, accessRule) => {
  const records = [richApi, hostileApi, ...fc.sample(arbitraryApi, { numRuns: 2, seed: 20_260_102 })];
  const documents = records.flatMap((record, index) =>
    texts(`${label} ${index}`, record, accessRule).slice(0, 4 * FORMATS.length),
  );
  expect(await validateOpenApi(documents)).toEqual([]);
});

test('any API is valid in every version', { timeout: 60_000 }, async () => {
  const records = fc.sample(arbitraryApi, { numRuns: 8, seed: 20_260_101 });
  // Whole APIs alone: the validators take their time.
  expect(
    await validateOpenApi(
      records.flatMap((record, index) => texts(`API ${index}`, record).slice(0, FORMATS.length - 1)),
    ),
  ).toEqual([]);
});

const GOOD = { $ref: '#/components/schemas/Good' };
const ODD_VALUES = [null, true, -1, 1.5, 'x', [], ['a', 1], {}, { a: [1] }, { $ref: 1 }, GOOD];
/** One part of each kind with all its keys, by the section that such parts stand in. */
const WHOLE_PARTS: readonly (readonly [section: string, part: object])[] = [
  [
    'schemas',
    Object.fromEntries(
      [
        ...[
          '$ref',
          '$comment',
          '$defs',
          'type',
          'title',
          'description',
          'format',
          'default',
          'const',
          'enum',
          'example',
        ],
        ...['examples', 'pattern', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
        ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
        ...['minContains', 'maxContains', 'required', 'properties', 'patternProperties', 'additionalProperties'],
        ...['propertyNames', 'dependentSchemas', 'dependentRequired', 'items', 'prefixItems', 'contains'],
        ...['unevaluatedItems', 'unevaluatedProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
        ...['contentMediaType', 'contentEncoding', 'contentSchema', 'readOnly', 'writeOnly', 'deprecated', 'nullable'],
        ...['discriminator', 'xml', 'externalDocs', '$id', '$anchor', 'definitions', 'dependencies', 'foo', 'x-tags'],
      ].map((keyword) => [keyword, undefined]),
    ),
  ],
  ['schemas', { discriminator: { propertyName: 'k', mapping: { a: 'Good' }, defaultMapping: 'Good', 'x-a': 1 } }],
  ['schemas', { xml: { name: 'n', namespace: 'n:', prefix: 'p', attribute: true, wrapped: true, nodeType: 'text' } }],
  ['schemas', { externalDocs: { url: 'https://a.example', description: 'd' } }],
  [
    'parameters',
    {
      ...{ name: 'n', in: 'query', description: 'd', required: true, deprecated: true, allowEmptyValue: true },
      ...{ style: 'form', explode: true, allowReserved: true, schema: GOOD, content: undefined, example: 1 },
      // Not `examples`: of Swagger 2.0 tools check `x-examples`, where these are then.
      foo: 1,
    },
  ],
  ['headers', { description: 'd', required: true, style: 'simple', explode: true, schema: GOOD, example: 1 }],
  ['headers', { content: { 'text/plain': { example: 1 } } }],
  [
    'examples',
    { summary: 's', description: 'd', value: 1, externalValue: 'u', dataValue: 1, serializedValue: 's', foo: 1 },
  ],
  ['requestBodies', { description: 'd', required: true, content: { 'text/plain': {} } }],
  ['responses', { summary: 's', description: 'd', headers: { H: { schema: {} } }, content: {}, links: {} }],
  [
    'mediaTypes',
    { schema: GOOD, itemSchema: GOOD, example: 1, examples: { a: { value: 1 } }, encoding: {}, prefixEncoding: [] },
  ],
  ['mediaTypes', { itemEncoding: { contentType: 't', headers: {}, style: 'form', explode: true, encoding: {} } }],
  ['links', { operationRef: 'r', operationId: 'o', parameters: {}, requestBody: 1, description: 'd', server: {} }],
  ['links', { operationRef: 'r', server: { url: '{v}', name: 'n', description: 'd' } }],
  ['securitySchemes', { type: 'apiKey', name: 'n', in: 'query', description: 'd', deprecated: true }],
  ['securitySchemes', { type: 'http', scheme: 'bearer', bearerFormat: 'f' }],
  ['securitySchemes', { type: 'openIdConnect', openIdConnectUrl: 'u' }],
  [
    'securitySchemes',
    {
      ...{ type: 'oauth2', oauth2MetadataUrl: 'u' },
      flows: { authorizationCode: { authorizationUrl: 'u', tokenUrl: 'u', refreshUrl: 'u', scopes: { s: 't' } } },
    },
  ],
  [
    'callbacks',
    {
      '{$url}': {
        ...{ summary: 's', description: 'd', servers: [], parameters: [] },
        post: {
          ...{ tags: ['t'], summary: 's', description: 'd', externalDocs: {}, operationId: 'o', parameters: [] },
          ...{ requestBody: {}, responses: {}, callbacks: {}, deprecated: true, security: [], servers: [] },
        },
      },
    },
  ],
];

/** Copies of a value, each with another of its members (and of theirs) replaced. */
function* withOne(value: unknown, replacement: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield { ...value, [key]: replacement };
    for (const inner of withOne(member, replacement)) yield { ...value, [key]: inner };
  }
}

// Formats look at no shape: what readers let pass has to have the right one.
test.each(['3.0.4', '3.2.0'])(
  'a descriptor of %s with anything in the place of anything is valid in every version',
  { timeout: 60_000 },
  async (openapi) => {
    const broken = WHOLE_PARTS.flatMap(([section, part]) =>
      ODD_VALUES.flatMap((odd) => [...withOne(part, odd)].map((value) => [section, value] as const)),
    );
    const components = Object.fromEntries(
      [...Map.groupBy(broken, ([section]) => section)].map(([section, parts]) => [
        section,
        Object.fromEntries([['Good', {}], ...parts.map(([, value], index): [string, unknown] => [`p${index}`, value])]),
      ]),
    );
    const { record } = readValue({ openapi, info: { title: 'T', version: '1' }, paths: {}, components });
    expect(Object.keys(record?.components.schemas ?? {}).length).toBeGreaterThan(500);
    expect(await validateOpenApi(record === undefined ? [] : texts(openapi, record))).toEqual([]);
  },
);
