import { describe, expect, test } from 'vitest';
import type { Access } from '../../../../../src/model/access.ts';
import { Api } from '../../../../../src/model/api.ts';
import type { MediaTypeObject, ParameterObject } from '../../../../../src/model/openapi-objects.ts';
import type { Operation } from '../../../../../src/model/operation.ts';
import type { ApiRecord, OperationRecord } from '../../../../../src/model/records.ts';
import { pathPieces } from '../../../../../src/presentation/addresses.ts';
import { curlCommand } from '../../../../../src/presentation/samples/languages/curl.ts';
import { curlOf } from '../../../../../src/presentation/samples/operation-request.ts';
import type { JsonSchema } from '../../../../../src/schema/schema.ts';
import { digestLogin } from '../../../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../../../../fixtures/model/rich-api.ts';

const open: Access = { kind: 'open' };
const digest: Access = { kind: 'login', schemes: [digestLogin('api')] };
const basic: Access = { kind: 'login', schemes: [{ scheme: 'Basic', realm: 'staff' }] };

function operationOf(record: OperationRecord, access: Access = open, rest: Partial<ApiRecord> = {}): Operation {
  const api = new Api(apiRecord({ services: [service('Thing', { operations: [record] })], ...rest }), {
    accessRule: () => access,
  });
  const [found] = api.getService('Thing')?.getOperations() ?? [];
  if (found === undefined) throw new Error('No operation.');
  return found;
}

const FORM = 'application/x-www-form-urlencoded';

