import { describe, expect, test } from 'vitest';
import { openapi, openapi30, openapi32 } from '../../../src/formats/openapi/openapi.ts';
import { swagger } from '../../../src/formats/swagger/swagger.ts';
import { toYaml } from '../../../src/formats/written-text.ts';
import { Api } from '../../../src/model/api.ts';
import { readText, recordOf } from '../descriptors/read-text.ts';
import { changed, described } from './described.ts';

/**
 * Rewrites that keep what an API means: a comparison finds nothing, in whichever direction it is made. A schema stands
 * in a request and in a response.
 */

type Part = Readonly<Record<string, unknown>>;

interface Side {
  readonly schema: unknown;
  readonly schemas?: Part;
  readonly version?: string;
}

function sending({ schema, schemas = {}, version = '3.1.0' }: Side): Part {
  const content = { 'application/json': { schema } };
  const post = {
    summary: 'Bake',
    requestBody: { content },
    responses: { 200: { description: 'Baked.', content } },
  };
  const info = { title: 'Bakery', version: '1.0.0' };
  return { openapi: version, info, paths: { '/cakes': { post } }, components: { schemas } };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const nothing = { type: 'null' };
const object = (properties: Part, rest: Part = {}) => ({ type: 'object', properties, ...rest });
const old = (schema: unknown, schemas: Part = {}): Side => ({ schema, schemas, version: '3.0.3' });
const now = (schema: unknown, schemas: Part = {}): Side => ({ schema, schemas });

const Layer = object({ flour: text, thickness: { type: 'integer' } }, { required: ['flour'] });
const Nut = object({ kind: text, shell: { type: 'boolean' } });
const Fruit = object({ kind: text, season: { type: 'string', enum: ['spring', 'autumn'] } });
const chosen = (mapping?: Part, names = ['Nut', 'Fruit']) => ({
  oneOf: names.map(ref),
  discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
});
const Tree = object({ label: text, branches: { type: 'array', items: ref('Tree') } });

const toppings = (nut: string, fruit: string, parent = 'Topping') => ({
  [parent]: object(
    { kind: text },
    { discriminator: { propertyName: 'kind', mapping: { n: ref(nut).$ref, f: ref(fruit).$ref } } },
  ),
  [nut]: { allOf: [ref(parent), Nut] },
  [fruit]: { allOf: [ref(parent), Fruit] },
});

const SCHEMAS: readonly (readonly [rewrite: string, before: Side, after: Side])[] = [
  // Names
  ['a schema gets a name', now(object({ layer: Layer })), now(object({ layer: ref('Layer') }), { Layer })],
  ['a schema gets another name', now(ref('Layer'), { Layer }), now(ref('Tier'), { Tier: Layer })],
  [
    'a schema that holds itself gets another name',
    now(ref('Tree'), { Tree }),
    now(ref('Node'), { Node: object({ label: text, branches: { type: 'array', items: ref('Node') } }) }),
  ],
  [
    'a schema that holds itself is written out once',
    now(ref('Tree'), { Tree }),
    now(object({ label: text, branches: { type: 'array', items: ref('Tree') } }), { Tree }),
  ],
  ['a name of a name', now(ref('Layer'), { Layer }), now(ref('Tier'), { Tier: ref('Layer'), Layer })],
  ['variants get names', now({ oneOf: [Nut, Fruit] }), now({ oneOf: [ref('Nut'), ref('Fruit')] }, { Nut, Fruit })],
  [
    'variants get other names in another order',
    now({ anyOf: [ref('Nut'), ref('Fruit')] }, { Nut, Fruit }),
    now({ anyOf: [ref('Obst'), ref('Nuss')] }, { Nuss: Nut, Obst: Fruit }),
  ],
  [
    'names of variants are exchanged',
    now({ anyOf: [ref('A'), ref('B')] }, { A: Nut, B: Fruit }),
    now({ anyOf: [ref('A'), ref('B')] }, { A: Fruit, B: Nut }),
  ],
  [
    'variants of a list in a variant get names',
    now({
      oneOf: [
        { type: 'array', items: Nut },
        { type: 'array', items: Fruit },
      ],
    }),
    now(
      {
        oneOf: [
          { type: 'array', items: ref('Fruit') },
          { type: 'array', items: ref('Nut') },
        ],
      },
      { Nut, Fruit },
    ),
  ],
  [
    'mapped variants get other names',
    now(chosen({ n: '#/components/schemas/Nut', f: '#/components/schemas/Fruit' }), { Nut, Fruit }),
    now(chosen({ f: '#/components/schemas/Obst', n: '#/components/schemas/Nuss' }, ['Nuss', 'Obst']), {
      Nuss: Nut,
      Obst: Fruit,
    }),
  ],
  [
    'a mapping says what names say',
    now(chosen(), { Nut, Fruit }),
    now(chosen({ Nut: '#/components/schemas/Nut', Fruit: 'Fruit' }), { Nut, Fruit }),
  ],
  [
    'a forbidden schema gets a name',
    now({ ...text, not: { enum: ['burnt', 'raw'] } }),
    now({ ...text, not: ref('Bad') }, { Bad: { enum: ['raw', 'burnt'] } }),
  ],
  [
    'parts of a condition get names',
    now(object({ a: text, b: text }, { if: { required: ['a'] }, then: { required: ['b'] } })),
    now(object({ a: text, b: text }, { if: ref('HasA'), then: { required: ['b'] } }), { HasA: { required: ['a'] } }),
  ],

  // Order
  [
    'keys',
    now(Layer),
    now({ required: ['flour'], properties: { thickness: { type: 'integer' }, flour: text }, type: 'object' }),
  ],
  ['values', now({ enum: ['a', 'b', 'c'] }), now({ enum: ['c', 'a', 'b'] })],
  [
    'required names',
    now(object({ a: text, b: text }, { required: ['a', 'b'] })),
    now(object({ a: text, b: text }, { required: ['b', 'a'] })),
  ],
  ['types', now({ type: ['string', 'integer'] }), now({ type: ['integer', 'string'] })],
  ['variants without names', now({ oneOf: [Nut, { type: 'integer' }] }), now({ oneOf: [{ type: 'integer' }, Nut] })],
  [
    'variants of one type',
    now({
      oneOf: [
        { ...text, maxLength: 3 },
        { ...text, pattern: '^x' },
      ],
    }),
    now({
      oneOf: [
        { ...text, pattern: '^x' },
        { ...text, maxLength: 3 },
      ],
    }),
  ],
  ['parts', now({ allOf: [ref('Layer'), Nut] }, { Layer }), now({ allOf: [Nut, ref('Layer')] }, { Layer })],
  [
    'parts that stay apart',
    now({ allOf: [{ not: { const: 1 } }, { not: { const: 2 } }] }),
    now({ allOf: [{ not: { const: 2 } }, { not: { const: 1 } }] }),
  ],

  // allOf, anyOf, oneOf
  ['allOf of one', now(Layer), now({ allOf: [Layer] })],
  ['allOf of one name', now(ref('Layer'), { Layer }), now({ allOf: [ref('Layer')] }, { Layer })],
  ['anyOf of one', now(object({ layer: Layer })), now(object({ layer: { anyOf: [ref('Layer')] } }), { Layer })],
  [
    'oneOf of one',
    now(object({ layer: ref('Layer') }), { Layer }),
    now(object({ layer: { oneOf: [ref('Layer')] } }), { Layer }),
  ],
  [
    'fields are parted',
    now(object({ a: text, b: text }, { required: ['a', 'b'] })),
    now({ allOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })] }),
  ],
  [
    'fields move to a common part',
    now(object({ a: text, b: text })),
    now({ allOf: [ref('Base'), object({ b: text })] }, { Base: object({ a: text }) }),
  ],
  [
    'a reference with keys beside it',
    now({ ...ref('Layer'), minProperties: 1 }, { Layer }),
    now({ allOf: [ref('Layer'), { minProperties: 1 }] }, { Layer }),
  ],
  [
    'a choice in a choice',
    now({ anyOf: [text, { type: 'integer' }, Nut] }),
    now({ anyOf: [{ anyOf: [text, { type: 'integer' }] }, ref('Nut')] }, { Nut }),
  ],
  [
    'a named choice in a choice',
    now({ oneOf: [ref('Nut'), ref('Fruit'), nothing] }, { Nut, Fruit }),
    now({ anyOf: [nothing, ref('Topping')] }, { Nut, Fruit, Topping: { oneOf: [ref('Fruit'), ref('Nut')] } }),
  ],
  ['a choice of types', now({ anyOf: [text, { type: 'integer' }] }), now({ type: ['integer', 'string'] })],
  [
    'a choice of types with limits',
    now({
      anyOf: [
        { ...text, maxLength: 9 },
        { type: 'integer', minimum: 1 },
      ],
    }),
    now({ type: ['integer', 'string'], maxLength: 9, minimum: 1 }),
  ],

  ['a variant for each value', now({ enum: ['a', 'b'] }), now({ oneOf: [{ const: 'b', title: 'B' }, { const: 'a' }] })],
  [
    'a variant for each value, or null',
    now({ type: ['string', 'null'], enum: ['a', 'b', null] }),
    now({ oneOf: [{ const: 'b' }, { const: 'a' }, nothing] }),
  ],
  [
    'a variant twice',
    now({ anyOf: [ref('Nut'), text] }, { Nut }),
    now({ anyOf: [Nut, text, ref('Nut'), text] }, { Nut }),
  ],
  [
    'a type beside variants',
    now({ type: 'object', oneOf: [ref('Nut'), ref('Fruit')] }, { Nut, Fruit }),
    now({ oneOf: [ref('Fruit'), ref('Nut')] }, { Nut, Fruit }),
  ],
  [
    'variants that hold themselves',
    now(ref('Layers'), { Layers: { oneOf: [text, { type: 'array', items: ref('Layers') }] } }),
    now(ref('Tiers'), { Tiers: { oneOf: [{ type: 'array', items: ref('Tiers') }, text] } }),
  ],
  [
    'parts of one',
    now({ allOf: [ref('Layer'), { description: 'A tier.' }] }, { Layer: { ...Layer, description: 'A layer.' } }),
    now(
      { allOf: [{ allOf: [ref('Layer')] }, { description: 'A tier.' }] },
      { Layer: { ...Layer, description: 'A layer.' } },
    ),
  ],
  [
    'choices that are parts',
    now({ allOf: [ref('Layer'), { anyOf: [ref('Nut'), ref('Fruit')] }] }, { Layer, Nut, Fruit }),
    now(
      { allOf: [{ anyOf: [ref('Layer')] }, { anyOf: [{ anyOf: [ref('Fruit')] }, { oneOf: [ref('Nut')] }] }] },
      { Layer, Nut, Fruit },
    ),
  ],
  [
    'subtypes get other names',
    now(ref('Topping'), toppings('Nut', 'Fruit')),
    now(ref('Belag'), toppings('Nuss', 'Obst', 'Belag')),
  ],

  // null
  ['nullable', old({ ...text, nullable: true }), now({ type: ['string', 'null'] })],
  [
    'nullable values',
    old({ ...text, nullable: true, enum: ['a', null] }),
    now({ type: ['string', 'null'], enum: [null, 'a'] }),
  ],
  [
    'a nullable reference',
    old({ nullable: true, allOf: [ref('Layer')] }, { Layer }),
    now({ anyOf: [nothing, ref('Layer')] }, { Layer }),
  ],
  ['null in oneOf', now({ oneOf: [ref('Layer'), nothing] }, { Layer }), now({ anyOf: [Layer, nothing] })],
  [
    'null as a type',
    now(object({ a: text }, { type: ['object', 'null'] })),
    now({ anyOf: [object({ a: text }), nothing] }),
  ],
  [
    'null as a type of a named schema',
    now({ anyOf: [ref('Size'), nothing] }, { Size: { enum: ['s', 'm'], type: 'string' } }),
    now({ type: ['string', 'null'], enum: ['m', 's', null] }),
  ],
  ['null as the only value', now({ anyOf: [text, nothing] }), now({ anyOf: [{ const: null }, text] })],
  [
    'null of a schema that is a name',
    now({ anyOf: [ref('Size'), nothing] }, { Size: text }),
    now(ref('MaybeSize'), { MaybeSize: { type: ['null', 'string'] } }),
  ],
  [
    'nullable where fields or items say the type',
    old(object({ a: { nullable: true, properties: { b: text } }, c: { nullable: true, items: text } })),
    now(
      object({
        a: { type: ['object', 'null'], properties: { b: text } },
        c: { type: ['array', 'null'], items: text },
      }),
    ),
  ],
  ['nullable: false', old({ ...text, nullable: false }), now(text)],
  [
    'nullable beside variants',
    old({ nullable: true, oneOf: [ref('Nut'), ref('Fruit')] }, { Nut, Fruit }),
    now({ oneOf: [ref('Fruit'), ref('Nut'), nothing] }, { Nut, Fruit }),
  ],

  // The same said by other keywords
  ['const', now({ ...text, const: 'a' }), old({ ...text, enum: ['a'] })],
  ['const without a type', now({ const: 'a' }), now({ type: 'string', enum: ['a'] })],
  [
    'an exclusive bound',
    old({ type: 'number', minimum: 0, exclusiveMinimum: true }),
    now({ type: 'number', exclusiveMinimum: 0 }),
  ],
  [
    'an exclusive upper bound',
    old({ type: 'number', maximum: 5, exclusiveMaximum: true }),
    now({ type: 'number', exclusiveMaximum: 5 }),
  ],
  [
    'a bound that is not exclusive',
    old({ type: 'number', minimum: 0, exclusiveMinimum: false }),
    now({ type: 'number', minimum: 0 }),
  ],
  [
    'a bound of integers',
    now({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 }),
    now({ type: 'integer', minimum: 1, maximum: 9 }),
  ],
  ['encoded bytes', old({ ...text, format: 'byte' }), now({ ...text, contentEncoding: 'base64' })],
  ['raw bytes', old({ ...text, format: 'binary' }), now({ ...text, contentMediaType: 'application/octet-stream' })],
  ['raw bytes of a type', old({ ...text, format: 'binary' }), now({ contentMediaType: 'image/png' })],
  ['marks of a pattern', now({ ...text, pattern: '^a\\:b$' }), now({ ...text, pattern: '^a:b$' })],
  ['an example', old({ ...text, example: 'x' }), now({ ...text, examples: ['x'] })],
  ['both values of a flag', now({ type: 'boolean' }), now({ type: 'boolean', enum: [false, true] })],

  // Defaults
  ['any other field', now(Layer), now({ ...Layer, additionalProperties: true })],
  ['any other field by an empty schema', now(Layer), now({ ...Layer, additionalProperties: {} })],
  ['no required field', now(object({ a: text })), now(object({ a: text }, { required: [] }))],
  ['no shortest length', now(text), now({ ...text, minLength: 0 })],
  [
    'no least count',
    now({ type: 'array', items: text }),
    now({ type: 'array', items: text, minItems: 0, uniqueItems: false }),
  ],
  ['any item', now({ type: 'array' }), now({ type: 'array', items: {} })],
  ['one match', now({ type: 'array', contains: text }), now({ type: 'array', contains: text, minContains: 1 })],
  ['flags that are off', now(text), now({ ...text, deprecated: false, readOnly: false, writeOnly: false })],
  ['a pattern of everything', now(text), now({ ...text, pattern: '^.*$' })],
  ['an empty description', now(text), now({ ...text, description: '' })],
  [
    'another white space',
    now({ ...text, description: 'A cake\nwith cream.\n' }),
    now({ ...text, description: 'A cake with  cream.' }),
  ],
  ['line ends', now({ ...text, description: 'One.\r\n\r\n- Two' }), now({ ...text, description: 'One.\n\n- Two\n' })],
];

