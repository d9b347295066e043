import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cpuMilliseconds } from '../../../tooling/cpu-time.ts';
import { parseText, readParsed, readText, readValue, recordOf, rulesOf } from '../read-text.ts';
import { checkRecord } from '../record-invariants.ts';

const result = readParsed(
  parseText(readFileSync('tests/fixtures/descriptors/openapi/everything.yaml', 'utf8'), 'd/everything.yaml'),
);
const record = recordOf(result);
const service = (name: string) => record.services.find((candidate) => candidate.name === name);

describe('OpenAPI 3.2', () => {
  test('is read without warnings into a right record', () => {
    expect(result.diagnostics).toEqual([]);
    checkRecord(record);
  });

  test('the API', () => {
    expect(record).toMatchObject({
      name: 'Garden',
      version: 3,
      isDefault: true,
      basePath: '/v3',
      extensions: { 'x-owner': 'greenhouse', 'x-platform-self': 'https://descriptors.example/garden.yaml' },
      source: { format: 'openapi-3.2', file: 'd/everything.yaml', warningCount: 0 },
      tags: [
        { name: 'plants', kind: 'nav' },
        { name: 'seeds', parent: 'plants' },
      ],
      security: [{ key: [] }],
    });
  });

  test('services in the order of the paths, webhooks last', () => {
    expect(record.services.map(({ name, title, kind, route }) => [name, title, kind, route])).toEqual([
      ['plants', '/plants', 'rest', '/plants[/:plantId]'],
      ['plants-_plantId-water', '/plants/{plantId}/water', 'rest', '/plants/:plantId/water'],
      ['Health', '/status', 'rest', '/status'],
      ['webhook=bloomed', 'bloomed', 'webhook', ''],
    ]);
  });

  const hook = '{ paid: { post: { responses: {} } } }';
  const asRead = [['webhook=paid'], []];
  const asExtension = [[], ['x-webhooks']];
  test.each([
    ['3.0.3', `x-webhooks: ${hook}`, asRead],
    ['3.0.3', `webhooks: ${hook}`, asRead],
    ['3.0.3', `webhooks: ${hook}\nx-webhooks: {}`, [['webhook=paid'], ['x-webhooks']]],
    ['3.0.3', 'x-webhooks: https://shop.example/webhooks', asExtension],
    ['3.0.3', 'x-webhooks: { url: https://shop.example/webhooks }', asExtension],
    ['3.1.1', `x-webhooks: ${hook}`, asExtension],
  ])('of OpenAPI %s, %s are services and extensions %j', (version, webhooks, expected) => {
    const { services, extensions } = recordOf(
      readText(`openapi: ${version}\ninfo: { title: Shop, version: '1' }\npaths: {}\n${webhooks}\n`),
    );
    expect([services.map(({ name }) => name), Object.keys(extensions)]).toEqual(expected);
  });

  test('a collection and its entity are one service', () => {
    expect(service('plants')).toMatchObject({
      summary: 'Everything that grows',
      description: 'The plants of the garden.',
      routeIdentifierName: 'plantId',
      tags: ['plants', 'seeds'],
      requestAcceptTypes: ['application/json', 'application/jsonl', 'application/problem+json'],
      requestContentTypes: ['application/json', 'text/plain'],
      fields: { $ref: '#/components/schemas/Plant' },
    });
    expect(service('plants')?.operations.map(({ method }) => method)).toEqual(['GET', 'POST', 'QUERY', 'COPY']);
    expect(service('plants')?.entityOperations.map(({ method, paths }) => [method, paths])).toEqual([
      ['GET', ['/plants/{plantId}']],
    ]);
  });

  test.each([
    // FastAPI writes the collection with a slash and its entity without, Django REST framework both with one.
    [['get /items/', 'get /items/{id}'], ['items /items/[:id] /items/']],
    [['get /items/{id}', 'get /items/'], ['items /items/[:id] /items/']],
    [['get /items/', 'get /items/{id}/'], ['items /items/[:id/] /items/']],
    [['get /items', 'get /items/{id}/'], ['items /items[/:id/] /items']],
    [['post /items', 'get /items/'], ['items /items /items']],
    [
      ['get /items', 'get /items/', 'get /items/{id}'],
      ['items /items[/:id] /items', 'items- /items/ /items/'],
    ],
    [
      ['get /items/{id}', 'get /items/{id}/'],
      ['items /items[/:id] /items', 'items- /items/[:id/] /items/'],
    ],
  ])(
    'a slash at the end of %j makes no other service, unless a method would be there twice',
    (operations, expected) => {
      const paths = operations.map((operation) => {
        const [method, path] = operation.split(' ');
        return `  ${path}: { ${method}: { responses: { '200': { description: Yes } } } }`;
      });
      const { record: read } = readText(
        ['openapi: 3.1.0', "info: { title: T, version: '1' }", 'paths:', ...paths].join('\n'),
      );
      expect(read?.services.map(({ name, route, title }) => [name, route, title].join(' '))).toEqual(expected);
    },
  );

  test('thousands of paths in one service are read in linear work', () => {
    const paths = Array.from({ length: 16_000 }, (_, at) => [
      `/pets/{a${at}}`,
      { get: { responses: { 200: { description: 'Yes' } } } },
    ]);
    const info = { title: 'T', version: '1' };
    const text = JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths) });
    const start = cpuMilliseconds();
    expect(readText(text).record?.services[0]?.entityOperations).toHaveLength(16_000);
    expect(cpuMilliseconds() - start).toBeLessThan(5000);
  });

  test('parameters of the path and of the operation are merged, the operation wins', () => {
    const [list] = service('plants')?.operations ?? [];
    expect(list?.parameters).toEqual([
      { name: 'trace', in: 'header', schema: { type: 'string' } },
      { name: 'limit', in: 'query', description: 'At most so many', schema: { type: 'integer', maximum: 100 } },
      {
        name: 'filter',
        in: 'querystring',
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
      },
    ]);
    expect(list?.servers).toEqual([{ url: 'https://plants.garden.example' }]);
  });

  test('what belongs to an operation stays with it', () => {
    const [list, add] = service('plants')?.operations ?? [];
    expect(Object.keys(list?.responses ?? {})).toEqual(['200', '4XX', 'default']);
    expect(list?.responses['200']).toMatchObject({
      headers: { 'X-Total': { $ref: '#/components/headers/Total' } },
      content: {
        'application/json': { examples: { one: { dataValue: [{ name: 'Rose' }] } } },
        'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Plant' } },
      },
    });
    expect(add).toMatchObject({
      requestBody: { $ref: '#/components/requestBodies/Plant' },
      callbacks: {
        grown: { '{$request.body#/callback}': { post: { responses: { '204': { description: 'Thanks' } } } } },
      },
      security: [{}],
      extensions: { 'x-cost': 2 },
    });
  });

  test('parts of a multipart message are distinguished by place, and parts within them', () => {
    const media =
      '{ prefixEncoding: [{ contentType: text/plain }], itemEncoding: { contentType: multipart/mixed, itemEncoding: { headers: {} } } }';
    const body = `{ requestBody: { content: { multipart/mixed: ${media} } }, responses: {} }`;
    const { diagnostics, record: read } = readText(
      `openapi: 3.2.0\ninfo: { title: T, version: '1' }\npaths: { /a: { post: ${body} } }`,
    );
    expect(diagnostics).toEqual([]);
    expect(read?.services[0]?.operations[0]?.requestBody).toEqual({
      content: {
        'multipart/mixed': {
          prefixEncoding: [{ contentType: 'text/plain' }],
          itemEncoding: { contentType: 'multipart/mixed', itemEncoding: { headers: {} } },
        },
      },
    });
  });

  test('a part of a schema that is referred to becomes a component, unused ones stay', () => {
    expect(Object.keys(record.components.schemas)).toEqual(['Plant', 'Unused', 'Plant_soil']);
  });
});