describe('curlCommand', () => {
  const request = { method: 'GET', url: 'https://example.com/a', headers: [], credentials: [], body: null };

  test.each([
    ['a plain call', request, "curl 'https://example.com/a'"],
    ['HEAD', { ...request, method: 'HEAD' }, "curl --head \\\n  'https://example.com/a'"],
    [
      'Digest',
      { ...request, credentials: [{ kind: 'user', scheme: 'Digest', curl: '--digest -u USER' }] as const },
      "curl --digest -u USER \\\n  'https://example.com/a'",
    ],
    [
      'Basic',
      { ...request, credentials: [{ kind: 'user', scheme: 'Basic', curl: '-u USER' }] as const },
      "curl -u USER \\\n  'https://example.com/a'",
    ],
    [
      'POST with a body',
      { ...request, method: 'POST', body: { kind: 'text', text: "it's" } as const },
      "curl 'https://example.com/a' \\\n  --data-raw 'it'\\''s'",
    ],
    ['DELETE', { ...request, method: 'DELETE' }, "curl -X DELETE \\\n  'https://example.com/a'"],
    ['a method with signs', { ...request, method: "X;rm '" }, "curl -X 'X;rm '\\''' \\\n  'https://example.com/a'"],
  ])('%s', (_, given, expected) => {
    expect(curlCommand(given)).toBe(expected);
  });

  test('no sample holds a password', () => {
    for (const access of [digest, basic])
      expect(curlOf(operationOf(operation('GET', '/thing'), access), '')).not.toMatch(/-u '?USER:|password/i);
  });
});

describe('a sample of an operation', () => {
  test('has the first named example of a parameter that has a value, also where it is data', () => {
    const examples = { none: { summary: 'None' }, some: { dataValue: 'own' } };
    const record = operation('GET', '/thing', { parameters: [{ name: 'q', in: 'query', required: true, examples }] });
    expect(curlOf(operationOf(record), 'https://e.example')).toContain('/thing?q=own');
  });

  test.each([
    'https://api.example.com\\@evil.example/v1',
    'https://api.example.com @evil.example',
    'https://a.example\n/v1',
  ])('calls no address that programs read in different ways: %j', (url) =>
    expect(curlOf(operationOf(operation('GET', '/thing'), open, { servers: [{ url }] }), '')).toBeNull(),
  );

  test.each<[string, Partial<ApiRecord>, Access, string, string]>([
    [
      'calls the first server',
      { servers: [{ url: 'https://{r}.example.com/v1/', variables: { r: { default: 'eu' } } }] },
      open,
      '',
      'https://eu.example.com/v1/thing',
    ],
    [
      'does not repeat the base path',
      { basePath: '/v1', servers: [{ url: 'https://example.com/v1' }] },
      open,
      '',
      'https://example.com/v1/thing',
    ],
    [
      'calls this site where it asks for the log-in',
      { basePath: '/v1', servers: [{ url: 'https://example.com' }] },
      digest,
      'https://docs.example.org',
      'https://docs.example.org/v1/thing',
    ],
    [
      'calls this site without servers',
      { basePath: '/v1' },
      open,
      'https://docs.example.org',
      'https://docs.example.org/v1/thing',
    ],
    [
      'takes a relative server from this site',
      { basePath: '/v2', servers: [{ url: '/v2' }] },
      open,
      'https://docs.example.org',
      'https://docs.example.org/v2/thing',
    ],
  ])('%s', (_, rest, access, baseUrl, expected) => {
    expect(curlOf(operationOf(operation('GET', '/thing'), access, rest), baseUrl)).toContain(`'${expected}'`);
  });

  test('URLs are percent-encoded, and what is unknown is the name in capitals', () => {
    const record = operation('GET', '/طلبات/{معرف}/{slug}/[x]', {
      parameters: [
        { name: 'slug', in: 'path', required: true, schema: { type: 'string' }, example: 'a/b c' },
        { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'n', in: 'query', schema: { type: 'string' } },
      ],
    });
    expect(curlOf(operationOf(record), 'https://e.example')).toContain(
      "'https://e.example/%D8%B7%D9%84%D8%A8%D8%A7%D8%AA/%D9%85%D8%B9%D8%B1%D9%81/a%2Fb%20c/%5Bx%5D?q=Q'",
    );
  });

  const PAGE = {
    type: 'object',
    properties: { page: { type: 'integer', minimum: 0 }, sort: { type: 'array', items: { type: 'string' } } },
  } as const;
  test.each<readonly [string, Partial<ParameterObject>, string]>([
    ['each member of an object', { schema: PAGE }, 'page=0&sort=SORT'],
    ['the members that are required', { schema: { ...PAGE, required: ['page'] } }, 'page=0'],
    ['those of its example', { schema: PAGE, example: { page: 2, sort: ['a', 'b'] } }, 'page=2&sort=a%2Cb'],
    [
      'members that are objects as JSON',
      { schema: PAGE, example: { a: { toString: 1 } } },
      'a=%7B%22toString%22%3A1%7D',
    ],
    ['so are items', { example: [{ toString: 1 }] }, 'p=%7B%22toString%22%3A1%7D'],
    ['members in brackets', { schema: PAGE, style: 'deepObject' }, 'p%5Bpage%5D=0&p%5Bsort%5D=SORT'],
    ['each item of a list', { schema: { type: 'array' }, example: ['a', 'b c'] }, 'p=a&p=b%20c'],
    ['items behind each other', { schema: { type: 'array' }, example: ['a', 'b'], explode: false }, 'p=a,b'],
    ['signs that it allows', { allowReserved: true, example: 'a/b:c&d#e' }, 'p=a/b:c%26d%23e'],
    ['the name of an object without members', { schema: { type: 'object' } }, 'p=P'],
    ['the name of a list without items', { schema: { type: 'array', default: [] } }, 'p=P'],
    ['JSON, where it is written so', { content: { 'application/json': {} }, example: { a: 1 } }, 'p=%7B%22a%22%3A1%7D'],
  ])('a parameter of the query is written by its style: %s', (_title, parameter, expected) => {
    const record = operation('GET', '/thing', {
      parameters: [{ name: 'p', in: 'query', required: true, ...parameter }],
    });
    expect(curlOf(operationOf(record), 'https://e.example')).toBe(`curl 'https://e.example/thing?${expected}'`);
  });

  test('a form without fields is none', () => {
    const requestBody = { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } } as const;
    expect(curlOf(operationOf(operation('GET', '/thing', { requestBody })), 'https://e.example')).toBe(
      "curl 'https://e.example/thing'",
    );
    expect(curlOf(operationOf(operation('POST', '/thing', { requestBody })), 'https://e.example')).toContain('-X POST');
  });

  test('what is long stands beside it, not in it', () => {
    const long = 'x'.repeat(100_000);
    const json = { content: { 'application/json': { example: { long } } } };
    const parameters = [{ name: 'q', in: 'query', required: true, example: long }] as const;
    expect(
      curlOf(operationOf(operation('PUT', '/thing', { requestBody: json, parameters })), 'https://e.example'),
    ).toBe(
      "curl -X PUT \\\n  -H 'Content-Type: application/json' \\\n  " +
        "'https://e.example/thing?q=Q' \\\n  --data-binary @body",
    );
    const formOf = (properties: Readonly<Record<string, JsonSchema>>): string | null => {
      const schema = { type: 'object', required: Object.keys(properties), properties } as const;
      const requestBody = { content: { 'application/x-www-form-urlencoded': { schema } } };
      return curlOf(operationOf(operation('POST', '/thing', { requestBody })), 'https://e.example');
    };
    expect(formOf({ note: { const: long } })).toContain("--data-urlencode 'note=NOTE'");
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, { const: 'x' }]));
    expect(formOf(many)).toContain('--data-binary @body');
  });

  const TEXT_FIRST = ['text/plain', 'application/json'];
  test.each<readonly [string, readonly string[], JsonSchema]>([
    ['application/json', TEXT_FIRST, { type: 'array' }],
    ['text/plain', TEXT_FIRST, { type: 'string' }],
    ['text/plain', ['text/plain', 'text/html'], { type: 'array' }],
    ['application/xml', ['application/xml', 'application/json'], { type: 'array' }],
  ])('an answer of %s is asked for where there are %j with %j', (asked, offered, schema) => {
    const content = Object.fromEntries(offered.map((type) => [type, { schema }]));
    const responses = { '200': { description: 'A', content } };
    expect(curlOf(operationOf(operation('GET', '/thing', { responses })), '')).toContain(`-H 'Accept: ${asked}'`);
  });

  test.each([
    [30, '--data-raw'],
    [31, '--data-binary @body'],
  ])('a body of %i fields, and two lines around them, is sent by %s', (count, option) => {
    const example = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));
    const requestBody = { content: { 'application/json': { example } } };
    expect(curlOf(operationOf(operation('POST', '/thing', { requestBody })), '')).toContain(option);
  });

  test.each<readonly [string, readonly string[]]>([
    ['application/json', ['*/*']],
    ['application/json', ['Application/*;q=1']],
    ['application/hal+json', ['application/xml', 'application/hal+json']],
    ['text/plain', ['text/plain', '*/*']],
  ])('a body is sent as %s of %j', (sent, offered) => {
    const schema = { type: 'object', properties: { a: { const: 1 } }, required: ['a'] } as const;
    const content = Object.fromEntries(offered.map((type) => [type, { schema }]));
    const command = curlOf(operationOf(operation('POST', '/thing', { requestBody: { content } })), '');
    expect(command).toContain(`-H 'Content-Type: ${sent}'`);
    if (sent.includes('json')) expect(command).toContain('"a": 1');
  });

  test.each([
    ['one text, where nothing is required', {}, [], "--data-urlencode 'customer=CUS'"],
    [
      'members of a list in brackets, where the style is deepObject',
      { lines: { style: 'deepObject' } },
      ['lines'],
      "--data-urlencode 'lines[0][price]=12' \\\n  --data-urlencode 'lines[0][tags][0]=new'",
    ],
    ['the first item of any other list', {}, ['ids'], "--data-urlencode 'ids=id-1'"],
    ['the name of a list without items', {}, ['none'], "--data-urlencode 'none=NONE'"],
    ['the name of an object without members', { card: { style: 'deepObject' } }, ['card'], "'card=CARD'"],
  ] as const)('a form: %s', (_, encoding, required, expected) => {
    const schema: JsonSchema = {
      type: 'object',
      required,
      properties: {
        ids: { type: 'array', items: { type: 'string', examples: ['id-1'] } },
        made: { type: 'string', readOnly: true },
        customer: { type: 'string', examples: ['CUS'] },
        lines: { type: 'array', examples: [[{ price: 12, tags: ['new'], note: null }]] },
        none: { type: 'array', default: [] },
        card: { type: 'object' },
      },
    };
    const requestBody = { content: { 'application/x-www-form-urlencoded': { schema, encoding } } };
    expect(curlOf(operationOf(operation('POST', '/thing', { requestBody })), '')).toContain(expected);
  });

  test.each<readonly [string, string, MediaTypeObject, string]>([
    [
      'its first one',
      FORM,
      { examples: { one: { value: { Body: 'Hi', To: null } }, two: { value: {} } } },
      "'Body=Hi'",
    ],
    ['its text', FORM, { example: '{"Body":"Hi"}' }, "'Body=Hi'"],
    ['the example of its schema', FORM, { schema: { examples: [{ Body: 'Hi' }] } }, "'Body=Hi'"],
    [
      'files in parts',
      'multipart/form-data',
      { example: { Body: 'Hi', file: 'x' } },
      "'Body=Hi' \\\\\\n  -F 'file=@FILE'",
    ],
  ])('a form is sent as the author gives it: %s', (_, type, media, expected) => {
    const schema: JsonSchema = {
      ...(media.schema as object | undefined),
      properties: { From: { type: 'string' }, Body: { type: 'string' }, file: { type: 'string', format: 'binary' } },
    };
    const record = operation('POST', '/thing', { requestBody: { content: { [type]: { ...media, schema } } } });
    expect(curlOf(operationOf(record), '')).toMatch(new RegExp(String.raw`^curl[^]* (?:-F|--\S+) ${expected}$`));
  });

  test('a form is sent field by field', () => {
    const schema = {
      type: 'object',
      required: ['file', 'note'],
      properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string', examples: ['x'] } },
    } as const;
    const record = operation('POST', '/thing', { requestBody: { content: { 'multipart/form-data': { schema } } } });
    expect(curlOf(operationOf(record), '')).toContain("-F 'file=@FILE' \\\n  --form-string 'note=x'");
  });
});

