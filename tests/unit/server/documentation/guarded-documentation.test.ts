import { describe, expect, test, vi } from 'vitest';
import type { AuthenticationResult, CredentialsRequest, LoggedIn } from '../../../../src/auth/contract.ts';
import type { AccessControl } from '../../../../src/server/access/access-control.ts';
import { createGatekeeper } from '../../../../src/server/access/gatekeeper.ts';
import type { SiteAnswer, SiteRequest } from '../../../../src/server/answers/contract.ts';
import { guardDocumentation } from '../../../../src/server/documentation/guarded-documentation.ts';
import { createMetrics } from '../../../../src/server/metrics.ts';
import { user } from '../../auth/authorized.ts';

const CHALLENGE = 'Basic realm="docs", charset="UTF-8"';
const ALICE: LoggedIn = {
  kind: 'authenticated',
  identity: user('alice', 'docs', 'docs'),
  headers: ['authentication-info', 'rspauth="x"'],
};
const PAGE: SiteAnswer = {
  kind: 'bytes',
  status: 200,
  headers: [
    'Content-Type',
    'text/html',
    'Access-Control-Allow-Origin',
    '*',
    'Vary',
    'Accept, Accept-Encoding',
    'Cache-Control',
    'no-cache',
    'ETag',
    '"a"',
  ],
  body: new Uint8Array([1]),
};

/** @param known what the adapter has in memory */
function setUp(result: AuthenticationResult, known?: LoggedIn) {
  const handle = vi.fn((_: SiteRequest): SiteAnswer => PAGE);
  const audit = vi.fn();
  const access: Pick<AccessControl, 'authenticate' | 'recall' | 'challenges'> = {
    authenticate: async () => result,
    recall: () => known,
    challenges: () => [CHALLENGE],
  };
  const gatekeeper = createGatekeeper({
    access: access as AccessControl,
    audit,
    metrics: createMetrics(),
    clock: () => 0,
  });
  const guarded = guardDocumentation({
    handle,
    site: () => ({ title: 'Docs', baseUrl: '' }),
    gatekeeper,
    adapter: 'docs',
  });
  const ask = (request: Partial<SiteRequest> = {}): ReturnType<typeof guarded> =>
    guarded(
      {
        method: 'GET',
        target: '/platform/documentation',
        accept: undefined,
        acceptEncoding: undefined,
        ifNoneMatch: undefined,
        ...request,
      },
      (): CredentialsRequest => ({ method: 'GET', target: '/', authorization: [], client: '192.0.2.1' }),
    );
  return { ask, handle, audit };
}

const headersOf = (answer: SiteAnswer | null): readonly (readonly [string, string])[] =>
  (answer?.headers ?? []).flatMap((name, index, all) =>
    index % 2 === 0 ? [[name.toLowerCase(), all[index + 1] ?? ''] as const] : [],
  );

describe('documentation behind a log-in', () => {
  test.each([
    ['/platform/documentation'],
    ['/platform/documentation/Library-v1/Book.json'],
    ['/platform/documentation/nothing/there'],
    ['/platform/documentation/'],
    ['/platform/documentation?q=book'],
    ['/platform/%64ocumentation'],
    ['/platform//documentation'],
    ['/Platform/Documentation'],
    ['/platform/documentation/%zz'],
    ['http://elsewhere/platform/documentation'],
  ])('%s answers a guest 401, and nothing is looked up', async (target) => {
    for (const method of ['GET', 'HEAD', 'POST', 'BREW']) {
      const { ask, handle } = setUp({ kind: 'guest' });
      const answer = await ask({ target, method, ifNoneMatch: '"a"', accept: 'image/png' });
      expect(answer?.status).toBe(401);
      expect(headersOf(answer)).toContainEqual(['www-authenticate', CHALLENGE]);
      expect(handle).not.toHaveBeenCalled();
    }
  });

  test.each([
    [{ kind: 'rejected', challenges: [CHALLENGE, 'Digest x'], cause: 'wrong-credentials' }, 401],
    [{ kind: 'throttled', retryAfterSeconds: 7 }, 429],
    [{ kind: 'unavailable', retryAfterSeconds: 5, reason: 'secret.txt is missing' }, 503],
  ] as const)('%j answers %d, never why', async (result, status) => {
    const { ask, handle } = setUp(result);
    const answer = await ask();
    expect(answer?.status).toBe(status);
    expect(handle).not.toHaveBeenCalled();
    expect(answer?.kind === 'bytes' && new TextDecoder().decode(answer.body ?? undefined)).not.toContain('secret');
    const names = headersOf(answer).map(([name]) => name);
    expect(names.filter((name) => name === 'www-authenticate')).toHaveLength(status === 401 ? 2 : 0);
    expect(names.includes('retry-after')).toBe(status !== 401);
  });

  test('a browser gets the same body for 401', async () => {
    const { ask } = setUp({ kind: 'guest' });
    const answer = await ask({ accept: 'text/html' });
    expect(answer?.kind === 'bytes' && new TextDecoder().decode(answer.body ?? undefined)).toBe(
      '{"type":"http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html","title":"Unauthorized","status":401,"detail":"Unauthorized"}',
    );
  });

  test('OPTIONS is answered without asking, alike for what is there and what is not', async () => {
    const { ask, handle, audit } = setUp({ kind: 'guest' });
    const answers = await Promise.all([
      ask({ method: 'OPTIONS' }),
      ask({ method: 'OPTIONS', target: '/platform/documentation/nothing' }),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(204);
    expect(handle).not.toHaveBeenCalled();
    expect(audit).not.toHaveBeenCalled();
  });

  test('whom the adapter has in memory is answered without waiting, and as everyone who logs in', async () => {
    const answer = setUp({ kind: 'guest' }, ALICE).ask();
    expect(answer).not.toBeInstanceOf(Promise);
    expect(answer).toEqual(await setUp(ALICE).ask());
  });

  test('who has logged in gets the answer, for no shared cache and no other origin', async () => {
    const { ask, audit } = setUp(ALICE);
    const headers = headersOf(await ask());
    expect(headers).toContainEqual(['cache-control', 'private, no-cache']);
    expect(headers).toContainEqual(['vary', 'Accept, Accept-Encoding, Authorization']);
    expect(headers).toContainEqual(['authentication-info', 'rspauth="x"']);
    expect(headers).toContainEqual(['etag', '"a"']);
    expect(headers.map(([name]) => name)).not.toContain('access-control-allow-origin');
    expect(audit).toHaveBeenCalledWith({
      time: '1970-01-01T00:00:00.000Z',
      adapter: 'docs',
      client: '192.0.2.1',
      user: 'alice',
      outcome: 'authenticated',
    });
  });

  test('what guests may keep for all is for no shared cache here', async () => {
    const { ask, handle } = setUp(ALICE);
    handle.mockReturnValue({ ...PAGE, headers: ['Cache-Control', 'public, max-age=9, immutable'] });
    expect(headersOf(await ask())).toContainEqual(['cache-control', 'private, max-age=9, immutable']);
  });

  test('what is no documentation is not its business', () => {
    const { ask, handle } = setUp({ kind: 'guest' });
    expect(ask({ target: '/library/book' })).toBeNull();
    expect(handle).not.toHaveBeenCalled();
  });
});
