import { describe, expect, test } from 'vitest';
import { operationDocument } from '../../../../src/server/mcp/operation-document.ts';

const document = {
  openapi: '3.1.1',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example/v2/' }],
  tags: [{ name: 'orders' }],
  'x-webhooks': { paid: { post: { $ref: '#/components/schemas/other' } } },
  paths: {
    '/order': {
      parameters: [{ $ref: '#/components/parameters/trace' }],
      get: { operationId: 'listOrders', responses: { 200: { $ref: '#/components/responses/Orders' } } },
      post: { responses: {}, security: [{ key: [] }] },
    },
    '/customer': { get: { operationId: 'POST /order', responses: {} } },
  },
  webhooks: { paid: { post: { responses: {} } } },
  components: {
    parameters: { trace: { name: 'trace', in: 'header' } },
    responses: { Orders: { content: { 'application/json': { schema: { $ref: '#/components/schemas/a~1b' } } } } },
    schemas: { 'a/b': { properties: { next: { $ref: '#/components/schemas/a~1b' } } }, other: {} },
    securitySchemes: { key: { type: 'apiKey' }, unused: { type: 'http' } },
  },
};

const read = (wanted: string) => operationDocument(document, wanted);

describe('one operation of an OpenAPI document', () => {
  test.each([
    ['listOrders', 'paths', '/order', 'get'],
    ['GET /order', 'paths', '/order', 'get'],
    [' GET /order ', 'paths', '/order', 'get'],
    ['get /order', 'paths', '/order', 'get'],
    ['Post paid', 'webhooks', 'paid', 'post'],
    ['GET /v2/order', 'paths', '/order', 'get'],
    ['POST paid', 'webhooks', 'paid', 'post'],
    // An operationId is exact; it may look like anything.
    ['POST /order', 'paths', '/customer', 'get'],
    ['POST /v2/order', 'paths', '/order', 'post'],
  ] as const)('%j is %s %s %s', (wanted, section, path, method) => {
    const found = read(wanted);
    expect(found).toMatchObject({
      kind: 'document',
      document: { [section]: { [path]: { [method]: expect.anything() } } },
    });
    const { paths, webhooks } = found.kind === 'document' ? found.document : {};
    expect({ paths, webhooks }).toEqual({
      paths: section === 'paths' ? { [path]: expect.not.objectContaining({ patch: expect.anything() }) } : undefined,
      webhooks: section === 'webhooks' ? { [path]: expect.anything() } : undefined,
    });
  });

  test('comes with what holds for its path, and with the components that it leads to alone', () => {
    expect(read('GET /order')).toEqual({
      kind: 'document',
      leftOut: 0,
      document: {
        openapi: '3.1.1',
        info: document.info,
        servers: document.servers,
        paths: { '/order': { parameters: document.paths['/order'].parameters, get: document.paths['/order'].get } },
        components: {
          parameters: document.components.parameters,
          responses: document.components.responses,
          schemas: { 'a/b': document.components.schemas['a/b'] },
        },
      },
    });
  });

  test('comes with the schemes that it demands', () => {
    expect(read('POST /v2/order')).toMatchObject({
      document: { components: { securitySchemes: { key: { type: 'apiKey' } } } },
    });
    expect(JSON.stringify(read('POST /v2/order'))).not.toContain('unused');
  });

  test.each(['', 'GET', 'PARAMETERS /order', '__proto__', 'GET /nothing'])('%j is none', (wanted) => {
    expect(read(wanted)).toEqual({
      kind: 'missing',
      names: ['GET /order', 'POST /order', 'GET /customer', 'POST paid'],
    });
  });

  test('a document without operations has none', () => {
    expect(operationDocument({}, 'GET /')).toEqual({ kind: 'missing', names: [] });
  });

  describe('that leads to more schemas than a model can read', () => {
    const long = 'x'.repeat(12_000);
    const to = (...names: readonly string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schema = (...names: readonly string[]) => ({ description: long, allOf: to(...names) });
    const body = (...names: readonly string[]) => ({ content: { 'application/json': { schema: schema(...names) } } });
    const schemas = {
      Answer: schema('AnswerPart'),
      AnswerPart: { description: long },
      Asked: schema('AskedPart', 'Huge'),
      AskedPart: { allOf: to('AskedPartPart') },
      AskedPartPart: {},
      Huge: { description: 'x'.repeat(40_000), allOf: to('BehindHuge') },
      BehindHuge: {},
      Small: {},
    };
    test.each([
      // request                     responses             schemas that are there                        left out
      [
        'has what it names itself',
        { requestBody: body('Asked'), responses: { 200: body('Answer') } },
        ['Answer', 'Asked'],
        3,
      ],
      [
        'has near ones while there is room',
        { requestBody: { x: to('Asked') }, responses: {} },
        ['AskedPart', 'AskedPartPart', 'Asked'],
        1,
      ],
      [
        'has those of the request first',
        { responses: { 200: to('Answer') }, requestBody: to('Asked') },
        ['Answer', 'Asked', 'AskedPart', 'AskedPartPart'],
        2,
      ],
      [
        'counts a response as no step',
        { responses: { 200: { $ref: '#/components/responses/One' } } },
        ['Huge', 'Small'],
        1,
      ],
    ] as const)('%s', (_, operation, names, leftOut) => {
      const responses = { One: { x: to('Huge', 'Small') } };
      const found = operationDocument(
        { openapi: '3.1.1', paths: { '/x': { get: operation } }, components: { schemas, responses } },
        'GET /x',
      );
      expect(found).toMatchObject({ kind: 'document', leftOut });
      const { components } = found.kind === 'document' ? found.document : {};
      expect(Object.keys((components as { schemas: object }).schemas).toSorted()).toEqual(names.toSorted());
    });
  });
});
