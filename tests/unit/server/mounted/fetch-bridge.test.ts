import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createFetchBridge } from '../../../../src/server/mounted/fetch-bridge.ts';

type Options = Parameters<typeof createFetchBridge>[0];

const ADDRESS = 'https://host.example/platform/documentation?q=a%20b';

function bridgeTo(answer: Options['answer'], clientAddress?: Options['clientAddress']) {
  return createFetchBridge({ answer, clientAddress }).fetch;
}

/** A body whose chunks are taken from it one by one, and how many of them were. */
function countedBody(chunks: number): { readonly body: ReadableStream<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken += 1;
        if (taken > chunks) controller.close();
        else controller.enqueue(new TextEncoder().encode(`part ${taken};`));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken: () => taken };
}

function posted(body: BodyInit | null, init: RequestInit = {}): Request {
  return new Request(ADDRESS, { method: 'POST', body, ...{ duplex: 'half' }, ...init });
}

test('a request arrives with its method, target, fields, host and the address of its client', async () => {
  const seen = vi.fn();
  const fetch = bridgeTo(
    ({ request, response, context }) => {
      const { method, url, headers, socket } = request;
      seen({ method, url, host: headers.host, accept: headers.accept, context });
      seen({ client: socket.remoteAddress, isEncrypted: Reflect.get(socket, 'encrypted') });
      response.end();
    },
    () => '192.0.2.7',
  );
  await fetch(new Request(ADDRESS, { headers: { accept: 'text/html, */*', host: 'docs.example' } }), 'context');
  expect(seen.mock.calls.flat()).toEqual([
    {
      method: 'GET',
      url: '/platform/documentation?q=a%20b',
      host: 'docs.example',
      accept: 'text/html, */*',
      context: 'context',
    },
    { client: '192.0.2.7', isEncrypted: true },
  ]);
});

test('an answer keeps its status, repeated fields and every cookie, without fields of the connection', async () => {
  const fetch = bridgeTo(({ response }) => {
    const links = ['Link', '</a>; rel="x"', 'Link', '</b>; rel="y"'];
    response.writeHead(418, [...links, 'Set-Cookie', 'a=1, 2', 'Set-Cookie', 'b=3', 'Connection', 'close']);
    response.end('short');
  });
  const response = await fetch(new Request(ADDRESS));
  expect(response?.status).toBe(418);
  expect(response?.headers.get('link')).toBe('</a>; rel="x", </b>; rel="y"');
  expect(response?.headers.getSetCookie()).toEqual(['a=1, 2', 'b=3']);
  expect([...(response?.headers.keys() ?? [])]).not.toContain('connection');
  expect(await response?.text()).toBe('short');
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('%s with %i has no body, and the length that it would have', async (method, status) => {
  const fetch = bridgeTo(({ response }) => {
    response.writeHead(status, status === 204 ? [] : ['Content-Length', '5', 'ETag', '"a"']);
    response.end(method === 'HEAD' ? undefined : null);
  });
  const response = await fetch(new Request(ADDRESS, { method }));
  expect([response?.status, response?.body]).toEqual([status, null]);
  expect(response?.headers.get('content-length')).toBe(status === 204 ? null : '5');
});

test('an answer arrives while it is written', async () => {
  let write = (): void => undefined;
  const fetch = bridgeTo(({ response }) => {
    response.write('first');
    write = () => void response.end('second');
  });
  const reader = (await fetch(new Request(ADDRESS)))?.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  write();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second');
  expect(await reader?.read()).toEqual({ done: true, value: undefined });
});

test.each([undefined, { 'content-length': '14' }])('a body is read when a route reads it (%j)', async (headers) => {
  const { body, taken } = countedBody(2);
  const fetch = bridgeTo(async ({ request, response }) => {
    await turn();
    const before = taken();
    response.end(`${before} ${await text(request)}`);
  });
  const response = await fetch(posted(body, headers && { headers }));
  expect(await response?.text()).toBe('0 part 1;part 2;');
});

test('a request that is left to the host still has its body', async () => {
  const fetch = bridgeTo(({ leave }) => leave());
  const request = posted('for the host');
  expect(await fetch(request)).toBeUndefined();
  expect(await request.text()).toBe('for the host');
});

test('a refusal does not wait for the body', async () => {
  const { body, taken } = countedBody(9);
  const fetch = bridgeTo(({ response }) => void response.writeHead(401).end('Unauthorized'));
  const response = await fetch(posted(body));
  expect([response?.status, await response?.text(), taken()]).toEqual([401, 'Unauthorized', 0]);
});

test('a body that the host has read is an error that says so', async () => {
  const fetch = bridgeTo(async ({ request, response }) => void response.end(await text(request).catch(String)));
  const request = posted('read');
  await request.text();
  const response = await fetch(request);
  expect([response?.status, await response?.text()]).toEqual([500, expect.stringContaining('was read before')]);
});

test.each(['5', '50'])('a body of another length than the declared %s reaches no route whole', async (length) => {
  const read = vi.fn();
  const fetch = bridgeTo(async ({ request, response }) => {
    request.on('error', () => undefined);
    await text(request).then(read, () => undefined);
    response.end();
  });
  await fetch(posted('fourteen bytes', { headers: { 'content-length': length } })).catch(() => undefined);
  expect(read).not.toHaveBeenCalledWith('fourteen bytes');
});

test('an aborted request closes the connection, before and after the answer has begun', async () => {
  for (const begins of [false, true]) {
    const closed = vi.fn();
    const abort = new AbortController();
    const fetch = bridgeTo(({ response }) => {
      response.once('close', () => closed(response.writableFinished));
      if (begins) response.write('begun');
      else abort.abort();
    });
    const answered = fetch(new Request(ADDRESS, { signal: abort.signal }));
    if (begins) {
      const reader = (await answered)?.body?.getReader();
      await reader?.read();
      abort.abort();
      await expect(reader?.read()).rejects.toThrow();
    } else await expect(answered).rejects.toThrow('abort');
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(false));
  }
});

test('a cancelled answer closes the connection', async () => {
  const closed = vi.fn();
  const fetch = bridgeTo(({ response }) => {
    response.once('close', closed);
    response.write('begun');
  });
  await (await fetch(new Request(ADDRESS)))?.body?.cancel();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
});

test.each([
  ['//evil.example/x', '//evil.example/x'],
  ['/a/../b', '/b'],
  ['/%2e%2e/c?d#e', '/c?d'],
])('the path %s is %s, never another host', async (path, target) => {
  const fetch = bridgeTo(({ request, response }) => void response.end(`${request.headers.host} ${request.url}`));
  const response = await fetch(new Request(`http://host.example${path}`));
  expect(await response?.text()).toBe(`host.example ${target}`);
});

test('a status that no Response can have becomes 502', async () => {
  const fetch = bridgeTo(({ response }) => void response.writeHead(999).end());
  expect((await fetch(new Request(ADDRESS)))?.status).toBe(502);
});
