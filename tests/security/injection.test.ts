import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodeSegment } from '../../src/model/locations.ts';
import { createPublishedApis } from '../../src/services/published-apis.ts';
import { operation, service } from '../fixtures/model/rich-api.ts';
import { raw } from '../unit/services/proxy/set-up.ts';
import { apiOf, ask, listen, serve } from '../unit/services/site.ts';
import { closeApisAfterwards, exampled, logged, proxied } from './api-server.ts';

closeApisAfterwards();

/** Characters that no field value can hold unencoded. */
const HOSTILE = [
  '日',
  'ü',
  '\r\nX-Injected: 1',
  '\n\nX-Injected: 1',
  '\0',
  '\u0001',
  '\u007f',
  '\ud800',
  '\u2028',
  '"',
  '\\',
  ' ',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'DELETE', 'HEAD'];

/**
 * Whether every answer of a server is one of HTTP, without a field that was smuggled in and without a bug in the log.
 */
async function expectSound(port: number): Promise<void> {
  for (const method of METHODS) {
    for (const accept of ['*/*', 'application/json']) {
      const headers = { accept, origin: 'https://app.example', 'content-type': 'text/odd' };
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: 'x' };
      const answer = await ask(port, { method, path: '/library/book', headers, ...body });
      expect(logged).toEqual([]);
      expect(answer.status).not.toBe(500);
      expect(answer.headers).not.toHaveProperty('x-injected');
    }
  }
}

describe.each(HOSTILE.map((text) => [JSON.stringify(text), text]))(
  '%s in a descriptor is never a 500 nor another field',
  (_, text) => {
    test.each<[string, Parameters<typeof exampled>[0]]>([
      [
        'a media type of a response',
        { responses: { '200': { description: '', content: { [`text/plain${text}`]: { example: 'a' } } } } },
      ],
      [
        'its parameter',
        { responses: { '200': { description: '', content: { [`text/plain; charset="${text}"`]: { example: 'a' } } } } },
      ],
      [
        'its parameter, unquoted',
        { responses: { '200': { description: '', content: { [`text/plain; charset=${text}`]: {} } } } },
      ],
      [
        'the name of a header field',
        { responses: { '200': { description: '', headers: { [`X-${text}`]: { example: 'a' } } } } },
      ],
      [
        'a header field',
        {
          responses: {
            '201': { description: text, headers: { Location: { example: text }, Link: { example: `<${text}>` } } },
          },
        },
      ],
      ['a status', { responses: { [`2${text}`]: { description: '' } } }],
      ['a media type of a request', { requestBody: { content: { [`text/plain${text}`]: {}, 'text/plain': {} } } }],
      ['its parameter in a request', { requestBody: { content: { [`text/plain; charset="${text}"`]: {} } } }],
      ['the name of a parameter', { parameters: [{ name: `X-${text}`, in: 'header', schema: {} }] }],
    ])('%s', async (_title, described) => {
      await expectSound(await exampled(described));
    });

    test('a method', async () => {
      const operations = ['GET', `GE${text}T`].map((method) => operation(method, '/book'));
      const types = { requestAcceptTypes: [], requestContentTypes: [], responseContentTypes: [] };
      const api = apiOf(
        'Library',
        {},
        { basePath: '/library', services: [service('Book', { kind: 'rpc', ...types, operations })] },
      );
      const published = createPublishedApis({ apis: [api], log: (message) => logged.push(message) });
      expect(published.problems.map(({ rule }) => rule)).toEqual(['method-not-served']);
      await expectSound(await serve(published));
    });

    test('media types of a service', async () => {
      const types = [`text/${text}`, `text/plain; a="${text}"`];
      const own = { requestAcceptTypes: types, requestContentTypes: types, responseContentTypes: types };
      const operations = ['GET', 'POST', 'PATCH'].map((method) => operation(method, '/book'));
      const api = apiOf(
        'Library',
        {},
        { basePath: '/library', services: [service('Book', { kind: 'rpc', ...own, operations })] },
      );
      await expectSound(await serve(createPublishedApis({ apis: [api], log: (message) => logged.push(message) })));
    });

    test('a name in a path of ours', () => {
      expect(encodeSegment(text)).toMatch(/^[\x21-\x7e]*$/);
    });
  },
);

