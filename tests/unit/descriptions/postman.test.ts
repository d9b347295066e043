import { describe, expect, test } from 'vitest';
import { postman } from '../../../src/descriptors/postman/reader.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { Api } from '../../../src/model/api.ts';
import type { OperationRecord } from '../../../src/model/records.ts';
import { RuleBook } from '../../../src/rules/rule-book.ts';
import { projectWith } from '../config/project.ts';
import { readText, recordOf } from '../descriptors/read-text.ts';

const INFO = {
  name: 'Lending',
  description: 'Lends tools.',
  version: '2.3.0',
  schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
};

function read(collection: object) {
  const result = readText(JSON.stringify({ info: INFO, ...collection }, null, 1), {}, postman);
  const record = recordOf(result);
  const operations = new Map<string, OperationRecord>(
    record.services
      .flatMap((service) => [...service.operations, ...service.entityOperations])
      .map((operation) => [`${operation.method} ${operation.paths[0]}`, operation]),
  );
  return { ...result, record, operations, text: JSON.stringify(record) };
}

function one(collection: object): OperationRecord {
  const [operation] = read(collection).operations.values();
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

const row = (key: string, value: string, more: object = {}): object => ({ key, value, ...more });
const get = (url: unknown, more: object = {}): object => ({ name: 'Ask', request: { method: 'GET', url, ...more } });

describe('a collection of Postman', () => {
  test('has folders as nested tags, and keeps names, descriptions and version', () => {
    const { record, operations, diagnostics } = read({
      variable: [row('baseUrl', 'https://lend.example/v2')],
      item: [
        {
          name: 'Tools',
          description: { content: 'What can be lent.', type: 'text/markdown' },
          item: [
            { name: 'Admin', item: [get('{{baseUrl}}/tools/lost')] },
            { name: 'Ask for a tool', request: { url: '{{baseUrl}}/tools/:toolId', description: 'One tool.' } },
          ],
        },
        { name: 'People', item: [{ name: 'Admin', item: [get('{{baseUrl}}/people')] }] },
      ],
    });
    expect(diagnostics).toEqual([]);
    expect(record).toMatchObject({
      name: 'Lending',
      version: 2,
      info: { title: 'Lending', description: 'Lends tools.', version: '2.3.0' },
      servers: [{ url: 'https://lend.example/v2' }],
      basePath: '/v2',
      tags: [
        { name: 'Tools', description: 'What can be lent.' },
        { name: 'Admin', parent: 'Tools' },
        { name: 'People' },
        { name: 'People: Admin', summary: 'Admin', parent: 'People' },
      ],
      source: { format: 'postman' },
    });
    expect(operations.get('GET /tools/{toolId}')).toMatchObject({
      summary: 'Ask for a tool',
      description: 'One tool.',
      tags: ['Tools'],
      parameters: [{ name: 'toolId', in: 'path', required: true }],
    });
    expect(operations.get('GET /people')?.tags).toEqual(['People: Admin']);
  });

  test.each([
    ['{{baseUrl}}/a', [row('baseUrl', 'https://x.example/')], [{ url: 'https://x.example' }]],
    [
      'https://{{tenant}}.x.example:8443/a',
      [row('tenant', 'north', { description: 'Your branch' })],
      [
        {
          url: 'https://{tenant}.x.example:8443',
          variables: { tenant: { default: 'north', description: 'Your branch' } },
        },
      ],
    ],
    [
      '{{root}}/a',
      [row('root', 'https://{{host}}/v1'), row('host', 'x.example')],
      [{ url: 'https://{host}/v1', variables: { host: { default: 'x.example' } } }],
    ],
    ['x.example/a?b=1#c', [], [{ url: 'http://x.example' }]],
    ['/a', [], []],
    [{ protocol: 'https', host: ['x', 'example'], port: 1, path: ['a'] }, [], [{ url: 'https://x.example:1' }]],
    [
      { host: ['{{base}}'], port: '8080', path: ['a'] },
      [row('base', 'https://x.example/v1/')],
      [{ url: 'https://x.example:8080/v1' }],
    ],
    [{ host: 'x.example', path: 'a' }, [], [{ url: 'http://x.example' }]],
    [{ raw: 'https://x.example/a' }, [], [{ url: 'https://x.example' }]],
    ['{{loop}}/a', [row('loop', '{{loop}}/{{loop}}')], expect.anything()],
  ])('reads the server of %j', (url, variable, servers) => {
    const { record, operations } = read({ variable, item: [get(url)] });
    expect(record.servers).toEqual(servers);
    expect(operations.size).toBe(1);
  });

  test('has the paths of addresses before those of requests, if addresses have different ones', () => {
    const variable = [row('root', 'https://x.example/')];
    const item = [
      get('{{root}}v1/a'),
      get({ host: ['{{root}}'], path: ['v1', 'b'] }),
      get({ host: ['{{root}}c'] }),
      get('https://y.example/d'),
    ];
    const { record, operations } = read({ variable, item });
    expect(record.servers).toEqual([{ url: 'https://x.example' }]);
    expect([...operations].map(([call, { servers }]) => [call, ...servers.map(({ url }) => url)])).toEqual([
      ['GET /v1/a'],
      ['GET /v1/b'],
      ['GET /c'],
      ['GET /d', 'https://y.example'],
    ]);
  });

  test('takes a query out of a path, and a body without a mode as text', () => {
    const operation = one({
      item: [
        {
          request: {
            method: 'POST',
            url: { host: 'x.example', path: ['v2', 'ask?a=1&b='], query: [row('c', '2')] },
            body: { raw: '{"n": 1}' },
          },
        },
      ],
    });
    expect(operation).toMatchObject({
      paths: ['/v2/ask'],
      parameters: [{ name: 'a', example: 1 }, { name: 'b' }, { name: 'c', example: 2 }],
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    });
  });

  test('keeps what a header with a log-in says', () => {
    const { record } = read({
      item: [get('/a', { header: [row('Authorization', '{{x}}', { description: 'Of the desk' })] })],
    });
    expect(record.components.securitySchemes).toMatchObject({
      apikey: { type: 'apiKey', name: 'Authorization', description: 'Of the desk' },
    });
  });

  test('names a variable of an address that has no value, at the request', () => {
    const { record, diagnostics } = read({ item: [get('{{baseUrl}}/a')] });
    expect(record.servers).toEqual([]);
    expect(diagnostics).toMatchObject([{ rule: 'postman-variable', message: expect.stringContaining('“baseUrl”') }]);
    expect(diagnostics[0]?.line).toBeGreaterThan(8);
  });

  test('has requests of one method and path as one operation with several examples', () => {
    const body = (value: object) => ({
      mode: 'raw',
      raw: JSON.stringify(value),
      options: { raw: { language: 'json' } },
    });
    const post = (name: string, path: string, value: object, description: string): object => ({
      name,
      request: { method: 'POST', url: `/tools/${path}/loans`, body: body(value), description },
    });
    const operation = one({
      item: [
        post('Lend', ':id', { days: 3, to: 'Ann' }, 'Lends it.'),
        post('Lend for long', ':tool', { days: 90.5, note: null }, 'Needs a reason.'),
      ],
    });
    expect(operation.description).toBe('Lends it.\n\n**Lend for long**\n\nNeeds a reason.');
    expect(operation.parameters).toMatchObject([{ name: 'id', in: 'path' }]);
    expect(operation.requestBody).toEqual({
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { days: { type: 'number' }, to: { type: 'string' }, note: { type: 'null' } },
          },
          examples: { Lend: { value: { days: 3, to: 'Ann' } }, 'Lend for long': { value: { days: 90.5, note: null } } },
        },
      },
    });
  });

  test('has saved responses with status, headers, bodies and reasons', () => {
    const original = { method: 'GET', url: '/tools?late=true' };
    const { responses, parameters } = one({
      item: [
        {
          ...get('/tools'),
          response: [
            {
              name: 'Two tools',
              originalRequest: original,
              code: 200,
              status: 'OK',
              header: [
                row('Content-Type', 'application/json; charset=utf-8'),
                row('X-Total', '2', { description: 'All' }),
              ],
              body: '[{"id": 1}, {"id": 2, "name": "Saw"}]',
            },
            { name: 'None', code: 200, status: 'OK', header: [row('content-type', 'application/json')], body: '[]' },
            { name: 'Closed', code: 423, status: 'Shop closed', header: 'Retry-After: 60', body: 'Come back.' },
          ],
        },
      ],
    });
    expect(parameters).toMatchObject([{ name: 'late', in: 'query', schema: { type: 'boolean' }, example: true }]);
    expect(responses).toEqual({
      200: {
        description: 'Two tools',
        headers: { 'X-Total': { description: 'All', schema: { type: 'integer' }, example: 2 } },
        content: {
          'application/json': {
            schema: {
              type: 'array',
              items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
            },
            examples: { 'Two tools': { value: [{ id: 1 }, { id: 2, name: 'Saw' }] }, None: { value: [] } },
          },
        },
      },
      423: {
        description: 'Closed',
        'x-platform-reason': 'Shop closed',
        headers: { 'Retry-After': { schema: { type: 'integer' }, example: 60 } },
        content: { 'text/plain': { examples: { Closed: { value: 'Come back.' } } } },
      },
    });
  });

  test('keeps disabled entries as optional ones, and takes “(Required)” at its word', () => {
    const operation = one({
      item: [
        get(
          {
            raw: '/tools?size=5',
            path: ['tools'],
            query: [
              row('size', '5', { description: '(Required) How many' }),
              row('sort', 'name', { disabled: true, description: '(Required) Order' }),
              row('kind', 'saw'),
              row('kind', 'drill'),
            ],
          },
          { header: [row('X-Branch', 'north', { disabled: true }), row('Accept', 'application/json')] },
        ),
      ],
    });
    expect(operation.parameters).toEqual([
      { name: 'size', in: 'query', description: 'How many', required: true, schema: { type: 'integer' }, example: 5 },
      { name: 'sort', in: 'query', description: '(Required) Order', schema: { type: 'string' }, example: 'name' },
      { name: 'kind', in: 'query', schema: { type: 'array', items: { type: 'string' } }, example: ['saw', 'drill'] },
      { name: 'X-Branch', in: 'header', schema: { type: 'string' }, example: 'north' },
    ]);
  });

  test.each([
    [
      {
        mode: 'urlencoded',
        urlencoded: [row('to', 'Ann', { description: '[required] Who' }), row('days', '3', { disabled: true })],
      },
      'application/x-www-form-urlencoded',
      {
        type: 'object',
        properties: { to: { type: 'string', description: 'Who' }, days: { type: 'integer' } },
        required: ['to'],
      },
      { to: 'Ann' },
    ],
    [
      { mode: 'formdata', formdata: [{ key: 'photo', type: 'file', src: '/home/me/saw.png' }, row('note', 'sharp')] },
      'multipart/form-data',
      { type: 'object', properties: { photo: { type: 'string', format: 'binary' }, note: { type: 'string' } } },
      { note: 'sharp' },
    ],
    [
      { mode: 'file', file: { src: '/home/me/all.zip' } },
      'application/octet-stream',
      { type: 'string', format: 'binary' },
      undefined,
    ],
    [
      { mode: 'graphql', graphql: { query: '{ tools { id } }', variables: '{"n": 1}' } },
      'application/json',
      {
        type: 'object',
        properties: {
          query: { type: 'string' },
          variables: { type: 'object', properties: { n: { type: 'integer' } } },
        },
      },
      { query: '{ tools { id } }', variables: { n: 1 } },
    ],
    [{ mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } }, 'application/xml', undefined, '<a/>'],
    [
      { mode: 'raw', raw: '{ // who\n "to": {{person}}, "days": 1 }' },
      'application/json',
      { type: 'object', properties: { to: {}, days: { type: 'integer' } } },
      { to: '{{person}}', days: 1 },
    ],
    [
      { mode: 'raw', raw: '{"to": "<string>", "days": "<integer>"}' },
      'application/json',
      { type: 'object', properties: { to: { type: 'string' }, days: { type: 'integer' } } },
      undefined,
    ],
    [{ mode: 'raw', raw: '{"to": ', options: { raw: { language: 'json' } } }, 'application/json', undefined, '{"to": '],
    [{ mode: 'raw', raw: `${'['.repeat(100_000)}` }, 'text/plain', undefined, expect.any(String)],
  ])('reads a body (%#)', (body, mediaType, schema, value) => {
    const { requestBody } = one({ item: [{ name: 'Lend', request: { method: 'POST', url: '/loans', body } }] });
    const content = requestBody !== null && 'content' in requestBody ? requestBody.content : {};
    expect(Object.keys(content)).toEqual([mediaType]);
    const media = content[mediaType];
    if (media === undefined || !('schema' in media || 'examples' in media)) throw new Error('no media type');
    expect(media.schema).toEqual(schema);
    expect(media.examples?.['Lend']).toEqual(value === undefined ? undefined : { value });
    expect(JSON.stringify(requestBody)).not.toContain('/home/me');
  });

  test('has the log-in of the nearest level', () => {
    const oauth = [
      row('grant_type', 'client_credentials'),
      row('accessTokenUrl', '{{root}}/token'),
      row('scope', 'read write'),
    ];
    const { record, operations } = read({
      variable: [row('root', 'https://x.example')],
      auth: { type: 'basic', basic: [row('username', 'ann'), row('password', '{{password}}')] },
      item: [
        get('/a'),
        {
          name: 'Folder',
          auth: { type: 'apikey', apikey: [row('key', 'k'), row('in', 'query'), row('value', '{{key}}')] },
          item: [
            get('/b'),
            get('/c', { auth: { type: 'noauth' } }),
            get('/d', { auth: { type: 'oauth2', oauth2: oauth } }),
            get('/e', { auth: { type: 'digest', digest: { username: 'ann' } } }),
            get('/f', { auth: { type: 'awsv4', awsv4: [] } }),
          ],
        },
        get('/g', { auth: { type: 'bearer', bearer: [] }, header: [row('Authorization', 'Basic {{x}}')] }),
      ],
    });
    expect(record.security).toEqual([{ basic: [] }]);
    expect([...operations].map(([name, { security }]) => [name, security])).toEqual([
      ['GET /a', null],
      ['GET /b', [{ apikey: [] }]],
      ['GET /c', []],
      ['GET /d', [{ oauth2: ['read', 'write'] }]],
      ['GET /e', [{ digest: [] }]],
      ['GET /f', [{ awsv4: [] }]],
      ['GET /g', [{ bearer: [] }]],
    ]);
    expect(record.components.securitySchemes).toEqual({
      basic: { type: 'http', scheme: 'basic' },
      apikey: { type: 'apiKey', in: 'query', name: 'k' },
      oauth2: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://x.example/token', scopes: { read: '', write: '' } } },
      },
      digest: { type: 'http', scheme: 'digest' },
      awsv4: { type: 'http', scheme: 'AWS4-HMAC-SHA256' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
  });

  test('names scripts that are not carried over, once and with their number', () => {
    const script = (exec: unknown) => [{ listen: 'test', script: { exec } }];
    const { diagnostics } = read({
      event: script(['']),
      item: [
        { ...get('/a'), event: script(['pm.test()']) },
        { ...get('/b'), event: script('pm.test()') },
      ],
    });
    expect(diagnostics).toMatchObject([{ rule: 'postman-left-out', message: expect.stringContaining('scripts (2)') }]);
  });

  test('has the media types of responses without a saved body, and names those that were only asked for', () => {
    const saved = (code: number) => ({ name: 'Hay', code, header: [row('Content-Type', 'text/csv; charset=utf-8')] });
    const asks = (type: string) => ({ header: [row('Accept', type)] });
    const { operations, diagnostics } = read({
      item: [
        { ...get('/a', asks('text/csv')), response: [saved(200), saved(204)] },
        get('/b', asks('*/*')),
        get('/c', asks('text/csv')),
        get('/d', asks('text/csv, */*;q=0.1')),
      ],
    });
    expect(operations.get('GET /a')?.responses).toMatchObject({ 200: { content: { 'text/csv': {} } } });
    expect(JSON.stringify(operations.get('GET /a')?.responses['204'])).not.toContain('csv');
    expect(diagnostics).toMatchObject([
      { message: expect.stringContaining('types in “Accept” that no response has (1)') },
    ]);
  });

  test('names a status code that HTTP does not have, where it stands', () => {
    const { operations, diagnostics } = read({
      item: [{ ...get('/a'), response: [{ name: 'Odd', code: 700, body: 'x' }, { name: 'None' }] }],
    });
    expect(Object.keys(operations.get('GET /a')?.responses ?? {})).toEqual(['default']);
    expect(diagnostics).toMatchObject([{ rule: 'postman-left-out', message: expect.stringContaining('“700”') }]);
  });

  test('is read where it is wrong', () => {
    const { operations, diagnostics } = read({
      item: [null, 3, { name: 'x', request: {} }, { request: { url: '/a', method: 'G T' } }, { request: '/b' }, {}],
      variable: 'none',
      auth: [],
    });
    expect([...operations.keys()]).toEqual(['GET /b']);
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['missing-key', 'missing-key', 'postman-left-out']);
  });
});