test.each(SCHEMAS)('a schema: %s', (_, before, after) => {
  const [first, second] = [described(sending(before)), described(sending(after))];
  expect([changed(first, second), changed(second, first)]).toEqual([[], []]);
});

const cakes = {
  get: {
    operationId: 'listCakes',
    summary: 'List cakes',
    tags: ['Cakes'],
    parameters: [
      { name: 'size', in: 'query', schema: { type: 'array', items: text } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
      { name: 'X-Trace', in: 'header', schema: { type: 'array', items: text } },
    ],
    responses: {
      200: {
        description: 'Cakes.',
        headers: { 'X-Total': { schema: { type: 'integer' } } },
        content: { 'application/json': { schema: { type: 'array', items: ref('Cake') }, example: [{ name: 'Tart' }] } },
      },
      404: { description: 'None.' },
    },
  },
};
const cake = {
  get: {
    operationId: 'getCake',
    summary: 'Get a cake',
    tags: ['Cakes'],
    parameters: [{ name: 'cakeId', in: 'path', required: true, schema: text }],
    responses: { 200: { description: 'A cake.', content: { 'application/json': { schema: ref('Cake') } } } },
  },
  put: {
    operationId: 'putPicture',
    summary: 'Put a picture',
    tags: ['Cakes'],
    parameters: [{ name: 'cakeId', in: 'path', required: true, schema: text }],
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: object({ picture: { type: 'string', format: 'binary' }, tags: { type: 'array', items: text } }),
          encoding: { picture: { contentType: 'image/png' } },
        },
        'image/png': { schema: { type: 'string', format: 'binary' } },
      },
    },
    responses: { 204: { description: 'Done.' } },
  },
};
const Cake = object(
  {
    name: text,
    layers: { type: 'array', items: ref('Layer') },
    topping: { oneOf: [ref('Nut'), ref('Fruit')] },
    note: { type: 'string', nullable: true },
    best: { nullable: true, allOf: [ref('Layer')] },
    price: { type: 'number', minimum: 0, exclusiveMinimum: true },
    seal: { type: 'string', format: 'byte' },
  },
  { required: ['name'] },
);
const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const bakery = {
  openapi: '3.0.3',
  info: { title: 'Bakery', version: '1.0.0', description: 'Cakes.' },
  servers: [{ url: 'https://bakery.example/v1' }],
  tags: [{ name: 'Cakes' }],
  security: [{ key: [] }],
  paths: { '/cakes': cakes, '/cakes/{cakeId}': cake },
  components: { schemas: { Cake, Layer, Nut, Fruit }, securitySchemes: { key: KEY } },
};
const [size, limit, trace] = cakes.get.parameters;
const found = cakes.get.responses[200];

