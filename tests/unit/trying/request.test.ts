import { describe, expect, test } from 'vitest';
import type { TrialParameter } from '../../../src/presentation/trying/trial-fields.ts';
import {
  basicAuthorization,
  isLogInSendable,
  type LogIn,
  urlWithSecrets,
  withoutSecrets,
} from '../../../src/trying/log-in.ts';
import { curlOf, type FilledForm, requestOf } from '../../../src/trying/request.ts';

const ORIGIN = 'https://docs.example.com';
const ID: TrialParameter = { name: 'id', place: 'path', required: true };

function form(changes: Partial<FilledForm> = {}): FilledForm {
  return {
    method: 'GET',
    site: ORIGIN,
    server: { url: '', path: '/book/{id}', ways: [] },
    parameters: [[ID, { kind: 'text', text: '7' }]],
    accept: null,
    bodyType: null,
    body: null,
    ...changes,
  };
}

const withId = (text: string, server = form().server): ReturnType<typeof requestOf> =>
  requestOf(form({ server, parameters: [[ID, { kind: 'text', text }]] }));

describe('the address', () => {
  test.each([
    ['', '/book/{id}', '7', 'https://docs.example.com/book/7'],
    ['https://api.example.com/v2', '/book/{id}', 'a/b', 'https://api.example.com/v2/book/a%2Fb'],
    [
      'https://api.example.com/v2',
      '/book/{id}',
      '//evil.example',
      'https://api.example.com/v2/book/%2F%2Fevil.example',
    ],
    ['https://api.example.com/v2', '/book/{id}', '../../x', 'https://api.example.com/v2/book/..%2F..%2Fx'],
    ['', '/book/{id}', '@evil.example', 'https://docs.example.com/book/%40evil.example'],
    ['', '/book/{id}?kind=x#fragment', '7', 'https://docs.example.com/book/7?kind=x'],
    ['', '/book/{id}.json', 'é', 'https://docs.example.com/book/%C3%A9.json'],
  ])('of %s%s with %j is %s', (url, path, id, expected) => {
    const { request, obstacles } = withId(id, { url, path, ways: [] });
    expect([request.url, obstacles]).toEqual([expected, []]);
    const target = new URL(request.url);
    expect(target.href).toBe(request.url);
    expect(target.origin).toBe(new URL(url || ORIGIN).origin);
  });

  test.each([
    ['..', '/book/{id}', 'dots'],
    ['.', '/book/{id}', 'dots'],
    ['.', '/book/.{id}/chapter', 'dots'],
    ['.', '/book/%2e{id}', 'dots'],
  ])('%s in %s is taken away by browsers, and not sent', (id, path, kind) => {
    expect(withId(id, { url: '', path, ways: [] }).obstacles).toEqual([{ kind, place: 'path', name: 'id' }]);
  });

  test.each([
    ['https://api.example.com', '.evil.example/{id}'],
    ['https://api.example.com', '@evil.example/{id}'],
    ['https://api.example.com', ':81/{id}'],
    ['https://api.example.com/v2', '1/{id}'],
    ['javascript:alert(1)', '/{id}'],
    ['nonsense', '/{id}'],
  ])('%s%s leads away from the server, and is not sent', (url, path) => {
    expect(withId('7', { url, path, ways: [] }).obstacles).toEqual([{ kind: 'url', place: null, name: '' }]);
  });

  test.each([
    ['acme', '2', 'https://api.example.com/acme/v2/book/7', []],
    ['acme/eu', '', 'https://api.example.com/acme/eu/v/book/7', []],
    ['', '2', 'https://api.example.com/TENANT/v2/book/7', [{ kind: 'empty', place: 'server', name: 'tenant' }]],
    ...['..', 'a/../../b', '?x', '#', '\\\\evil.example', '@evil.example?', 'a b', '%2e%2e'].map(
      (tenant) => [tenant, '2', null, [{ kind: 'url', place: null, name: '' }]] as const,
    ),
  ] as const)('with the variables %j and %j of the server', (tenant, version, expected, problems) => {
    const { request, obstacles } = requestOf(
      form({
        server: { url: 'https://api.example.com/{tenant}/v{version}', path: '/book/{id}', ways: [] },
        variables: [
          [{ name: 'tenant', required: true }, tenant === '' ? null : { kind: 'text', text: tenant }],
          [{ name: 'version' }, { kind: 'text', text: version }],
        ],
      }),
    );
    expect(obstacles.slice(0, 1)).toEqual(problems);
    if (expected !== null) expect(request.url).toBe(expected);
  });

  test.each([
    ['.evil.example', 'https://api.example.com.evil.example/x/.evil.example/book/7'],
    [':8443/', 'https://api.example.com:8443//x/:8443/book/7'],
  ])('with a variable of the host, %j, is that of another origin, and is not sent', (value, url) => {
    const end = { name: 'a/b', start: '/' };
    const server = { url: 'https://api.example.com{a/b}/x/{a/b}', variables: [end], path: '/book/{id}', ways: [] };
    const { request, obstacles } = requestOf(form({ server, variables: [[end, { kind: 'text', text: value }]] }));
    expect([request.url, obstacles]).toEqual([url, [{ kind: 'url', place: null, name: '' }]]);
  });

  test('names what is missing, and shows its name', () => {
    const { request, obstacles } = requestOf(form({ parameters: [[ID, null]] }));
    expect([request.url, obstacles]).toEqual([
      'https://docs.example.com/book/ID',
      [{ kind: 'empty', place: 'path', name: 'id' }],
    ]);
  });
});

