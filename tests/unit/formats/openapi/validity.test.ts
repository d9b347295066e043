import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openapi, openapi30, openapi32, openapiYaml } from '../../../../src/formats/openapi/openapi.ts';
import { swagger } from '../../../../src/formats/swagger/swagger.ts';
import type { Access, AccessRule } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { Document } from '../../../../src/presentation/page-data/document.ts';
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

/** Reads a descriptor of one version with every odd value in the place of every part. */
function withOddValues(openapi: string): ApiRecord | undefined {
  const broken = WHOLE_PARTS.flatMap(([section, part]) =>
    ODD_VALUES.flatMap((odd) => [...withOne(part, odd)].map((value) => [section, value] as const)),
  );
  const components = Object.fromEntries(
    [...Map.groupBy(broken, ([section]) => section)].map(([section, parts]) => [
      section,
      Object.fromEntries([['Good', {}], ...parts.map(([, value], index): [string, unknown] => [`p${index}`, value])]),
    ]),
  );
  return readValue({ openapi, info: { title: 'T', version: '1' }, paths: {}, components }).record;
}

// Formats look at no shape: what readers let pass has to have the right one.
const BROKEN = ['3.0.4', '3.2.0'].map((openapi) => [openapi, withOddValues(openapi)] as const);

/** Documents that are valid in every version, whole and by service unless their name says otherwise. */
const VALID: readonly (readonly [what: string, make: (what: string) => readonly NamedText[]])[] = [
  ['an API without anything', (what) => texts(what, apiRecord())],
  [
    'a native API without anything',
    (what) => texts(what, apiRecord({ source: { format: 'native', file: 'a.yaml', warningCount: 0 } })),
  ],
  ['an API with every feature', (what) => texts(what, richApi)],
  ['an API that breaks every rule', (what) => texts(what, hostileApi)],
  ...RULES.map(
    ([label, accessRule]) =>
      [
        `an API that needs ${label}`,
        (what: string) =>
          [richApi, hostileApi, ...fc.sample(arbitraryApi, { numRuns: 2, seed: 20_260_102 })].flatMap((record) =>
            texts(what, record, accessRule).slice(0, 4 * FORMATS.length),
          ),
      ] as const,
  ),
  [
    'any API, whole',
    (what) =>
      fc
        .sample(arbitraryApi, { numRuns: 8, seed: 20_260_101 })
        .flatMap((record) => texts(what, record).slice(0, FORMATS.length - 1)),
  ],
  ...BROKEN.map(
    ([openapi, record]) =>
      [
        `a descriptor of ${openapi} with anything in the place of anything`,
        (what: string) => (record === undefined ? [] : texts(what, record)),
      ] as const,
  ),
];

const documents = new Map<string, readonly NamedText[]>();
let problems: readonly string[] = [];
beforeAll(async () => {
  // All are checked in one go: one of the validators is a process, which takes most of its time to start.
  for (const [what, make] of VALID) documents.set(what, make(what));
  problems = await validateOpenApi([...documents.values()].flat());
});

test.each(VALID)('%s is valid in every version', (what) => {
  expect(documents.get(what)?.length).toBeGreaterThanOrEqual(FORMATS.length);
  expect(problems.filter((problem) => problem.startsWith(`${what} `))).toEqual([]);
});

test('every problem is one of a document above', () => {
  expect(problems.filter((problem) => !VALID.some(([what]) => problem.startsWith(`${what} `)))).toEqual([]);
});

test.each(BROKEN)('a descriptor of %s with anything in the place of anything has all of it', (_, record) => {
  expect(Object.keys(record?.components.schemas ?? {}).length).toBeGreaterThan(500);
});