describe('name and version', () => {
  const read = (path: string, info: string, folder: string | null = null): string => {
    const file = parseText(`openapi: 3.1.0\ninfo: {title: My Api, ${info}}\npaths: {}`, path);
    const { name, version } = recordOf(readParsed(file, {}, undefined, folder));
    return `${name} ${version}`;
  };
  test.each([
    ['d/library-v2.openapi.yaml', 'version: 1.0.0', null, 'library 2'],
    ['d/library/v3.yaml', 'version: 1.0.0', 'library', 'library 3'],
    ['d/library.json', 'version: 4.5.6', null, 'library 4'],
    ['d/library.json', 'version: v5', null, 'library 5'],
    ['d/library.json', 'version: 0.9', null, 'library 1'],
    ['d/library.json', 'version: latest', null, 'library 1'],
    ['d/v2.yaml', 'version: 1.0.0', null, 'My-Api 2'],
    ['d/a-v2.yaml', 'version: 1.0.0, x-platform-version: 7, x-platform-api: Other', 'folder', 'Other 7'],
  ])('%s with %s in folder %s is %s', (path, info, folder, expected) => {
    expect(read(path, info, folder)).toBe(expected);
  });
});

describe('the base path', () => {
  test.each([
    ['https://a.example/v1/', '/v1'],
    ['/v1', '/v1'],
    ['https://{region}.a.example/v1', '/v1'],
    ['//a.example/v1', '/v1'],
    ['https://a.example', ''],
    ['https://a.example/{base}', ''],
    ['/', ''],
    ['v1', '/v1'],
    ['./../v1', '/v1'],
    ['api.a.example:81/v1', '/v1'],
    ['localhost/v1', '/v1'],
    ['..', ''],
  ])('of %s is "%s"', (url, basePath) => {
    const read = readText(`openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers: [{url: "${url}"}]\npaths: {}`);
    expect(recordOf(read).basePath).toBe(basePath);
  });
});