test.each(['query', 'querystring', 'header'] as const)('a required %s is asked for; an empty one is sent', (place) => {
  const parameter: TrialParameter = { name: 'q', place, required: true };
  const missing = (value: { readonly kind: 'text'; readonly text: '' } | null): readonly unknown[] =>
    requestOf(form({ server: { url: '', path: '/', ways: [] }, parameters: [[parameter, value]] })).obstacles;
  expect(missing(null)).toEqual([{ kind: 'empty', place, name: 'q' }]);
  expect(missing({ kind: 'text', text: '' })).toEqual([]);
});

test('queries, header fields and media types stand where they belong', () => {
  const { request, obstacles } = requestOf(
    form({
      method: 'POST',
      parameters: [
        [ID, { kind: 'text', text: '7' }],
        [
          { name: 'tag', place: 'query', kind: 'list' },
          { kind: 'list', items: ['a', 'b'] },
        ],
        [{ name: 'left', place: 'query' }, null],
        [
          { name: 'X-Trace', place: 'header' },
          { kind: 'text', text: 'on' },
        ],
      ],
      accept: 'application/hal+json',
      bodyType: 'application/json',
      body: { kind: 'text', text: '{}' },
    }),
  );
  expect([request, obstacles]).toEqual([
    {
      method: 'POST',
      url: 'https://docs.example.com/book/7?tag=a&tag=b',
      headers: [
        ['Accept', 'application/hal+json'],
        ['Content-Type', 'application/json'],
        ['X-Trace', 'on'],
      ],
      body: { kind: 'text', text: '{}' },
    },
    [],
  ]);
});

test('what browsers let no page send is in the command alone, with the name of what is required', () => {
  const { request, obstacles } = requestOf(
    form({
      parameters: [
        [ID, { kind: 'text', text: '7' }],
        [{ name: 'session', place: 'cookie', required: true, isUnsendable: true }, null],
        [
          { name: 'theme', place: 'cookie', isUnsendable: true },
          { kind: 'text', text: 'dark' },
        ],
        [{ name: 'left', place: 'cookie', isUnsendable: true }, null],
        [
          { name: 'Date', place: 'header', isUnsendable: true },
          { kind: 'text', text: 'Sat, 1 Jan 2000' },
        ],
      ],
    }),
  );
  expect([obstacles, request.headers]).toEqual([[], []]);
  const command = curlOf(request, null);
  expect(command).toContain("-b 'session=SESSION' \\\n  -b 'theme=dark' \\\n");
  expect(command).toContain("-H 'Date: Sat, 1 Jan 2000'");
});

test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0', '☃'])('a header field cannot hold %j', (text) => {
  const { request, obstacles } = requestOf(
    form({
      parameters: [
        ...form().parameters,
        [
          { name: 'X-Trace', place: 'header' },
          { kind: 'text', text },
        ],
      ],
    }),
  );
  expect(obstacles).toEqual([{ kind: 'header', place: 'header', name: 'X-Trace' }]);
  expect(request.headers).toEqual([['X-Trace', 'X-TRACE']]);
});