describe('names that all objects have', () => {
  test.each([
    {
      auth: { type: 'oauth2', oauth2: [row('grant_type', 'constructor'), row('accessTokenUrl', 'https://x.example')] },
    },
    { auth: { type: 'constructor' } },
    { auth: { type: '__proto__', __proto__: [] } },
    { auth: { type: 'basic', basic: [{ key: { toString: 1 }, value: { toString: 1 } }] } },
    { variable: [row('constructor', 'a'), row('__proto__', 'b')] },
  ])('stand for nothing in %j', ({ auth, variable }) => {
    const options = { raw: { language: 'constructor' } };
    const body = { mode: 'raw', raw: '{"constructor": 1, "toString": 2}', options };
    const url = '/{{constructor}}/{{__proto__}}/:toString?valueOf=1';
    const collection = {
      item: [get(url, { method: '__proto__', body })],
      ...(auth && { auth }),
      ...(variable && { variable }),
    };
    const { operations, text } = read(collection);
    expect(operations.size).toBe(1);
    expect(text).not.toContain('native code');
    if (auth !== undefined) expect(text).toContain('"type":"http","scheme":');
  });
});

test('many methods and many parameters of one path take time in proportion to their number', () => {
  const path = Array.from({ length: 18_000 }, (_, at) => `:p${at}`);
  const variable = path.map((name) => row(name.slice(1), 'a1'));
  const methods = Array.from({ length: 9000 }, (_, at) => get('/b', { method: `M${at}` }));
  const { operations } = read({ item: [get({ path, variable }), ...methods] });
  expect(operations.size).toBe(9001);
});