describe('the URL of a server', () => {
  const read = (server: string) =>
    readText(`openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers: [${server}]\npaths: {}`);
  const variable = (name: string, value: string): string => `variables: {${name}: {default: ${value}}}`;

  test.each([
    [`{url: 'https://{a}.example/{b}/', ${variable('b', 'v7')}}`, 'https://{a}.example/{b}/', '/v7'],
    [`{url: '/{b}', ${variable('b', 'v7')}}`, '/{b}', '/v7'],
    [`{url: '{b}', ${variable('b', 'v7')}}`, '/{b}', '/v7'],
    [`{url: '{h}/v7', ${variable('h', 'api.shop.test')}}`, '//{h}/v7', '/v7'],
    ["{url: '{h}/v7'}", '{h}/v7', ''],
    ['{url: api.shop.test/v7}', '//api.shop.test/v7', '/v7'],
    ['{url: ../v7}', '/v7', '/v7'],
  ])('of %s is read as %s, with the base path "%s"', (server, url, basePath) => {
    const record = recordOf(read(server));
    expect([record.servers[0]?.url, record.basePath]).toEqual([url, basePath]);
  });

  test('that is no address is reported with what it was read as', () => {
    expect(read('{url: v7}').diagnostics.map(({ message }) => message)).toContain(
      'The URL of the server “v7” begins with neither a scheme nor a slash; it was read as “/v7”.',
    );
  });
});

