import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SiteLogIn } from '../../../src/presentation/page-data/site.ts';
import { type Grant, Provider } from '../../../src/trying/oauth.ts';
import { LogInError, type LogInTools } from '../../../src/trying/provider-request.ts';

const ISSUER = 'https://login.example.com';
const METADATA_URL = `${ISSUER}/.well-known/openid-configuration`;
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth?tenant=1`,
  token_endpoint: `${ISSUER}/token`,
  device_authorization_endpoint: `${ISSUER}/device`,
  revocation_endpoint: `${ISSUER}/revoke`,
  authorization_response_iss_parameter_supported: true,
};
const ADDRESS = 'https://docs.example.com/api/platform/documentation.log-in';
const OPEN_ID: SiteLogIn = {
  scheme: 'shop',
  origins: [ISSUER],
  isViaServer: false,
  isOpenId: true,
  metadataUrl: METADATA_URL,
  flows: {},
};
const PLAIN: SiteLogIn = {
  ...{ scheme: 'shop', origins: [ISSUER], isViaServer: false, isOpenId: false },
  flows: {
    authorizationCode: {
      authorizationUrl: `${ISSUER}/auth`,
      tokenUrl: `${ISSUER}/token`,
      refreshUrl: `${ISSUER}/refresh`,
      scopes: { 'orders:read': 'Read' },
    },
    clientCredentials: { tokenUrl: `${ISSUER}/token`, scopes: {} },
    implicit: { authorizationUrl: `${ISSUER}/auth`, scopes: {} },
  },
};
const PUBLIC = { id: 'console', secret: '' };
const TOKEN = { access_token: 'issued', token_type: 'Bearer' };
const NEVER = new AbortController().signal;

interface Sent {
  readonly line: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Tools of a page whose provider gives these answers, and what the page has sent. */
function page(answers: Readonly<Record<string, readonly unknown[]>>): {
  tools: LogInTools;
  sent: Sent[];
  time: { now: number };
} {
  const sent: Sent[] = [];
  const time = { now: 0 };
  let random = 0;
  const left = new Map(Object.entries(answers).map(([path, bodies]) => [path, [...bodies]]));
  const tools: LogInTools = {
    fetch: async (...asked) => {
      const request = new Request(...asked);
      const { pathname, href } = new URL(request.url);
      sent.push({ line: `${request.method} ${href}`, headers: request.headers, body: await request.text() });
      if (pathname === '/.well-known/openid-configuration') return Response.json(answers[pathname]?.[0] ?? METADATA);
      const body = left.get(pathname)?.shift();
      if (body === undefined) throw new TypeError('network');
      return body instanceof Response ? body : Response.json(body);
    },
    now: () => time.now,
    random: () => {
      random += 1;
      return `random-${random}-${'x'.repeat(43)}`;
    },
    wait: async (milliseconds) => {
      time.now += milliseconds;
    },
    address: ADDRESS,
  };
  return { tools, sent, time };
}

const failure = (error: unknown): unknown => (error instanceof LogInError ? [error.key, error.detail] : error);
const failed = (result: Promise<unknown>): Promise<unknown> => result.then((value) => value, failure);
const refusedAs = (status: number, body: object): Response => Response.json(body, { status });

const OWN = { iss: ISSUER, aud: 'console' };

/** An ID token, whose signature is of no importance: it comes from the provider itself. */
const idToken = (claims: object): string => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

describe('an authorization code', () => {
  test('is asked for with PKCE, a state and, with openid, a nonce; the address keeps its own query', async () => {
    const { tools } = page({});
    const provider = await Provider.of(OPEN_ID, tools);
    const { url, verifier } = await provider.begin(PUBLIC, ['openid', 'orders:read']);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      tenant: '1',
      response_type: 'code',
      client_id: 'console',
      redirect_uri: ADDRESS,
      scope: 'openid orders:read',
      state: expect.stringContaining('random-1'),
      nonce: expect.stringContaining('random-3'),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(url).not.toContain(verifier);
    expect((await provider.begin(PUBLIC, [])).url).not.toMatch(/nonce|scope/);
  });

  test('comes in the fragment where the provider can, which no server reads', async () => {
    const { tools } = page({
      '/.well-known/openid-configuration': [{ ...METADATA, response_modes_supported: ['fragment'] }],
    });
    const { url } = await (await Provider.of(OPEN_ID, tools)).begin(PUBLIC, []);
    expect(new URL(url).searchParams.get('response_mode')).toBe('fragment');
  });

  test('becomes a token with its verifier; the request has no other log-in', async () => {
    const { tools, sent } = page({
      '/token': [{ ...TOKEN, expires_in: '60', scope: 'orders:read', refresh_token: 'again' }],
    });
    const provider = await Provider.of(PLAIN, tools);
    const attempt = await provider.begin(PUBLIC, ['orders:read', 'orders:write']);
    const grant = await provider.finish(attempt, `code=a%2Bb&state=${attempt.state}`);
    expect(grant).toMatchObject({ token: 'issued', expiresAt: 60_000, scopes: ['orders:read'], refreshToken: 'again' });
    expect(sent.map(({ line }) => line)).toEqual([`POST ${ISSUER}/token`]);
    expect(sent[0]?.headers.get('authorization')).toBeNull();
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'a+b',
      redirect_uri: ADDRESS,
      code_verifier: attempt.verifier,
      client_id: 'console',
    });
  });

  test.each<readonly [string, (state: string) => string, unknown]>([
    ['another state', () => 'code=a&state=other&iss=https://login.example.com', ['answer', '']],
    ['no state', () => 'code=a&iss=https://login.example.com', ['answer', '']],
    ['two states', (state) => `code=a&state=${state}&state=${state}&iss=${ISSUER}`, ['answer', '']],
    ['two codes', (state) => `code=a&code=b&state=${state}&iss=${ISSUER}`, ['answer', '']],
    ['another issuer', (state) => `code=a&state=${state}&iss=https://evil.example`, ['issuer', 'https://evil.example']],
    ['no issuer, though it is announced', (state) => `code=a&state=${state}`, ['issuer', '']],
    ['an error', (state) => `error=access_denied&state=${state}&iss=${ISSUER}`, ['refused', 'access_denied']],
    [
      'an error with words',
      (state) => `error=invalid_scope&error_description=no+such+scope&state=${state}&iss=${ISSUER}`,
      ['refused', 'invalid_scope: no such scope'],
    ],
    ['nothing', (state) => `state=${state}&iss=${ISSUER}`, ['refused', '']],
  ])('with %s, nothing is asked for', async (_, answer, expected) => {
    const { tools, sent } = page({ '/token': [TOKEN] });
    const provider = await Provider.of(OPEN_ID, tools);
    const attempt = await provider.begin(PUBLIC, ['openid']);
    expect(await failed(provider.finish(attempt, answer(attempt.state)))).toEqual(expected);
    expect(sent.map(({ line }) => line)).toEqual([`GET ${METADATA_URL}`]);
  });

  test.each([
    ['its nonce', (nonce: string | null) => idToken({ ...OWN, nonce }), 'issued'],
    [
      'its nonce, for several clients',
      (nonce: string | null) => idToken({ ...OWN, aud: ['a', 'console'], nonce }),
      'issued',
    ],
    ['another nonce', () => idToken({ ...OWN, nonce: 'other' }), ['answer', '']],
    ['another provider', (nonce: string | null) => idToken({ ...OWN, iss: `${ISSUER}/other`, nonce }), ['answer', '']],
    ['another client', (nonce: string | null) => idToken({ ...OWN, aud: 'other', nonce }), ['answer', '']],
    ['no claims', () => 'damaged', ['answer', '']],
    ['no text', () => undefined, ['answer', '']],
  ])('with an ID token that has %s', async (_, made, expected) => {
    const answers = { '/token': [{ ...TOKEN, id_token: '' }] };
    const { tools } = page(answers);
    const provider = await Provider.of(OPEN_ID, {
      ...tools,
      fetch: (...asked) =>
        asked[1]?.method === 'POST'
          ? Promise.resolve(Response.json({ ...TOKEN, id_token: token }))
          : tools.fetch(...asked),
    });
    const attempt = await provider.begin(PUBLIC, ['openid']);
    const token = made(attempt.nonce);
    const grant = await failed(provider.finish(attempt, `code=a&state=${attempt.state}&iss=${ISSUER}`));
    expect(Array.isArray(grant) ? grant : (grant as Grant).token).toEqual(expected);
  });
});