describe('a secret in a collection', () => {
  const SECRETS = {
    'of a log-in': { auth: { type: 'basic', basic: [row('username', 'ann'), row('password', 'sesame-77')] } },
    'of a log-in of 2.0': { auth: { type: 'basic', basic: { username: 'ann', password: 'sesame-77' } } },
    'of a key': { auth: { type: 'apikey', apikey: [row('key', 'X-Key'), row('value', 'sesame-77')] } },
    'of a request': { item: [get('/a', { auth: { type: 'bearer', bearer: [row('token', 'sesame-77')] } })] },
    'in a variable by its name': { variable: [row('api_key', 'sesame-77')] },
    'in a variable by its type': { variable: [row('code', 'sesame-77', { type: 'secret' })] },
    'in the variable of a folder': { item: [{ name: 'F', variable: [row('myToken', 'sesame-77')], item: [] }] },
    'in a variable that a log-in names': {
      variable: [row('pin', 'sesame-77')],
      auth: { type: 'bearer', bearer: [row('token', '{{pin}}')] },
    },
    'in a header field': { item: [get('/a', { header: [row('Authorization', 'Bearer sesame-77')] })] },
    'in header fields as text': { item: [get('/a', { header: 'Accept: */*\nX-Api-Key: sesame-77' })] },
    'in a query': { item: [get('https://x.example/a?b=1&access_token=sesame-77')] },
    'in a form': {
      item: [
        get('/a', { method: 'POST', body: { mode: 'urlencoded', urlencoded: [row('client_secret', 'sesame-77')] } }),
      ],
    },
    'in a variable of a log-in named in two words': {
      variable: [row('cs', 'sesame-77')],
      auth: { type: 'oauth2', oauth2: [row('clientSecret', '{{cs}}'), row('accessTokenUrl', 'https://x.example/t')] },
    },
    'that is named through another variable': {
      variable: [row('inner', 'sesame-77'), row('apiKey', '{{inner}}')],
    },
    'in a variable that a header field names': {
      variable: [row('other', 'sesame-77')],
      item: [get('/a', { header: [row('Authorization', 'Bearer {{other}}')] })],
    },
    'with a tail': { variable: [row('DB_PASSWORD_2', 'sesame-77')] },
    'with a tail in one word': { variable: [row('stripeApiKeyLive', 'sesame-77')] },
    'short of a word': { variable: [row('db_pass', 'sesame-77')] },
    'in a header field of its own': { item: [get('/a', { header: [row('X-Auth', 'sesame-77')] })] },
    'in an address': { item: [get('https://ann:sesame-77@x.example/a')] },
    'in the host of an address': {
      item: [get({ protocol: 'https', host: ['ann:sesame-77@x', 'example'], path: ['a'] })],
    },
    'in the address of a variable': { variable: [row('root', 'https://ann:sesame-77@x.example')] },
    'in the address of a log-in': {
      auth: { type: 'oauth2', oauth2: [row('accessTokenUrl', 'https://x.example/t?client_secret=sesame-77')] },
    },
    'in a body': {
      item: [get('/a', { method: 'PUT', body: { mode: 'raw', raw: '{"newPassword" : "sesame-77"}' } })],
    },
    'in a saved response': {
      item: [{ ...get('/a'), response: [{ name: 'OK', code: 200, body: '{"access_token":"sesame-77"}' }] }],
    },
    'in a cookie': { item: [get('/a', { header: [row('Cookie', 'theme={{theme}}; sid=sesame-77')] })] },
    'in a cookie of the same name': { item: [get('/a', { header: [row('cookie', 'sesame-77=sesame-77')] })] },
    'in a cookie that a server sent': {
      item: [
        { ...get('/a'), response: [{ name: 'OK', code: 200, header: [row('Set-Cookie', 'sesame-77')], body: '' }] },
      ],
    },
  };
  const REPEATED = {
    name: 'Repeat',
    description: 'Use sesame-77, or YW5uOnNlc2FtZS03Nw==.',
    request: {
      method: 'PUT',
      url: 'https://x.example/{{secretOf}}/repeat/sesame-77?x=sesame-77',
      body: { mode: 'raw', raw: '{"a": "my sesame-77!"}' },
      header: [row('X-Other', 'sesame-77'), row('X-Pin', '{{pin}}{{api_key}}{{code}}')],
    },
    response: [{ name: 'sesame-77', code: 200, body: 'sesame-77', header: [row('X-Back', 'sesame-77')] }],
  };

  test.each(Object.entries(SECRETS))('%s is in no output, and is named where it stands', (_, collection) => {
    const items: readonly object[] = 'item' in collection ? collection.item : [];
    const { text, diagnostics, record } = read({ ...collection, item: [...items, REPEATED] });
    expect(text).not.toContain('sesame');
    if ('auth' in collection && collection.auth.type === 'basic') expect(text).not.toContain('YW5uOnNlc2FtZS03Nw');
    expect(new Api(record).getServices().length).toBeGreaterThan(0);
    const found = diagnostics.filter(({ rule }) => rule === 'postman-secret');
    expect(found).toHaveLength(1);
    const lines = JSON.stringify({ info: INFO, ...collection, item: [...items, REPEATED] }, null, 1).split('\n');
    expect(lines[(found[0]?.line ?? 0) - 1]).toContain('sesame-77');
    expect(found[0]?.message).not.toContain('sesame');
  });

  test.each([
    { variable: [{ key: 'password', value: 987654321 }] },
    { variable: [{ key: 'code', type: 'secret', value: 987654321 }] },
    { auth: { type: 'basic', basic: { username: 'ann', password: 987654321 } } },
    { item: [get('/a', { method: 'PUT', body: { mode: 'raw', raw: '{"api_token": 987654321}' } })] },
  ])('that is a number is in no output: %j', (collection) => {
    const body = { mode: 'raw', raw: '{"a": 987654321, "b": "987654321"}' };
    const item = [...(collection.item ?? []), get('/987654321', { method: 'PUT', description: '=987654321', body })];
    const { text, diagnostics } = read({ ...collection, item });
    expect(text).not.toContain('987654321');
    expect(diagnostics.filter(({ rule }) => rule === 'postman-secret')).toHaveLength(1);
  });

  test('with the address of its API is removed from it', () => {
    const { record } = read({ item: [get('{{root}}/a')], variable: [row('root', 'https://ann:sesame-77@x.example')] });
    expect(record.servers).toEqual([{ url: 'https://x.example' }]);
  });

  test.each([
    { variable: [row('tokenUrl', 'https://x.example/t'), row('password_policy', 'long'), row('compass', 'north-7')] },
    { variable: [row('sort_key', 'name-1'), row('key', 'book-7'), { key: 'hasToken', value: true }] },
    { auth: { type: 'oauth2', oauth2: [row('tokenType', 'bearer-7'), row('addTokenTo', 'header')] } },
    { auth: { type: 'oauth1', oauth1: [row('signatureMethod', 'HMAC-SHA1')] } },
    { item: [get('/a', { body: { mode: 'raw', raw: '{"max_tokens": 12345678, "password": "string"}' } })] },
    {
      variable: [
        row('api_key', '{{fromVault}}'),
        row('token', '<token>'),
        row('password', ''),
        row('pageToken', 'a1b2c3'),
      ],
    },
    { auth: { type: 'bearer', bearer: [row('token', '{{token}}')] } },
    { auth: { type: 'basic', basic: [row('username', 'ann-of-7'), row('password', 'password')] } },
    { item: [get('/a?pageToken=a1b2c3&token={{token}}')] },
  ])('%j has none', (collection) => {
    expect(read({ item: [], ...collection }).diagnostics).toEqual([]);
  });

  test('that is a plain word hides no other words', () => {
    const { text } = read({
      variable: [row('password', 'swordfish')],
      item: [
        {
          name: 'A swordfish',
          request: { method: 'PUT', url: '/swordfish', body: { mode: 'raw', raw: '{"swordfish": "swordfish"}' } },
        },
      ],
    });
    expect(text).toContain('A swordfish');
    expect(text).toContain('{"swordfish":"<secret>"}');
  });
});