const withPaths = (paths: object): object => ({ ...bakery, paths });
const withList = (get: object): object => withPaths({ ...bakery.paths, '/cakes': { get: { ...cakes.get, ...get } } });
const withAnswer = (answer: object): object =>
  withList({ responses: { ...cakes.get.responses, 200: { ...found, ...answer } } });
const withPut = (put: object): object =>
  withPaths({ ...bakery.paths, '/cakes/{cakeId}': { ...cake, put: { ...cake.put, ...put } } });
const withComponents = (whole: object, components: object): object => ({
  ...whole,
  components: { ...bakery.components, ...components },
});

const DOCUMENTS: readonly (readonly [rewrite: string, rewritten: object])[] = [
  [
    'a prefix moves from the server to the paths',
    {
      ...bakery,
      servers: [{ url: 'https://bakery.example/' }],
      paths: { '/v1/cakes': cakes, '/v1/cakes/{cakeId}': cake },
    },
  ],
  [
    'a server has a variable',
    { ...bakery, servers: [{ url: 'https://bakery.example/{release}', variables: { release: { default: 'v1' } } }] },
  ],
  ['a server with a slash at its end', { ...bakery, servers: [{ url: 'https://bakery.example/v1/' }] }],
  [
    'a server stands at each path',
    {
      ...bakery,
      servers: undefined,
      paths: {
        '/cakes': { ...cakes, servers: bakery.servers },
        '/cakes/{cakeId}': { ...cake, servers: bakery.servers },
      },
    },
  ],
  ['paths in another order', withPaths({ '/cakes/{cakeId}': cake, '/cakes': cakes })],
  ['parameters in another order', withList({ parameters: [limit, trace, size] })],
  [
    'a parameter stands at its path',
    withPaths({
      ...bakery.paths,
      '/cakes/{cakeId}': {
        get: { ...cake.get, parameters: [] },
        put: { ...cake.put, parameters: undefined },
        parameters: cake.get.parameters,
      },
    }),
  ],
  [
    'a parameter gets a name',
    withComponents(withList({ parameters: [{ $ref: '#/components/parameters/Size' }, limit, trace] }), {
      parameters: { Size: size },
    }),
  ],
  [
    'a response gets a name',
    withComponents(
      withList({ responses: { 200: { $ref: '#/components/responses/Cakes' }, 404: { description: 'None.' } } }),
      { responses: { Cakes: found } },
    ),
  ],
  [
    'a header gets a name',
    withComponents(withAnswer({ headers: { 'x-total': { $ref: '#/components/headers/Total' } } }), {
      headers: { Total: found.headers['X-Total'] },
    }),
  ],
  [
    'a body gets a name',
    withComponents(withPut({ requestBody: { $ref: '#/components/requestBodies/Picture' } }), {
      requestBodies: { Picture: cake.put.requestBody },
    }),
  ],
  [
    'an example gets a name',
    withAnswer({
      content: {
        'application/json': {
          schema: found.content['application/json'].schema,
          examples: { one: { value: [{ name: 'Tart' }] } },
        },
      },
    }),
  ],
  [
    'a log-in gets another name',
    { ...bakery, security: [{ token: [] }], components: { ...bakery.components, securitySchemes: { token: KEY } } },
  ],
  [
    'a log-in stands at each operation',
    {
      ...bakery,
      security: undefined,
      paths: {
        '/cakes': { get: { ...cakes.get, security: bakery.security } },
        '/cakes/{cakeId}': {
          get: { ...cake.get, security: bakery.security },
          put: { ...cake.put, security: bakery.security },
        },
      },
    },
  ],
  [
    'styles are written out',
    withList({
      parameters: [
        { ...size, style: 'form', explode: true, required: false },
        limit,
        { ...trace, style: 'simple', explode: false },
      ],
    }),
  ],
  ['how one value is parted', withList({ parameters: [size, { ...limit, explode: false }, trace] })],
  [
    'defaults of parts are written out',
    withPut({
      requestBody: {
        required: false,
        content: {
          ...cake.put.requestBody.content,
          'multipart/form-data': {
            ...cake.put.requestBody.content['multipart/form-data'],
            encoding: { picture: { contentType: 'image/png', headers: {} }, tags: {} },
          },
        },
      },
    }),
  ],
  [
    'bytes of a picture are said to be a picture',
    withPut({
      requestBody: {
        content: { ...cake.put.requestBody.content, 'image/png': { schema: { contentMediaType: 'image/png' } } },
      },
    }),
  ],
  [
    'bytes of a picture have no schema',
    withPut({ requestBody: { content: { ...cake.put.requestBody.content, 'image/png': {} } } }),
  ],
  [
    'names of media types',
    withAnswer({ content: { 'Application/JSON; charset=utf-8': found.content['application/json'] } }),
  ],
  ['a tag is not declared', { ...bakery, tags: undefined }],
  ['white space of summaries', withList({ summary: ' List  cakes\n' })],
  [
    'a path item gets a name',
    {
      ...bakery,
      openapi: '3.1.0',
      paths: { ...bakery.paths, '/cakes': { $ref: '#/components/pathItems/Cakes' } },
      components: { ...bakery.components, pathItems: { Cakes: cakes } },
    },
  ],
];