test('a log-in whose openid is not granted has no ID token', async () => {
  const { tools } = page({ '/token': [{ ...TOKEN, scope: 'orders:read' }] });
  const provider = await Provider.of(OPEN_ID, tools);
  const attempt = await provider.begin(PUBLIC, ['openid', 'orders:read']);
  const grant = await provider.finish(attempt, `code=a&state=${attempt.state}&iss=${ISSUER}`);
  expect(grant).toMatchObject({ token: 'issued', scopes: ['orders:read'] });
});

test.each([
  [ISSUER, 'issued'],
  [`${ISSUER}/tenant`, 'issued'],
  ['https://honest.example', ['issuer', 'https://honest.example']],
])('without metadata, an answer of %s', async (issuer, expected) => {
  const { tools } = page({ '/token': [TOKEN] });
  const provider = await Provider.of(PLAIN, tools);
  const attempt = await provider.begin(PUBLIC, []);
  const grant = await failed(provider.finish(attempt, `code=a&state=${attempt.state}&iss=${issuer}`));
  expect(Array.isArray(grant) ? grant : (grant as Grant).token).toEqual(expected);
});

test('addresses in metadata come before those of the descriptor', async () => {
  const { tools, sent } = page({ '/token': [TOKEN] });
  const elsewhere = `${ISSUER}/of-another-tenant`;
  const flow = { authorizationUrl: elsewhere, tokenUrl: elsewhere, refreshUrl: elsewhere, scopes: {} };
  const provider = await Provider.of({ ...OPEN_ID, flows: { authorizationCode: flow } }, tools);
  expect((await provider.begin(PUBLIC, [])).url).toMatch(/^https:\/\/login\.example\.com\/auth\?/);
  const grant: Grant = {
    ...{ token: 'old', expiresAt: 0, refreshToken: 'again', scopes: [] },
    ...{ flow: 'authorizationCode', client: PUBLIC },
  };
  await provider.renewed(grant);
  expect(sent.at(-1)?.line).toBe(`POST ${ISSUER}/token`);
});