describe('the command', () => {
  const user = { name: 'ada', password: 'hidden' };
  const logIn = (credentials: LogIn['credentials'], secrets: readonly (readonly [string, string])[] = []): LogIn => ({
    credentials,
    user,
    secrets: new Map(secrets),
  });
  const { request } = requestOf(form());

  test.each<readonly [string, LogIn | null, string]>([
    ['none', null, "curl 'https://docs.example.com/book/7'"],
    [
      'Digest',
      logIn([{ kind: 'user', scheme: 'Digest', curl: '--digest -u USER' }]),
      "curl --digest -u ada \\\n  'https://docs.example.com/book/7'",
    ],
    [
      'bearer',
      logIn(
        [{ kind: 'header', name: 'Authorization', scheme: 'Bearer', placeholder: 'TOKEN' }],
        [['Authorization', 'hidden']],
      ),
      "curl -H 'Authorization: Bearer TOKEN' \\\n  'https://docs.example.com/book/7'",
    ],
    [
      'a key',
      logIn([{ kind: 'query', name: 'key', scheme: null, placeholder: 'KEY' }], [['key', 'hidden']]),
      "curl 'https://docs.example.com/book/7?key=KEY'",
    ],
  ])('has no secret in it: %s', (_, way, expected) => {
    expect(curlOf(request, way)).toBe(expected);
    expect(curlOf(request, way)).not.toContain('hidden');
  });

  test('quotes names of users and of files', () => {
    const named = {
      ...logIn([{ kind: 'user', scheme: 'Basic', curl: '-u USER' }]),
      user: { name: "a'; rm $&", password: '' },
    };
    expect(curlOf(request, named)).toContain(`curl -u 'a'\\''; rm $&'`);
    const file = new File([], 'a "b"; c.png');
    const body = {
      kind: 'form',
      isMultipart: true,
      fields: [
        ['photo', null, { file }],
        ['note', 'x', {}],
      ],
    } as const;
    expect(curlOf({ ...request, method: 'POST', body }, null)).toContain(
      `-F 'photo=@"a \\"b\\"; c.png"' \\\n  --form-string 'note=x'`,
    );
    expect(curlOf({ ...request, method: 'PUT', body: { kind: 'file', name: file.name, file } }, null)).toContain(
      `--data-binary '@a "b"; c.png'`,
    );
  });

  test('has the name of a file whose content is a field of a form', () => {
    const body = {
      kind: 'form',
      isMultipart: false,
      fields: [['photo', null, { file: new File([], 'a b.txt') }]],
    } as const;
    expect(curlOf({ ...request, method: 'POST', body }, null)).toContain("--data-urlencode 'photo@a b.txt'");
  });

  test.each<readonly [LogIn['credentials'], string, string, string]>([
    [[{ kind: 'header', name: 'X-Key', scheme: null, placeholder: 'KEY' }], 'X-Key', 'X-Key: s3 cret', 'X-Key: …'],
    [[{ kind: 'query', name: 'k', scheme: null, placeholder: 'KEY' }], 'k', '/?k=s3%20cret&l=s3+cret', '/?k=…&l=…'],
    [[{ kind: 'user', scheme: 'Basic', curl: '' }], '', `Basic ${btoa('ada:hidden')}`, 'Basic …'],
    [[], 'other', 's3 cret', 's3 cret'],
  ])('by %j shows no secret', (credentials, name, text, expected) => {
    expect(withoutSecrets(text, logIn(credentials, [[name, 's3 cret']]))).toBe(expected);
  });

  test('secrets go into the request itself', () => {
    const way = logIn([{ kind: 'query', name: 'key', scheme: null, placeholder: 'KEY' }], [['key', 'a&b']]);
    expect(urlWithSecrets(request.url, way)).toBe('https://docs.example.com/book/7?key=a%26b');
    // RFC 7617 §2 and §2.1
    expect(basicAuthorization({ name: 'Aladdin', password: 'open sesame' })).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
    expect(basicAuthorization({ name: 'test', password: '123£' })).toBe('Basic dGVzdDoxMjPCow==');
  });

  test.each([
    ['Basic', 'a:b', false],
    ['Digest', 'a:b', true],
    ['Basic', 'a\n', false],
    ['Digest', 'é', true],
  ] as const)('%s with the name %j can be sent: %s', (scheme, name, expected) => {
    const credentials = [{ kind: 'user', scheme, curl: '' }] as const;
    expect(isLogInSendable({ credentials, user: { name, password: 'x' }, secrets: new Map() })).toBe(expected);
  });
});

test('the answer that is preferred is asked for in the request and in curl', () => {
  const { request } = requestOf(form({ prefer: 'code=404, example="not here"' }));
  expect(request.headers).toEqual([['Prefer', 'code=404, example="not here"']]);
  expect(curlOf(request, null)).toContain(`-H 'Prefer: code=404, example="not here"'`);
});