test('the strictest rules ask a collection for nothing that it cannot say', () => {
  const response = [200, 400].map((code) => ({ name: `With ${code}`, code }));
  const item = [{ ...get('https://x.example/a', { description: 'One.' }), response }];
  const folder = { name: 'Tools', description: 'All.', item };
  const collection = { info: INFO, auth: { type: 'noauth' }, item: [folder] };
  const projectRoot = projectWith({ 'd/a.json': JSON.stringify(collection) });
  const rules = new RuleBook({ extends: 'strict', rules: {}, exceptions: [] });
  expect(readFolder({ projectRoot, folder: 'd', rules }).diagnostics.map(({ rule }) => rule)).toEqual([]);
});

test('a text of many megabytes in a body is read', () => {
  const raw = JSON.stringify({ token: 'x'.repeat(8_000_000) });
  expect(read({ item: [get('/a', { method: 'PUT', body: { mode: 'raw', raw } })] }).operations.size).toBe(1);
});

test('names of further requests are kept; items without a request are reported; a disabled body is not sent', () => {
  const { operations, diagnostics } = read({
    item: [
      get('https://x.example/a'),
      { ...get('https://x.example/a?all=1'), name: 'Ask for all' },
      { name: 'Nothing' },
      {
        name: 'Send',
        request: { method: 'PUT', url: 'https://x.example/a', body: { mode: 'raw', raw: 'x', disabled: true } },
      },
    ],
  });
  expect(operations.get('GET /a')).toMatchObject({ description: '**Ask for all**' });
  expect(operations.get('PUT /a')?.requestBody ?? null).toBeNull();
  expect(diagnostics.map(({ message }) => message).join('\n')).toContain('items without a request (1)');
});

test('a long secret is found in a long text in proportion to their size', () => {
  const secret = `${'1'.repeat(300_000)}b`;
  const { text } = read({
    variable: [row('password', secret)],
    item: [get('/a', { method: 'PUT', body: { mode: 'raw', raw: `${'1'.repeat(600_000)} ${secret}` } })],
  });
  expect(text.length).toBeLessThan(10_000);
});

test('a large collection is read in proportion to its size', () => {
  const item = Array.from({ length: 3000 }, (_, at) => ({
    ...get(`{{baseUrl}}/tools/${at}/:id?token=sesame-77-${at}`),
    auth: { type: 'bearer', bearer: [row('token', `sesame-77-${at}`)] },
    response: [{ name: 'OK', code: 200, body: '{"a": "sesame-77-sesame-77-"}' }],
  }));
  const { operations, text } = read({ item, variable: [row('baseUrl', 'https://x.example')] });
  expect(operations.size).toBe(3000);
  expect(text).not.toMatch(/sesame-77-\d/);
});