describe('the provider', () => {
  test.each([
    ['https://login.example.com/.well-known/openid-configuration', 'https://login.example.com', true],
    ['https://login.example.com/a/.well-known/openid-configuration', 'https://login.example.com/a', true],
    ['https://login.example.com/.well-known/oauth-authorization-server/a', 'https://login.example.com/a', true],
    ['https://login.example.com/.well-known/openid-configuration', 'https://login.example.com/a', false],
    ['https://LOGIN.example.com:443/.well-known/openid-configuration', 'https://login.example.com/', true],
    ['https://login.example.com/A/.well-known/openid-configuration', 'https://login.example.com/a', false],
    ['https://login.example.com/.well-known/openid-configuration', 'https://login.example.com/?a', false],
    ['https://login.example.com/.well-known/openid-configuration', 'https://login.example.com/#a', false],
    ['https://login.example.com/.well-known/openid-configuration', 'https://a@login.example.com/', false],
    ['https://login.example.com/.well-known/openid-configuration', 'https://evil.example', false],
    ['https://login.example.com/.well-known/openid-configuration', undefined, false],
  ])('with metadata at %s is %s: %j', async (metadataUrl, issuer, isRight) => {
    const { tools } = page({});
    const answering = { ...tools, fetch: async () => Response.json({ ...METADATA, issuer }) };
    const result = await failed(Provider.of({ ...OPEN_ID, metadataUrl }, answering));
    expect(result instanceof Provider).toBe(isRight);
  });

  test.each<readonly [string, SiteLogIn, object, readonly string[]]>([
    [
      'what the descriptor describes, and never the implicit flow',
      PLAIN,
      {},
      ['authorizationCode', 'clientCredentials'],
    ],
    ['what the metadata name', OPEN_ID, METADATA, ['authorizationCode', 'deviceAuthorization']],
    [
      'log-ins of clients where the metadata name them',
      OPEN_ID,
      { ...METADATA, grant_types_supported: ['client_credentials'] },
      ['authorizationCode', 'deviceAuthorization', 'clientCredentials'],
    ],
    [
      'no code without the proof that pages make',
      OPEN_ID,
      { ...METADATA, code_challenge_methods_supported: ['plain'] },
      ['deviceAuthorization'],
    ],
    ['nothing at another origin', OPEN_ID, { ...METADATA, token_endpoint: 'https://evil.example/token' }, []],
    [
      'nothing at an address that is none',
      OPEN_ID,
      { ...METADATA, authorization_endpoint: 'javascript:alert(1)', device_authorization_endpoint: '/device' },
      [],
    ],
  ])('offers %s', async (_, logIn, metadata, expected) => {
    const { tools } = page({ '/.well-known/openid-configuration': [metadata] });
    expect((await Provider.of(logIn, tools)).flows).toEqual(expected);
  });

  test.each([
    ['no bearer token', { ...TOKEN, token_type: 'DPoP' }, ['answer', '']],
    ['a token that no field can hold', { ...TOKEN, access_token: 'a\nb' }, ['refused', '']],
    ['an error with the status 200', { error: 'bad_code' }, ['refused', 'bad_code']],
    ['an error', refusedAs(400, { error: 'invalid_client' }), ['refused', 'invalid_client']],
    ['no JSON', new Response('<p>', { status: 502 }), ['refused', '502']],
  ])('that answers %s has given none', async (_, answer, expected) => {
    const { tools } = page({ '/token': [answer] });
    expect(await failed((await Provider.of(PLAIN, tools)).grantForClient(PUBLIC, []))).toEqual(expected);
  });

  test('that cannot be reached is named without its path', async () => {
    expect(await failed((await Provider.of(PLAIN, page({}).tools)).grantForClient(PUBLIC, []))).toEqual([
      'unreachable',
      ISSUER,
    ]);
  });
});

