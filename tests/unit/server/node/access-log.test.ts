import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClientOf } from '../../../../src/server/node/client-address.ts';
import { notesOf } from '../../../../src/server/node/node-request.ts';
import { logAccess } from '../../../../src/server/node-server.ts';
import { user } from '../../auth/authorized.ts';
import { ask, closeServers, listen } from '../../services/site.ts';

const written: string[] = [];
const lines: unknown[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    written.push(String(line));
    return lines.push(JSON.parse(String(line))) > 0;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeServers();
});

/** @param trusted proxies whose X-Forwarded-For is believed */
async function loggedFor(
  trusted: readonly string[],
  headers: Record<string, string>,
  note: (request: IncomingMessage) => unknown = () => undefined,
  path = '/a?b=c',
): Promise<unknown> {
  const port = await listen((request, response) =>
    logAccess(request, response, createClientOf(trusted), () => {
      note(request);
      response.writeHead(404).end('nothing');
    }),
  );
  await ask(port, { path, headers });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  return lines[0];
}

describe('the access log', () => {
  test('has one line of JSON a request', async () => {
    expect(await loggedFor([], {})).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request: expect.stringMatching(/^[0-9a-f]{12}-[0-9a-z]+$/),
      client: '127.0.0.1',
      adapter: null,
      user: null,
      method: 'GET',
      target: '/a?b=c',
      status: 404,
      bytes: expect.any(Number),
      milliseconds: expect.any(Number),
      complete: true,
    });
  });

  test.each([
    ['http://ada:secret@host/a', 'http://host/a'],
    ['HTTP://ada@host', 'HTTP://host'],
    ['http:///ada:secret@host/a', 'http:///host/a'],
    ['http://host/a@b', 'http://host/a@b'],
    ['/a:b@c', '/a:b@c'],
    ['/platform/documentation.log-in?code=secret&state=x', '/platform/documentation.log-in'],
    ['http://a:b@host/api/platform/documentation.log-in?code=x', 'http://host/api/platform/documentation.log-in'],
    ['/platform/documentation.md?log-in', '/platform/documentation.md?log-in'],
  ])('has the target %s without credentials', async (path, target) => {
    expect(await loggedFor([], {}, undefined, path)).toMatchObject({ target });
  });

  test('names who has logged in', async () => {
    const identity = user('al\u202eice');
    expect(await loggedFor([], {}, (request) => Object.assign(notesOf(request), { identity }))).toMatchObject({
      adapter: identity.adapter,
      user: 'al\u202eice',
    });
    expect(written.at(-1)).toContain('"al\\u202eice"');
  });

  test.each([
    ['that is trusted', ['127.0.0.0/8'], '192.0.2.7'],
    ['that is not trusted', [], '127.0.0.1'],
  ])('names the client that a proxy %s speaks for as authentication knows it', async (_, trusted, client) => {
    expect(await loggedFor(trusted, { 'x-forwarded-for': '192.0.2.7' })).toMatchObject({ client });
  });
});
