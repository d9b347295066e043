import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { raml } from '../../../../src/formats/raml/raml.ts';
import { Api } from '../../../../src/model/api.ts';
import type { MediaTypeObject } from '../../../../src/model/openapi-objects.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';
import { validateRaml } from '../../../tooling/validators.ts';

const SITE = { title: 'APIs', baseUrl: 'https://api.example.com' };

function render(record: ApiRecord): string {
  return raml.render?.({ level: 'api', api: new Api(record) }, SITE) ?? '';
}

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
function loaded(text: string): any {
  return load(text);
}

const problemsOf = (text: string): Promise<readonly string[]> => validateRaml([{ name: 'document', text }]);

function withSchemas(schemas: Readonly<Record<string, JsonSchema>>, rest: Partial<ApiRecord> = {}): ApiRecord {
  return apiRecord({ ...rest, components: { ...apiRecord().components, schemas } });
}

describe('a RAML document', () => {
  test('stays small where variants multiply each other', async () => {
    const to = (index: number): JsonSchema => ({ $ref: `#/components/schemas/A${index}` });
    const steps = Array.from({ length: 20 }, (_, index): readonly [string, JsonSchema] => {
      const both = { oneOf: [to(index + 1), to(index + 1)] };
      return [
        `A${index}`,
        { allOf: [to(index + 1), both, { properties: { [`x${index}`]: to(index + 1) } }], not: to(index + 1) },
      ];
    });
    const text = render(withSchemas(Object.fromEntries([...steps, ['A20', { type: 'object' }]])));
    expect(text.length).toBeLessThan(10_000_000);
  });

  test('begins with its version and its title', () => {
    expect(render(richApi).startsWith('#%RAML 1.0\ntitle: Tavern\n')).toBe(true);
  });

  test.each(richApi.services.map(({ name }) => name))('of the service %s holds only the types it reaches', (name) => {
    const api = new Api(richApi);
    const found = api.getService(name);
    if (found === undefined) throw new Error(name);
    const text = raml.render?.({ level: 'service', api, service: found }, SITE) ?? '';
    expect(Object.keys(loaded(text).types ?? {})).not.toContain('Unused');
  });

  test('the validator of these tests refuses a wrong document', async () => {
    expect(
      await problemsOf(render(richApi).replace('type: Line', 'type: Nowhere').replace('items: Line', 'items: Nowhere')),
    ).not.toEqual([]);
  });

  test('is the same for the same API', () => {
    expect(render(richApi)).toBe(render(structuredClone(richApi)));
  });

  test('keeps what RAML cannot say in annotations that it declares', () => {
    const document = loaded(render(richApi));
    expect(document['/order'].get['(x-responses)'].default.description).toBe('Anything else.');
    expect(document['/order'].get['(x-parameters)'][0].name).toBe('sid');
    expect(document['/order/{order_id}/line']['(x-methods)'].QUERY.summary).toBe('Search lines');
    expect(document['/order'].post['(x-callbacks)'].paid['{$request.body#/callbackUrl}'].post.summary).toBe(
      'Tells that an order was paid',
    );
    expect(document['(x-webhooks)']['order-paid'].operations[0].summary).toBe('An order was paid');
    expect(document.types.Order['(x-json-schema)'].if).toBeDefined();
    const used = [...render(richApi).matchAll(/"\((x-[^)"]+)\)":/g)].map(([, name]) => name);
    expect(Object.keys(document.annotationTypes)).toEqual([...new Set(used)].sort());
  });

  test('responses that the descriptor shares are traits, by name and status', async () => {
    const schema: JsonSchema = { oneOf: [{ type: 'string' }, { type: 'object', minProperties: 1 }] };
    const missing = { description: 'Not there.', content: { 'application/json': { schema } } };
    const shared = { $ref: '#/components/responses/missing' } as const;
    const odd = { $ref: '#/components/responses/no body' } as const;
    const operations = [
      operation('GET', '/a', { responses: { '200': { description: 'Own.' }, '404': shared, default: shared } }),
      operation('GET', '/b', { responses: { '404': shared, '410': shared, '204': odd } }),
    ];
    const components = { ...apiRecord().components, responses: { missing, 'no body': { description: 'Nothing.' } } };
    const text = render(apiRecord({ components, services: [service('a', { operations })] }));
    const document = loaded(text);
    expect(document['/a'].get.is).toEqual(['missing-404']);
    expect(document['/a'].get.responses).toEqual({ '200': { description: 'Own.' } });
    expect(document['/a'].get['(x-responses)'].default.description).toBe('Not there.');
    expect(document['/b'].get.is).toEqual(['no_body-204', 'missing-404', 'missing-410']);
    expect(document['/b'].get.responses).toBeUndefined();
    expect(document.traits['missing-404'].responses['404'].description).toBe('Not there.');
    expect(document.traits['no_body-204']).toEqual({ responses: { '204': { description: 'Nothing.' } } });
    expect(await problemsOf(text)).toEqual([]);
  });

  test.each([
    ['a description', { description: 'It is <<methodName>> of <<resourcePath>>.' }],
    ['an example', { description: 'A', content: { 'application/json': { example: { token: '<<secret>>' } } } }],
    [
      'the name of a property',
      {
        description: 'A',
        content: { 'application/json': { schema: { type: 'object', properties: { '<<k>>': {} } } as JsonSchema } },
      },
    ],
  ])('a shared response with %s that a trait would take for its parameter is written in place', async (_, odd) => {
    const shared = { responses: { '200': { $ref: '#/components/responses/odd' } as const } };
    const operations = [operation('GET', '/a', shared), operation('GET', '/b', shared)];
    const components = { ...apiRecord().components, responses: { odd } };
    const text = render(apiRecord({ components, services: [service('a', { operations })] }));
    const document = loaded(text);
    expect(document.traits).toBeUndefined();
    expect(document['/a'].get.responses['200'].description).toBe(odd.description);
    expect(document['/b'].get).toEqual(document['/a'].get);
    expect(await problemsOf(text)).toEqual([]);
  });

  test('says who may call, by the rule that enforces it', () => {
    const api = new Api(richApi, {
      accessRule: ({ service: name }) =>
        name === 'Ping' ? { kind: 'login', schemes: [digestLogin('api')] } : { kind: 'open' },
    });
    const document = loaded(raml.render?.({ level: 'api', api }, SITE) ?? '');
    expect(document['/ping'].get.securedBy).toEqual(['site-digest-api']);
    expect(document.securitySchemes['site-digest-api'].type).toBe('Digest Authentication');
    expect(Object.keys(document['/ping'].get.responses)).toEqual(['200', '401', '403', '406']);
    expect(document['/order'].post.securedBy).toEqual(['partners', { login: { scopes: ['orders:write'] } }, null]);
  });
});