describe('a client with a secret', () => {
  test.each([
    [undefined, 'Basic bWElM0FjaGluZTpwJTI2cw==', 'grant_type=client_credentials&scope=a+b'],
    [['client_secret_post'], null, 'grant_type=client_credentials&scope=a+b&client_id=ma%3Achine&client_secret=p%26s'],
  ])('of a provider that takes %j', async (ways, authorization, body) => {
    const metadata = { ...METADATA, ...(ways && { token_endpoint_auth_methods_supported: ways }) };
    const { tools, sent } = page({ '/.well-known/openid-configuration': [metadata], '/token': [TOKEN] });
    const provider = await Provider.of(OPEN_ID, tools);
    await provider.grantForClient({ id: 'ma:chine', secret: 'p&s' }, ['a', 'b']);
    expect([sent[1]?.headers.get('authorization') ?? null, sent[1]?.body]).toEqual([authorization, body]);
  });
});

const DEVICE = { user_code: 'ABCD', device_code: 'device', verification_uri: `${ISSUER}/enter` };

describe('a log-in on another device', () => {
  const BEGUN = {
    user_code: 'ABCD',
    device_code: 'device',
    verification_uri: `${ISSUER}/enter`,
    expires_in: 60,
    interval: 2,
  };
  const pending = refusedAs.bind(null, 400);

  test('waits as long as the provider asks for', async () => {
    const { tools, time } = page({
      '/device': [BEGUN],
      '/token': [pending({ error: 'authorization_pending' }), pending({ error: 'slow_down' }), TOKEN],
    });
    const shown: unknown[] = [];
    const provider = await Provider.of(OPEN_ID, tools);
    const grant = await provider.grantForDevice(PUBLIC, [], (...code) => shown.push(code), NEVER);
    expect([grant.token, time.now, shown]).toEqual(['issued', 11_000, [['ABCD', new URL(`${ISSUER}/enter`)]]]);
  });

  test('shows an address as programs read it', async () => {
    const uri = 'https://LOGIN.ex\u0430mple.com/\u202e';
    const { tools } = page({ '/device': [{ ...BEGUN, verification_uri: uri }], '/token': [TOKEN] });
    const shown: string[] = [];
    const provider = await Provider.of(OPEN_ID, tools);
    await provider.grantForDevice(PUBLIC, [], (_, { href }) => shown.push(href), NEVER);
    expect(shown).toEqual([expect.stringMatching(/^https:\/\/login\.xn--[\x21-\x7e]+$/)]);
  });

  test('asks no more once it is cancelled, though it was while the provider answered', async () => {
    const cancelled = new AbortController();
    const { tools, sent } = page({
      '/device': [BEGUN],
      '/token': [pending({ error: 'authorization_pending' }), TOKEN],
    });
    const answering: LogInTools = {
      ...tools,
      fetch: (...asked) => {
        if (String(asked[0]).endsWith('/token')) cancelled.abort(new Error('cancelled'));
        return tools.fetch(...asked);
      },
    };
    const provider = await Provider.of(OPEN_ID, answering);
    await expect(provider.grantForDevice(PUBLIC, [], () => undefined, cancelled.signal)).rejects.toThrow('cancelled');
    expect(sent.filter(({ line }) => line.endsWith('/token'))).toHaveLength(1);
  });

  test.each([
    ['the descriptor, without its secret', { metadataUrl: undefined }, 'client_id=machine', null],
    ['metadata, with its secret', {}, '', 'Basic bWFjaGluZTpz'],
  ])('of a client asks at the address of %s', async (_, more, body, authorization) => {
    const { tools, sent } = page({ '/device': [BEGUN], '/token': [TOKEN] });
    const flow = { deviceAuthorizationUrl: `${ISSUER}/device`, tokenUrl: `${ISSUER}/token`, scopes: {} };
    const { metadataUrl: _url, ...logIn } = { ...OPEN_ID, flows: { deviceAuthorization: flow }, ...more };
    const provider = await Provider.of('metadataUrl' in more ? logIn : OPEN_ID, tools);
    await provider.grantForDevice({ id: 'machine', secret: 's' }, [], () => undefined, NEVER);
    const asked = sent.find(({ line }) => line.endsWith('/device'));
    expect([asked?.body, asked?.headers.get('authorization')]).toEqual([body, authorization]);
    expect(sent.at(-1)?.headers.get('authorization')).toBe('Basic bWFjaGluZTpz');
  });

  test.each([
    ['refused', BEGUN, pending({ error: 'access_denied' }), ['refused', 'access_denied']],
    ['too late', { ...BEGUN, expires_in: 1 }, pending({ error: 'authorization_pending' }), ['late', '']],
    ['at no address', { ...BEGUN, verification_uri: 'javascript:alert(1)' }, TOKEN, ['answer', '']],
    ['at an address that all can change', { ...BEGUN, verification_uri: 'http://b.example/' }, TOKEN, ['answer', '']],
    ['without a code', { ...BEGUN, user_code: undefined }, TOKEN, ['answer', '']],
    [
      'at an address with a password',
      { ...BEGUN, verification_uri: 'https://:login.example.com@b.example/' },
      TOKEN,
      ['answer', ''],
    ],
    [
      'at an address that looks like another',
      { ...BEGUN, verification_uri: 'https://login.example.com@b.example/' },
      TOKEN,
      ['answer', ''],
    ],
  ])('that is %s gives no token', async (_, begun, answer, expected) => {
    const { tools } = page({ '/device': [begun], '/token': [answer] });
    const provider = await Provider.of(OPEN_ID, tools);
    expect(await failed(provider.grantForDevice(PUBLIC, [], () => undefined, NEVER))).toEqual(expected);
  });
});