describe('a document:', () => {
  const before = described(bakery);

  test.each(DOCUMENTS)('%s', (_, other) => {
    const after = described(other);
    expect([changed(before, after), changed(after, before)]).toEqual([[], []]);
  });

  test.each([openapi, openapi30, openapi32])('written as $title', (format) => {
    const after = rewritten(before, format);
    expect([changed(before, after), changed(after, before)]).toEqual([[], []]);
  });

  test('written as Swagger 2.0, without the choices that it does not have', () => {
    const { topping: _, ...properties } = Cake.properties;
    const paths = { '/cakes': cakes, '/cakes/{cakeId}': { get: cake.get } };
    const first = described(
      withComponents({ ...bakery, paths }, { schemas: { Cake: { ...Cake, properties }, Layer } }),
    );
    const after = rewritten(first, swagger);
    expect([changed(first, after), changed(after, first)]).toEqual([[], []]);
  });

  test('written as OpenAPI, which gives operations an id', () => {
    const { operationId: _, ...get } = cakes.get;
    const first = described(withPaths({ '/cakes': { get } }));
    expect(changed(first, rewritten(first, openapi))).toEqual([]);
  });

  test('written as YAML', () => {
    const after = new Api(recordOf(readText(toYaml(bakery))));
    expect([changed(before, after), changed(after, before)]).toEqual([[], []]);
  });
});

function rewritten(api: Api, { render }: typeof openapi): Api {
  const site = { title: 'APIs', baseUrl: 'https://docs.example.com' };
  return new Api(recordOf(readText(render?.({ level: 'api', api }, site) ?? '')));
}
