import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { fitOpenApi, openapi, openapi30, openapi32, openapiYaml } from '../../../../src/formats/openapi/openapi.ts';
import { Api } from '../../../../src/model/api.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { hostileApi } from '../../../fixtures/model/hostile-api.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';
import { validateOpenApi } from '../../../tooling/validators.ts';
import { readText } from '../../descriptors/read-text.ts';

const site = { title: 'APIs', baseUrl: 'https://api.example.com' };

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
function render(record: ApiRecord, serviceName?: string, format = openapi): any {
  const api = new Api(record);
  const found = serviceName === undefined ? undefined : api.getService(serviceName);
  return JSON.parse(
    format.render?.(found === undefined ? { level: 'api', api } : { level: 'service', api, service: found }, site) ??
      'null',
  );
}

describe('an OpenAPI document', () => {
  test('of a service has the x- keys of the top level, but not all webhooks of OpenAPI 3.0', () => {
    const extensions = { 'x-webhooks': { added: { post: {} } }, 'x-team': 'shop' };
    const record = apiRecord({ extensions, services: [service('Thing', { operations: [operation('GET', '/a')] })] });
    expect(render(record)).toMatchObject(extensions);
    expect([render(record, 'Thing')['x-webhooks'], render(record, 'Thing')['x-team']]).toEqual([undefined, 'shop']);
  });

  test('read again gives the same names, operations, paths and schemas', () => {
    const { record } = readText(JSON.stringify(render(richApi, undefined, openapi32)));
    expect(record).toMatchObject({ name: richApi.name, version: richApi.version, isDefault: true });
    const facts = ({ services }: ApiRecord): unknown =>
      services
        // Readers name webhooks in a way of their own.
        .filter(({ kind }) => kind !== 'webhook')
        .flatMap(({ name, operations, entityOperations }) =>
          [...operations, ...entityOperations].flatMap(({ method, paths }) =>
            paths.map((path) => `${name} ${method} ${path}`),
          ),
        )
        .sort();
    expect(record && facts(record)).toEqual(facts(richApi));
    expect(Object.keys(record?.components.schemas ?? {}).length).toBe(Object.keys(richApi.components.schemas).length);
  });

  test('as YAML is the same document as in JSON', () => {
    for (const record of [richApi, hostileApi]) {
      const yaml = openapiYaml.render?.({ level: 'api', api: new Api(record) }, site) ?? '';
      expect(load(yaml)).toEqual(render(record));
    }
  });

  test('has the base path in its servers, not in its paths', () => {
    const document = render(
      apiRecord({ basePath: '/library', services: [service('Book', { operations: [operation('GET', '/book')] })] }),
    );
    expect(document.servers).toEqual([{ url: 'https://api.example.com/library' }]);
    expect(Object.keys(document.paths)).toEqual(['/book']);
  });

  test.each<[string, string, unknown]>([
    // Tools put paths after it as it is, and `//book` is another host.
    ['', '', undefined],
    ['', '/library', [{ url: '/library' }]],
    ['https://api.example.com', '', [{ url: 'https://api.example.com' }]],
  ])('at %j with the base path %j has the servers %j', (baseUrl, basePath, servers) => {
    const api = new Api(apiRecord({ basePath }));
    expect(fitOpenApi({ level: 'api', api }, { title: '', baseUrl }, '3.1')['servers']).toEqual(servers);
  });

  test('names schemes of HTTP as tools compare them', () => {
    const { components } = apiRecord();
    const securitySchemes = { a: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' } } as const;
    expect(render(apiRecord({ components: { ...components, securitySchemes } })).components.securitySchemes.a).toEqual({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
    });
  });

  test('names its API, version and services, so that reading it again finds them', () => {
    const document = render(richApi);
    expect(document.info).toMatchObject({
      'x-platform-api': 'Tavern',
      'x-platform-version': 2,
      'x-platform-default': true,
    });
    expect(document.paths['/order']['x-platform-service']).toBe('Order');
  });

  test('of a service holds what the service reaches, over any number of references, and nothing else', () => {
    const { components, paths } = render(richApi, 'Line');
    expect(Object.keys(paths)).toEqual(['/order/{order_id}/line']);
    expect(Object.keys(components.schemas)).toEqual(['Line']);
    expect(Object.keys(render(richApi, 'order-paid').components.schemas)).toEqual([
      'Order',
      'Line',
      'Payment',
      'PaymentBase',
      'Card',
      'Transfer',
    ]);
  });

  test('of a service keeps a link to an operation that is not in it, without effect', () => {
    const own = render(richApi, 'Order');
    expect(own.components.links).toEqual({ Self: expect.anything() });
    expect(own.components['x-links']).toEqual({ Lines: expect.anything() });
  });

  test('gives a path to each way of an optional segment, with an id of its own', () => {
    const { paths } = render(richApi);
    expect([paths['/ping'].get.operationId, paths['/ping/{target}'].get.operationId]).toEqual([
      'getPing',
      'getPingByTarget',
    ]);
    expect(paths['/ping'].get.parameters).toBeUndefined();
  });

  test('keeps made ids when other operations come and go', () => {
    const get = operation('GET', '/b');
    const id = (operations: readonly ReturnType<typeof operation>[]): string =>
      render(apiRecord({ services: [service('b', { operations })] })).paths['/b'].get.operationId;
    expect(id([operation('POST', '/a'), get, operation('PUT', '/a')])).toBe(id([get]));
  });

  test('writes names that OpenAPI does not allow as names it allows, and keeps the original', () => {
    const { components, paths } = render(richApi);
    expect(components.schemas['Page_of_Order_']['x-platform-name']).toBe('Page of «Order»');
    expect(paths['/order'].get.responses['200'].content['application/json'].schema.$ref).toBe(
      '#/components/schemas/Page_of_Order_',
    );
  });

  test('keeps operations that clash with another one', () => {
    const { paths } = render(hostileApi);
    expect(paths['/pets/{id}']['x-platform-operations']).toMatchObject([{ method: 'GET', path: '/pets/{name}' }]);
    expect(paths['/pets']['x-platform-operations']).toMatchObject([
      { path: '/pets?action=list' },
      { 'x-platform-service': 'pets' },
    ]);
  });

  test('never reads as open when none of its log-ins can be said', () => {
    const { paths, security } = render(
      apiRecord({
        security: [{ nowhere: [] }],
        services: [service('a', { operations: [operation('GET', '/a', { security: [{ nowhere: [] }] })] })],
      }),
    );
    expect(security).toBeUndefined();
    expect(paths['/a'].get).toMatchObject({ 'x-security': [{ nowhere: [] }] });
    expect(paths['/a'].get.security).toBeUndefined();
  });
});

// Tools that list the versions they read often end at these; 3.0.4 and 3.1.2 changed words of the text, no document.
test.each([
  [openapi30, '3.0.3'],
  [openapi, '3.1.0'],
  [openapi32, '3.2.0'],
])('the version is one that every tool knows: %#', (format, version) => {
  expect(render(richApi, undefined, format).openapi).toBe(version);
});

test.each([
  ['^[\\w\\-\\:]+\\-\\@\\_$', { pattern: '^[\\w\\-:]+-@_$' }],
  ['^\\[\\:\\.\\]\\/\\\\$', { pattern: '^\\[:\\.\\]\\/\\\\$' }],
  ['(?i)\\:', { 'x-pattern': '(?i)\\:' }],
])('a pattern is one that every tool compiles: %s', (pattern, written) => {
  const { components } = apiRecord();
  const record = apiRecord({ components: { ...components, schemas: { A: { pattern } } } });
  expect(render(record).components.schemas.A).toEqual(written);
});

test.each([
  ['one is “example”, which tools of every version read', [1], { example: 1 }],
  ['several have no other word', [1, 2], { examples: [1, 2] }],
])('examples of a schema: %s', (_, examples, written) => {
  const { components } = apiRecord();
  const record = apiRecord({ components: { ...components, schemas: { A: { type: 'integer', examples } } } });
  for (const format of [openapi, openapi32])
    expect(render(record, undefined, format).components.schemas.A).toEqual({ type: 'integer', ...written });
});

describe('what a version has no word for stands in its x- keys', () => {
  test.each([
    [
      openapi32,
      (d) => [
        d.paths['/order/{order_id}/line'].query.summary,
        d.paths['/events'].get.responses['200'].content['application/jsonl'].$ref,
        d.tags[1].parent,
      ],
    ],
    [
      openapi,
      (d) => [
        d.paths['/order/{order_id}/line']['x-query'].summary,
        '#/components/mediaTypes/Events',
        d.tags[1]['x-parent'],
      ],
    ],
    [
      openapi30,
      (d) => [
        d.paths['/order/{order_id}/line']['x-query'].summary,
        '#/components/mediaTypes/Events',
        d.tags[1]['x-parent'],
      ],
    ],
  ] as const satisfies readonly (readonly [typeof openapi, (document: ReturnType<typeof render>) => unknown])[])(
    'methods and tags of 3.2',
    (format, facts) => {
      expect(facts(render(richApi, undefined, format))).toEqual([
        'Search lines',
        '#/components/mediaTypes/Events',
        'House',
      ]);
    },
  );

  test('sequential media types of 3.2 before it', () => {
    const { paths } = render(richApi);
    expect(paths['/events'].get.responses['200'].content['application/jsonl']).toEqual({
      'x-itemSchema': { allOf: [{ $ref: '#/components/schemas/Order' }] },
    });
  });

  test.each([
    [openapi32, ['prefixEncoding', 'itemEncoding', 'x-encoding'], ['contentType', 'itemEncoding']],
    [openapi, ['encoding', 'x-prefixEncoding', 'x-itemEncoding'], ['contentType', 'x-itemEncoding']],
  ])('parts by place of 3.2: %#', async (format, keys, inner) => {
    const parts = {
      encoding: { a: {} },
      prefixEncoding: [{ contentType: 'text/plain' }],
      itemEncoding: { contentType: 'multipart/mixed', itemEncoding: {} },
    };
    const content = { 'multipart/mixed': { schema: { type: 'array' }, ...parts } } as const;
    const record = apiRecord({
      services: [service('a', { operations: [operation('POST', '/a', { requestBody: { content } })] })],
    });
    const document = render(record, undefined, format);
    const media = document.paths['/a'].post.requestBody.content['multipart/mixed'];
    expect(Object.keys(media).sort()).toEqual(['schema', ...keys].sort());
    expect(Object.keys(media.itemEncoding ?? media['x-itemEncoding']).sort()).toEqual([...inner]);
    expect(await validateOpenApi([{ name: format.name, text: JSON.stringify(document) }])).toEqual([]);
  });

  test('webhooks in 3.0', () => {
    expect(Object.keys(render(richApi, undefined, openapi30)['x-webhooks'])).toEqual(['order-paid']);
  });
});