test.each([
  [0, 60, 60],
  [-1, 60, 12],
  [3_000_000, 900, 15],
  [5, 1e8, 360],
])('with a pause of %s s, and %s s in all, a page asks %s times', async (interval, seconds, times) => {
  const { tools, sent } = page({
    '/device': [{ ...DEVICE, interval, expires_in: seconds }],
    '/token': Array.from({ length: times + 1 }, () => refusedAs(400, { error: 'authorization_pending' })),
  });
  const provider = await Provider.of(OPEN_ID, tools);
  expect(await failed(provider.grantForDevice(PUBLIC, [], () => undefined, NEVER))).toEqual(['late', '']);
  expect(sent.filter(({ line }) => line.endsWith('/token'))).toHaveLength(times);
});

test('a page that asks too often waits longer', async () => {
  const { tools, time } = page({ '/device': [DEVICE], '/token': [refusedAs(429, { detail: 'too often' }), TOKEN] });
  const provider = await Provider.of(OPEN_ID, tools);
  expect((await provider.grantForDevice(PUBLIC, [], () => undefined, NEVER)).token).toBe('issued');
  expect(time.now).toBe(15_000);
});

describe('a token', () => {
  const GRANT: Grant = {
    ...{ token: 'old', expiresAt: 60_000, refreshToken: 'again', scopes: ['a'] },
    ...{ flow: 'authorizationCode', client: PUBLIC },
  };

  test('is renewed shortly before its end, where the descriptor says', async () => {
    const { tools, sent, time } = page({ '/refresh': [TOKEN] });
    const provider = await Provider.of(PLAIN, tools);
    expect(await provider.renewed(GRANT)).toBe(GRANT);
    time.now = 56_000;
    expect(await provider.renewed(GRANT)).toMatchObject({ token: 'issued', refreshToken: 'again', scopes: ['a'] });
    expect(sent.map(({ line, body }) => `${line} ${body}`)).toEqual([
      `POST ${ISSUER}/refresh grant_type=refresh_token&refresh_token=again&client_id=console`,
    ]);
  });

  test.each([
    ['there is no refresh token', { refreshToken: null }],
    ['the provider refuses it', {}],
  ])('ends where %s', async (_, change) => {
    const { tools, time } = page({ '/refresh': [refusedAs(400, { error: 'invalid_grant' })] });
    time.now = 60_000;
    expect(await (await Provider.of(PLAIN, tools)).renewed({ ...GRANT, ...change })).toBeNull();
  });

  test('is ended at the provider, with the one that renews it', async () => {
    const { tools, sent } = page({ '/revoke': [{}, {}] });
    expect(await (await Provider.of(OPEN_ID, tools)).revoke(GRANT)).toBe(true);
    expect(
      sent
        .slice(1)
        .map(({ line, body }) => `${line} ${body}`)
        .sort(),
    ).toEqual([
      `POST ${ISSUER}/revoke token=again&client_id=console`,
      `POST ${ISSUER}/revoke token=old&client_id=console`,
    ]);
  });
});

test('the page learns that a provider does not end a token', async () => {
  const { tools } = page({ '/revoke': [refusedAs(400, { error: 'unsupported_token_type' })] });
  const grant = {
    ...{ token: 'old', expiresAt: null, refreshToken: null, scopes: [] },
    ...{ flow: 'clientCredentials' as const, client: PUBLIC },
  };
  expect(await (await Provider.of(OPEN_ID, tools)).revoke(grant)).toBe(false);
});

test('through the server of the site, the page asks nothing else', async () => {
  const { tools, sent } = page({ '/api/platform/documentation.log-in': [METADATA, TOKEN] });
  const provider = await Provider.of({ ...OPEN_ID, isViaServer: true }, tools);
  await provider.grantForClient({ id: 'machine', secret: 's' }, []);
  expect(sent.map(({ line }) => line)).toEqual([`POST ${ADDRESS}`, `POST ${ADDRESS}`]);
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { url: METADATA_URL, form: null, authorization: null },
    { url: `${ISSUER}/token`, form: 'grant_type=client_credentials', authorization: 'Basic bWFjaGluZTpz' },
  ]);
});