describe('RAML types', () => {
  const typesOf = (schemas: Readonly<Record<string, JsonSchema>>) => loaded(render(withSchemas(schemas))).types;
  const node = { $ref: '#/components/schemas/Node' };

  test.each<[string, JsonSchema, unknown]>([
    ['zero as a limit', { type: 'integer', minimum: 0 }, { type: 'integer', minimum: 0 }],
    ['false as a default', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
    ['null beside a type', { type: ['string', 'null'] }, { type: 'string | nil' }],
    ['null beside a reference', { anyOf: [node, { type: 'null' }] }, { type: 'Node | nil' }],
    ['date and time', { type: 'string', format: 'date-time' }, { type: 'datetime' }],
    [
      'a format that RAML lacks',
      { type: 'string', format: 'uuid' },
      { type: 'string', '(x-json-schema)': { format: 'uuid' } },
    ],
    [
      'an open limit',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', '(x-json-schema)': { exclusiveMinimum: 0 } },
    ],
    ['a constant', { const: 'a', type: 'string' }, { type: 'string', enum: ['a'] }],
    [
      'free keys',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'object', properties: { '//': { type: 'integer' } } },
    ],
    [
      'a closed object',
      { type: 'object', additionalProperties: false, properties: { a: true } },
      { type: 'object', properties: { a: { type: 'any', required: false } }, additionalProperties: false },
    ],
    [
      'a name that reads as a pattern',
      { type: 'object', required: ['/a/'], properties: { '/a/': { type: 'string' } } },
      { type: 'object', properties: { '/^\\/a\\/$/': 'string' } },
    ],
    [
      'a name that ends in a question mark',
      { type: 'object', required: ['a?'], properties: { 'a?': { type: 'string' } } },
      { type: 'object', properties: { 'a?': { type: 'string', required: true } } },
    ],
    ['a wrong default', { type: 'integer', default: 'x' }, { type: 'integer', '(x-default)': { value: 'x' } }],
    [
      'a wrong example',
      { type: 'integer', examples: ['x'] },
      { type: 'integer', example: { value: 'x', strict: false } },
    ],
  ])('say %s', async (_, schema, expected) => {
    const schemas = { Node: { type: 'object' as const }, It: schema };
    expect(typesOf(schemas).It).toEqual(expected);
    expect(await problemsOf(render(withSchemas(schemas)))).toEqual([]);
  });

  test('names are legal and never meet', async () => {
    const names = ['a b', 'a_b', 'a.b', 'string', 'String', 'Page«Order»', '1', '', 'any', 'a|b', '__proto__', 'Ж'];
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object' } as const]));
    const types = typesOf(schemas);
    expect(Object.keys(types)).toHaveLength(names.length);
    expect(Object.keys(types).every((name) => /^[A-Za-z][A-Za-z0-9_-]*$/.test(name))).toBe(true);
    expect(Object.keys(types).find((name) => types[name].displayName === 'a b')).toBe('a_b-2');
    expect(await problemsOf(render(withSchemas(schemas)))).toEqual([]);
  });

  test('a cycle of names describes no value and stays valid', async () => {
    const to = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}`, description: 'again' });
    const schemas = {
      A: to('B'),
      B: to('A'),
      C: { type: 'array', items: to('C') },
      D: { oneOf: [to('D'), { type: 'string' }] },
    } as const;
    expect(await problemsOf(render(withSchemas(schemas)))).toEqual([]);
  });

  test.each<[string, JsonSchema]>([
    ['a listed value longer than the limit', { type: 'string', maxLength: 1, enum: ['long'] }],
    [
      'an example that a pattern finds but does not span',
      { type: 'string', pattern: '^a', examples: ['abc'], default: 'abc' },
    ],
    ['a pattern that is no regular expression', { type: 'string', pattern: '(' }],
    ['a number with limits that contradict each other', { type: 'number', minimum: 3, maximum: 2 }],
    ['a text with limits that contradict each other', { type: 'string', minLength: 3, maxLength: 2 }],
    ['a list with limits that contradict each other', { type: 'array', minItems: 3, maxItems: 2 }],
    ['an object with limits that contradict each other', { type: 'object', minProperties: 3, maxProperties: 2 }],
    [
      'a property with the name of the prototype',
      { type: 'object', properties: Object.fromEntries([['__proto__', { type: 'string' }]]) },
    ],
    ['a number beyond 32 bits', { type: 'integer', examples: [9e15], default: 9e15, maximum: 9e15 }],
  ])('%s does not make the document invalid', async (_, schema) => {
    expect(await problemsOf(render(withSchemas({ It: schema })))).toEqual([]);
  });

  test.each<[string, MediaTypeObject, unknown]>([
    ['a text where any JSON may be', { example: 'text' }, { type: 'any', example: '"text"' }],
    ['JSON in a text', { example: '{"a":1}' }, { type: 'any', example: '{"a":1}' }],
    ['a text where texts may be', { schema: { type: 'string' }, example: 'text' }, { type: 'string', example: 'text' }],
    [
      'texts among several examples',
      { schema: { type: 'object' }, examples: { a: { value: 'text' } } },
      { type: 'object', examples: { a: { value: '"text"', strict: false } } },
    ],
    [
      'an example with the name of the prototype',
      { examples: Object.fromEntries(['__proto__', 'proto'].map((name) => [name, { value: 1 }] as const)) },
      { type: 'any', examples: { 'example __proto__': 1, proto: 1 } },
    ],
  ])('an example of JSON is what it was, as parsers read it: %s', async (_, media, expected) => {
    const requestBody = { content: { 'application/json': media } };
    const text = render(
      apiRecord({ services: [service('S', { kind: 'rpc', operations: [operation('POST', '/a', { requestBody })] })] }),
    );
    expect(loaded(text)['/a'].post.body['application/json']).toEqual(expected);
    expect(await problemsOf(text)).toEqual([]);
  });

  test('a path value with a slash does not make the document invalid', async () => {
    const parameters = [
      { name: 'ref', in: 'path', required: true, schema: { type: 'string', default: 'c/d' }, example: 'a/b' },
    ] as const;
    const record = apiRecord({
      services: [service('S', { kind: 'rpc', operations: [operation('GET', '/r/{ref}', { parameters })] })],
    });
    expect(await problemsOf(render(record))).toEqual([]);
  });

  test('hostile names and texts break nothing', async () => {
    const hostile = [
      'x: {',
      '(x-y)',
      '!include /etc/passwd',
      '#',
      "'",
      '"',
      '\n',
      '- ',
      '{',
      '}',
      '[',
      '/x',
      'a/b',
      '\u2028',
      '<<',
      '?',
      '&a',
      '*a',
      '%',
    ];
    const operations = hostile.map((text, index) =>
      operation('GET', `/p${index}/${text}`, {
        summary: text,
        description: text,
        operationId: text,
        parameters: [
          { name: text, in: 'query', schema: { type: 'string', default: text } },
          { name: text, in: 'header', description: text },
        ],
        responses: {
          '200': { description: text, content: { 'text/plain': { example: text }, [text]: {} } },
          [text]: { description: text },
        },
        extensions: { [`x-${text}`]: text },
      }),
    );
    const record = withSchemas(
      Object.fromEntries(
        hostile.map((text) => [
          text,
          { type: 'object', properties: { [text]: { type: 'string', description: text } } } as const,
        ]),
      ),
      {
        info: { title: '!include x', version: '1: {', description: '#%RAML 0.8' },
        servers: [{ url: 'not a url {' }],
        services: [service('S', { kind: 'rpc', operations })],
      },
    );
    expect(await problemsOf(render(record))).toEqual([]);
  });
});
