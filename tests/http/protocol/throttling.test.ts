import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, startBuiltServer } from '../servers.ts';
import { challengesAt, rightBut } from './play/digest-credentials.ts';
import { exchange, type RawAnswer } from './play/raw-exchange.ts';
import { writeThrottle } from './site/configuration.ts';
import { makeProtocolProject, type ProtocolProject } from './site/protocol-site.ts';

const FAILURES = 3;
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

let project: ProtocolProject;
let server: RunningServer;
beforeAll(async () => {
  project = await makeProtocolProject();
});
afterAll(() => project?.remove());

function serveBehind(...trustedProxies: readonly string[]): void {
  beforeAll(async () => {
    writeThrottle(project.folder, FAILURES, trustedProxies);
    server = await startBuiltServer(project.folder);
  });
  afterAll(() => server?.stop());
}

/** Client address as the proxy of this machine reports it: a new one, without failures, for every test. */
let client = '';
let clients = 0;
beforeEach(() => {
  clients += 1;
  client = `198.51.100.${clients}`;
  project.upstream.forget();
});

async function ask(target: string, authorization: string | null, forwardedFor = client): Promise<RawAnswer> {
  const headers = [
    ['Connection', 'close'],
    ['X-Forwarded-For', forwardedFor],
    ...(authorization === null ? [] : [['Authorization', authorization] as const]),
  ] as const;
  return (await exchange(server.port, { method: 'GET', target, headers, body: null })).answer;
}

async function failTimes(count: number, target = '/basic/thing'): Promise<void> {
  for (let left = count; left > 0; left -= 1) expect((await ask(target, basic(`ada:wrong ${left}`))).status).toBe(401);
}

describe('clients that fail too often (DESIGN §9)', () => {
  serveBehind('127.0.0.1');

  test('get 429 with Retry-After and no challenge for every further request, and never reach what is protected', async () => {
    await failTimes(FAILURES);
    for (const credentials of ['ada:wrong', 'ada:secret', 'nobody:x', 'bea:secret']) {
      const { status, headers, body } = await ask('/basic/thing', basic(credentials));
      expect([credentials, status]).toEqual([credentials, 429]);
      expect(headers.find(([name]) => name === 'retry-after')?.[1]).toMatch(/^[1-9][0-9]*$/);
      expect(headers.some(([name]) => name === 'www-authenticate')).toBe(false);
      expect(headers).toContainEqual(['content-type', 'application/problem+json']);
      expect(JSON.parse(body.toString())).toMatchObject({ status: 429, title: 'Too Many Requests' });
    }
    expect(project.upstream.requests).toEqual([]);
  });

  test('keep what they have proven a short time ago until they guess at it, and other adapters', async () => {
    expect((await ask('/basic/thing', basic('ada:secret'))).status).toBe(200);
    await failTimes(FAILURES);
    expect((await ask('/basic/thing', basic('nobody:wrong'))).status).toBe(429);
    expect((await ask('/basic/thing', basic('ada:secret'))).status).toBe(200);
    expect((await ask('/basic/thing', basic('ada:wrong'))).status).toBe(429);
    expect((await ask('/basic/thing', basic('ada:secret'))).status).toBe(429);
    expect((await ask('/both/thing', basic('ada:secret'))).status).toBe(200);
  });

  test('have not failed as guests, with malformed credentials, or with schemes that are unknown', async () => {
    for (let count = 0; count < FAILURES * 3; count += 1) {
      for (const authorization of [null, 'Basic x', 'Bearer x', ''])
        expect((await ask('/basic/thing', authorization)).status).toBe(401);
    }
    expect((await ask('/basic/thing', basic('ada:secret'))).status).toBe(200);
  });

  test('have not failed with a nonce that was used, and have with a wrong digest', async () => {
    const target = '/library/book';
    const [offer] = await challengesAt(server.port, target);
    if (offer === undefined) throw new Error('No Digest challenge');
    const digest = (nc: string, password = 'secret'): string =>
      `Digest ${rightBut({ method: 'GET', target }, offer, { hashed: { nc, password } })}`;
    expect((await ask(target, digest('00000001'))).status).toBe(200);
    for (let count = 0; count < FAILURES * 3; count += 1)
      expect((await ask(target, digest('00000001'))).status).toBe(401);
    expect((await ask(target, digest('00000002'))).status).toBe(200);
    for (let count = 0; count < FAILURES; count += 1)
      expect((await ask(target, digest('00000003', 'wrong'))).status).toBe(401);
    expect((await ask(target, digest('00000003', 'wrong'))).status).toBe(429);
    expect((await ask(target, digest('00000003'))).status).toBe(429);
  });

  test('learn of documentation and of paths of the site no more than of APIs', async () => {
    // This log-in was never right here before, so that it is not remembered.
    await failTimes(FAILURES, '/both/thing');
    for (const target of ['/platform/documentation', '/platform/documentation/None'])
      expect((await ask(target, basic('bea:secret'))).status).toBe(429);
    await failTimes(FAILURES);
    expect((await ask('/reports/a', basic('bea:secret'))).status).toBe(429);
  });
});

describe('clients that fail too often, where no proxy is trusted,', () => {
  serveBehind();

  test('are not excused by a forwarded address', async () => {
    for (let count = 0; count < FAILURES; count += 1)
      await ask('/basic/thing', basic('ada:wrong'), `203.0.113.${count}`);
    expect((await ask('/basic/thing', basic('ada:wrong'), '203.0.113.99')).status).toBe(429);
  });
});