describe('a request reaches the upstream of its API and nothing else', () => {
  test.each([
    ['an absolute target', 'GET http://EVIL/library/book HTTP/1.1\r\nHost: EVIL\r\n'],
    ['an absolute target with credentials', 'GET http://library:x@EVIL/library/book HTTP/1.1\r\nHost: x\r\n'],
    ['two slashes', 'GET //EVIL/library/book HTTP/1.1\r\nHost: x\r\n'],
    ['backslashes', 'GET /\\EVIL/library/book HTTP/1.1\r\nHost: x\r\n'],
    ['an at sign', 'GET @EVIL/library/book HTTP/1.1\r\nHost: x\r\n'],
    ['an at sign in the path', 'GET /library/book@EVIL HTTP/1.1\r\nHost: x\r\n'],
    ['a query with a host', 'GET /library/book?@EVIL/ HTTP/1.1\r\nHost: x\r\n'],
    ['an escaped line break', 'GET /library/book?%0d%0aHost:%20EVIL HTTP/1.1\r\nHost: x\r\n'],
    ['an escaped line break in the path', 'GET /library/book%0d%0aHost:%20EVIL HTTP/1.1\r\nHost: x\r\n'],
    ['dot segments', 'GET /library/book/../../..//EVIL/ HTTP/1.1\r\nHost: x\r\n'],
    ['an authority for a target', 'CONNECT EVIL HTTP/1.1\r\nHost: EVIL\r\n'],
    [
      'another host',
      'GET /library/book HTTP/1.1\r\nHost: EVIL\r\nX-Forwarded-Host: EVIL\r\nX-Original-URL: http://EVIL/\r\nX-Host: EVIL\r\n',
    ],
    ['a host of odd bytes', 'GET /library/book HTTP/1.1\r\nHost: \xe9\xff\r\nX-Odd: \xe9\x80\r\n'],
    ['a path of odd bytes', 'GET /library/book?\xe9\xff HTTP/1.1\r\nHost: x\r\n'],
    ['Connection that names the host', 'GET /library/book HTTP/1.1\r\nHost: x\r\nConnection: Host, close\r\n'],
  ])('with %s', async (_, head) => {
    const evil: string[] = [];
    const evilPort = await listen((request, response) => {
      evil.push(request.url ?? '');
      response.end();
    });
    const reached: IncomingMessage[] = [];
    const port = await proxied(
      (request, response) => {
        reached.push(request);
        response.end('ok');
      },
      { path: '/app' },
    );
    const received = await raw(port, `${head.replaceAll('EVIL', `127.0.0.1:${evilPort}`)}Connection: close\r\n\r\n`);
    expect(received).not.toMatch(/^HTTP\/1\.1 5/);
    expect(evil).toEqual([]);
    for (const { url, headers, socket } of reached) {
      expect(url).toMatch(/^\/app\/library\/book(?:\?|$)/);
      expect(headers.host).toBe(`127.0.0.1:${socket.localPort}`);
    }
  });

  test.each([301, 302, 303, 307, 308])('a redirection (%i) is the client’s to follow', async (status) => {
    let followed = 0;
    const elsewhere = await listen((_request, response) => {
      followed += 1;
      response.end('metadata');
    });
    const location = `http://127.0.0.1:${elsewhere}/latest/meta-data`;
    const port = await proxied(
      (request, response) => void request.resume().on('end', () => response.writeHead(status, { location }).end()),
    );
    for (const method of ['GET', 'POST']) {
      const answer = await ask(port, { method, path: '/library/book', ...(method === 'POST' && { body: 'x' }) });
      expect([answer.status, answer.headers.location, followed]).toEqual([status, location, 0]);
    }
  });

  test.each([
    [
      'bytes above ASCII',
      'HTTP/1.1 200 \xdcml\r\nX-Name: \xe9\r\nContent-Disposition: attachment; filename="\xe9"\r\nContent-Length: 0\r\n\r\n',
      200,
    ],
    ['a control character', 'HTTP/1.1 200 OK\r\nX-Name: a\x01b\r\nContent-Length: 0\r\n\r\n', 502],
    ['a control character in the reason phrase', 'HTTP/1.1 200 a\x01b\r\nContent-Length: 0\r\n\r\n', 502],
    ['a bare line feed', 'HTTP/1.1 200 OK\nX-Name: a\nContent-Length: 0\n\n', 502],
    ['a carriage return in a value', 'HTTP/1.1 200 OK\r\nX-Name: a\rX-Injected: 1\r\nContent-Length: 0\r\n\r\n', 502],
    [
      'a second answer behind the first',
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nX-Injected: 1\r\n\r\n',
      200,
    ],
    ['a status of no meaning', 'HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n', 502],
    ['both framings', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 502],
  ])('an answer with %s', async (_, answer, expected) => {
    const port = await proxied((request: IncomingMessage, _response: ServerResponse) =>
      request.socket.end(answer, 'latin1'),
    );
    const { status, headers } = await ask(port, { path: '/library/book' });
    expect([status, headers['x-injected']]).toEqual([expected, undefined]);
  });
});

describe('a compressed body', () => {
  const body = gzipSync('{"a":1}');

  test.each(['gzip', 'GZIP', 'br', 'identity, gzip', 'x-unknown'])(
    '(%s) is refused where it would be read, with what may be sent',
    async (coding) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      const answer = await ask(await exampled({}), { method: 'POST', path: '/library/book', headers, body });
      expect([answer.status, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
    },
  );

  test('is passed to an upstream as it is', async () => {
    const port = await proxied((request, response) => {
      response.setHeader('x-coding', request.headers['content-encoding'] ?? '');
      request.pipe(response);
    });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await ask(port, { method: 'POST', path: '/library/book', headers, body });
    expect([answer.headers['x-coding'], answer.body.equals(body)]).toEqual(['gzip', true]);
  });

  test('of an upstream stays compressed: nothing is unpacked here', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const port = await proxied((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const answer = await ask(port, { path: '/library/book' });
    expect([answer.headers['content-encoding'], answer.body.byteLength]).toEqual(['gzip', bomb.byteLength]);
  });
});