describe('operations that are not quite right', () => {
  const read = (paths: string) => readText(`openapi: 3.0.4\ninfo: {title: T, version: "1"}\npaths:\n${paths}`);
  test.each([
    ['a path parameter that is not described', '  /a/{b}: {get: {responses: {}}}', ['path-parameter-undeclared']],
    [
      'a path parameter that the path has not',
      '  /a: {get: {parameters: [{name: b, in: path, required: true, schema: {}}], responses: {}}}',
      ['path-parameter-unused'],
    ],
    [
      'a path parameter that is not required',
      '  /a/{b}: {get: {parameters: [{name: b, in: path, schema: {}}], responses: {}}}',
      ['path-parameter-required'],
    ],
    [
      'a header listed twice, written differently',
      '  /a: {get: {parameters: [{name: X-B, in: header, schema: {}}, {name: x-b, in: header, schema: {}}], responses: {}}}',
      ['parameter-duplicate'],
    ],
    [
      'a parameter listed twice',
      '  /a: {get: {parameters: [{name: b, in: query, schema: {}}, {name: b, in: query, schema: {}}], responses: {}}}',
      ['parameter-duplicate'],
    ],
    [
      'empty operationIds, which are none',
      "  /a: {get: {operationId: '', responses: {}}, post: {operationId: '', responses: {}}}",
      [],
    ],
    [
      'one operationId twice',
      '  /a: {get: {operationId: x, responses: {}}, post: {operationId: x, responses: {}}}',
      ['operation-id-duplicate'],
    ],
    ['no responses', '  /a: {get: {}}', ['responses-missing']],
    ['a status that is none', '  /a: {get: {responses: {ok: {description: D}}}}', ['status-code']],
    ['an unknown security scheme', '  /a: {get: {security: [{x: []}], responses: {}}}', ['security-unknown']],
  ])('%s gives one warning and a right record', (_title, paths, rules) => {
    const broken = read(paths);
    expect(rulesOf(broken)).toEqual(rules);
    checkRecord(recordOf(broken));
  });

  test('an operationId that is used elsewhere names the first place', () => {
    const { diagnostics } = read(
      '  /a: {get: {operationId: x, responses: {}}}\n  /b: {get: {operationId: x, responses: {}}}',
    );
    expect(diagnostics).toMatchObject([
      {
        line: 5,
        message: expect.stringMatching(/^The operationId “x” is used at \S+\.yaml:4:27 too\.$/),
        places: [{ file: expect.stringMatching(/\.yaml$/), line: 4, column: 27 }],
      },
    ]);
  });

  test('an operation of two paths is no second place', () => {
    const item = '\ncomponents: {pathItems: {A: {get: {operationId: x, responses: {}}}}}';
    const { diagnostics } = read(
      `  /a: {$ref: '#/components/pathItems/A'}\n  /b: {$ref: '#/components/pathItems/A'}${item}`,
    );
    expect(diagnostics).toMatchObject([
      { message: 'The operationId “x” is that of the operation at several paths.', line: 6 },
    ]);
  });

  test('operations beside a $ref are read in a callback as at a path, and come first', () => {
    const beside = "{$ref: '#/components/pathItems/A', x-own: 1, post: {summary: Beside, responses: {}}}";
    const item = '\ncomponents: {pathItems: {A: {post: {summary: Behind}, put: {summary: Far, responses: {}}}}}';
    const result = recordOf(read(`  /a: {get: {responses: {}, callbacks: {c: {'{$url}': ${beside}}}}}${item}`));
    expect(result.services[0]?.operations[0]?.callbacks).toMatchObject({
      c: { '{$url}': { 'x-own': 1, post: { summary: 'Beside' }, put: { summary: 'Far' } } },
    });
  });

  test('a security scheme says where its key is only with a place that requests have', () => {
    const scheme = '{type: apiKey, name: K, in: body}';
    const result = read(`  /a: {get: {responses: {}}}\ncomponents: {securitySchemes: {k: ${scheme}}}`);
    expect(rulesOf(result)).toEqual(['wrong-type']);
    expect(recordOf(result).components.securitySchemes['k']).toEqual({ type: 'apiKey', name: 'K' });
  });

  test('two paths with one x-platform-service are an error', () => {
    const { diagnostics } = read('  /a: {x-platform-service: S}\n  /b: {x-platform-service: S}');
    expect(diagnostics).toMatchObject([{ severity: 'error', rule: 'service-duplicate', line: 5 }]);
  });

  test('what the path of the entity says differently is kept', () => {
    const { services } = recordOf(read('  /a: {description: All, x-b: 1}\n  /a/{id}: {description: One, x-b: 2}'));
    expect(services[0]).toMatchObject({
      description: 'All',
      extensions: { 'x-b': 1, 'x-platform-paths': { '/a/{id}': { description: 'One', 'x-b': 2 } } },
    });
  });

  test('a path item that nothing uses is kept and named', () => {
    const unused = readText('openapi: 3.1.0\ninfo: {title: T, version: "1"}\ncomponents: {pathItems: {P: {get: {}}}}');
    expect(rulesOf(unused)).toEqual(['path-item-unused']);
    expect(recordOf(unused).extensions).toEqual({ 'x-platform-path-items': { P: { get: {} } } });
  });

  test('a collection and its entity may share one x-platform-service', () => {
    const same = read(
      '  /a: {x-platform-service: S, get: {responses: {}}}\n  /a/{id}: {x-platform-service: S, parameters: [{name: id, in: path, required: true, schema: {}}], get: {responses: {}}}',
    );
    expect(same.diagnostics).toEqual([]);
    expect(recordOf(same).services.map(({ name }) => name)).toEqual(['S']);
  });
});