describe('the server of a sample', () => {
  test.each([
    ['-K://secret.txt', null],
    ['-oevil://x', null],
    ['file:///etc/passwd', null],
    ['gopher://127.0.0.1:6379', null],
    ['{scheme}://x', "curl '%7Bscheme%7D://x/thing'"],
    ['http://[::1]:8080/[a-z]', "curl --globoff \\\n  'http://[::1]:8080/%5Ba-z%5D/thing'"],
    ['https://x.example/{a,b}', "curl 'https://x.example/%7Ba,b%7D/thing'"],
    ['https://x.example/a/../b', "curl --path-as-is \\\n  'https://x.example/a/../b/thing'"],
    ['//x.example', "curl 'https://x.example/thing'"],
  ])('%s', (url, command) => {
    expect(curlOf(operationOf(operation('GET', '/thing'), open, { servers: [{ url }] }), '')).toBe(command);
  });
});

describe('pathPieces', () => {
  test.each([
    ['/a/{b}', ['/', 'a', '/', '{b} → #get.path.b']],
    ['/a.{b}:c', ['/', 'a.', '{b} → #get.path.b', ':c']],
    ['/{unknown}/{', ['/', '{unknown}', '/', '{']],
    ['/{+b*}', ['/', '{+b*} → #get.path.b']],
  ])('%s', (template, expected) => {
    const pieces = pathPieces(template, 'get', new Set(['b']));
    expect(
      pieces.map((piece) =>
        piece.kind === 'slash'
          ? '/'
          : piece.kind === 'parameter' && piece.href !== null
            ? `${piece.text} → ${piece.href}`
            : piece.text,
      ),
    ).toEqual(expected);
  });
});