test('names of tags and components have no control characters, which names of files would have', () => {
  const { record, diagnostics } = readValue({
    openapi: '3.2.0',
    info: { title: 'Books', version: '1' },
    tags: [{ name: 'a\u001b[31m' }, { name: 'b', parent: 'a\u001b[31m' }],
    paths: { '/books': { get: { tags: ['a\u001b[31m', 'c\u0007'], responses: {} } } },
    components: { schemas: { 'S\u0007': { type: 'object' }, T: { $ref: '#/components/schemas/S\u0007' } } },
  });
  expect(record?.tags).toEqual([{ name: 'a\ufffd[31m' }, { name: 'b', parent: 'a\ufffd[31m' }, { name: 'c\ufffd' }]);
  expect(record?.services[0]?.operations[0]?.tags).toEqual(['a\ufffd[31m', 'c\ufffd']);
  expect(record?.components.schemas).toEqual({
    'S\ufffd': { type: 'object' },
    T: { $ref: '#/components/schemas/S%EF%BF%BD' },
  });
  expect(diagnostics.filter(({ rule }) => rule === 'wrong-value').map(({ message }) => message)).toEqual([
    'The name “S\ufffd” has control characters; “\ufffd” stands for each of them.',
    'The name “a\ufffd[31m” has control characters; “\ufffd” stands for each of them.',
  ]);
});

test('of many alternatives of security the first hundred are read', () => {
  const { record, diagnostics } = readValue({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {},
    security: Array.from({ length: 101 }, (_, index) => ({ key: [`scope${index}`] })),
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  });
  expect(record?.security).toHaveLength(100);
  expect(diagnostics.map(({ message }) => message)).toContain(
    '“security” lists 101 alternatives; only the first 100 are read.',
  );
});

test('an empty operationId is none, in a callback too', () => {
  const record = recordOf(
    readText(
      "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n" +
        "  /a: {get: {operationId: '', responses: {}, callbacks: {c: {'{$url}': {post: {operationId: ''}}}}}}",
    ),
  );
  const [operation] = record.services[0]?.operations ?? [];
  expect(operation).toMatchObject({ operationId: null, callbacks: { c: { '{$url}': { post: {} } } } });
  expect(JSON.stringify(operation?.callbacks)).not.toContain('operationId');
});

describe('who an operation is for', () => {
  const marksOf = (path: object, own: object = {}): unknown => {
    const paths = {
      '/book': { 'x-internal': false, get: {} },
      '/book/{id}': { ...path, get: { ...own, responses: {} } },
    };
    const read = recordOf(readText(JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths })));
    expect(read.services[0]?.extensions).toEqual({});
    const { 'x-internal': internal, 'x-audience': audience } = read.services[0]?.entityOperations[0]?.extensions ?? {};
    return [internal, audience];
  };

  test.each([
    ['is not said', {}, {}, [undefined, undefined]],
    ['is what its path says', { 'x-internal': true, 'x-audience': 'a' }, {}, [true, ['a']]],
    ['is what it says itself', {}, { 'x-internal': true, 'x-audience': 'a' }, [true, ['a']]],
    ['is no more than its path allows', { 'x-internal': true }, { 'x-internal': false }, [true, undefined]],
    ['is what both allow', { 'x-audience': ['a', 'b'] }, { 'x-audience': ['b', 'c'] }, [undefined, ['b']]],
    ['has no member where they have none in common', { 'x-audience': 'a' }, { 'x-audience': 'b' }, [undefined, []]],
    ['is what the narrower one says', { 'x-audience': 'a' }, { 'x-audience': ['public', 'b'] }, [undefined, ['a']]],
    [
      'is everyone where both say so',
      { 'x-audience': 'external-public' },
      { 'x-audience': 'public' },
      [undefined, ['external-public']],
    ],
    ['is not understood where it is null', { 'x-internal': null }, { 'x-internal': false }, [null, undefined]],
    ['is not understood where it means nothing', { 'x-internal': 'no' }, {}, ['no', undefined]],
  ])('%s', (_, path, own, expected) => {
    expect(marksOf(path, own)).toEqual(expected);
  });

  test('is what the object says that a component is made of a part of', () => {
    const schemas = {
      Hidden: {
        'x-audience': ['a', 'b'],
        properties: { part: { 'x-audience': 'b', properties: { deep: { type: 'string' } } } },
      },
      Named: { properties: { 'x-internal': { type: 'string' }, part: { type: 'string' } } },
      Uses: {
        properties: {
          hidden: { $ref: '#/components/schemas/Hidden/properties/part/properties/deep' },
          open: { $ref: '#/components/schemas/Named/properties/part' },
        },
      },
    };
    const components = { schemas };
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {}, components });
    const { Hidden, Named, Uses, ...made } = recordOf(readText(text)).components.schemas;
    expect(Object.values(made)).toEqual([{ type: 'string', 'x-audience': ['b'] }, { type: 'string' }]);
    expect(Hidden).toMatchObject({ 'x-audience': ['a', 'b'] });
    expect(Named).toEqual(schemas.Named);
  });
});

describe('parents of tags', () => {
  const tagged = (...pairs: readonly string[]) => {
    const tags = pairs.map((pair) => {
      const [name, parent] = pair.split(' < ');
      return { name, ...(parent !== undefined && { parent }) };
    });
    return readText(JSON.stringify({ openapi: '3.2.0', info: { title: 'A', version: '1' }, paths: {}, tags }));
  };

  test.each([
    [['a < b', 'b < c', 'c'], []],
    [['a < b', 'b < none'], ['b']],
    [['a < a'], ['a']],
    [['a < b', 'b < a'], ['a']],
    [['a < b', 'b < c', 'c < b', 'd < c'], ['b']],
  ])('of %j, those of %j are left out', (tags, wrong) => {
    const result = tagged(...tags);
    expect(recordOf(result).tags.flatMap((tag) => ('x-parent' in tag ? [tag.name] : []))).toEqual(wrong);
    expect(rulesOf(result)).toEqual(wrong.map(() => 'tag-parent'));
  });

  test('a chain of thousands is walked along once', () => {
    const count = 20_000;
    const chain = Array.from({ length: count }, (_, index) => `t${index} < t${index + 1}`);
    expect(recordOf(tagged(...chain, `t${count}`)).tags.filter((tag) => 'parent' in tag)).toHaveLength(count);
  });
});
