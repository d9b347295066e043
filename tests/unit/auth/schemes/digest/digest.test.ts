import { createSecretKey } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { AdapterOptions, AuthTools, Verification } from '../../../../../src/auth/schemes/contract.ts';
import { type AuthState, StateUnavailable } from '../../../../../src/auth/state/contract.ts';
import { createMemoryState } from '../../../../../src/auth/state/memory.ts';
import { parseAuthParameters, parseChallenges } from '../../../../../src/http/auth-params.ts';
import { formatParameters, hashHex, sentParameters, userSecret } from '../../../../fixtures/auth/digest-client.ts';
import { createServer as createServerUnclosed, htdigestText, type Server, TARGET } from './set-up.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function createServer(options?: Partial<AdapterOptions>, tools?: Partial<AuthTools>): Server {
  const server = createServerUnclosed(options, tools);
  servers.push(server);
  return server;
}

function outcome(verification: Verification): string {
  return verification.kind === 'refused' ? verification.cause : verification.kind;
}

function isStale(verification: Verification): boolean {
  const challenges = verification.kind === 'refused' ? (verification.challenges ?? []) : [];
  return challenges.length > 0 && challenges.every((text) => parseChallenges(text)?.[0]?.parameters.get('stale') === 'true');
}

describe('the challenge', () => {
  test('says realm, nonce, opaque, MD5, qop=auth and UTF-8, and no domain where none is configured', () => {
    const [challenge, ...others] = createServer().verifier.challenges();
    expect(others).toEqual([]);
    expect(challenge).toMatch(/^Digest realm="api", nonce="[\w-]{48}", opaque="[\w-]{22}", algorithm=MD5, qop="auth", charset=UTF-8$/);
  });

  test('lists the domains', () => {
    expect(
      createServer({ digestDomains: ['/library', 'https://api.example.com/billing'] })
        .challenge()
        .get('domain'),
    ).toBe('/library https://api.example.com/billing');
  });

  test('escapes the realm, and sends it as UTF-8', () => {
    const server = createServer({ realm: 'a "b" \\ ü' });
    expect(server.verifier.challenges()[0]).toContain('realm="a \\"b\\" \\\\ \u00c3\u00bc"');
  });

  test('has a new nonce each time and one opaque for all', () => {
    const server = createServer();
    const [first, second] = [server.challenge(), server.challenge()];
    expect(first.get('nonce')).not.toBe(second.get('nonce'));
    expect(first.get('opaque')).toBe(second.get('opaque'));
    expect(createServer().challenge().get('opaque')).toBe(first.get('opaque'));
    expect(createServer({ name: 'partners' }).challenge().get('opaque')).not.toBe(first.get('opaque'));
  });

  test('asks for nothing of the state', () => {
    const server = createServer();
    for (let count = 0; count < 100; count += 1) server.challenge();
    expect(server.asked).toEqual([]);
  });
});

describe('SHA-256, where it has a file', () => {
  test('is offered first, MD5 after it; each is accepted with its own secrets', () => {
    const server = createServer({ htdigestSha256File: 'wanted' });
    expect([0, 1].map((index) => server.challenge(index).get('algorithm'))).toEqual(['SHA-256', 'MD5']);
    expect(outcome(server.logIn({ algorithm: 'SHA-256' }))).toBe('verified');
    expect(outcome(server.logIn({ algorithm: 'MD5' }))).toBe('verified');
    expect(outcome(server.logIn({ algorithm: 'SHA-256', password: 'wrong' }))).toBe('wrong-credentials');
  });

  test('is offered alone where MD5 has no file; no algorithm means MD5 then too', () => {
    const server = createServer({ htdigestSha256File: 'wanted', htdigestFile: null });
    expect(server.verifier.challenges()).toHaveLength(1);
    const parameters = sentParameters(server.hashed({ algorithm: 'SHA-256' }), server.challenge().get('opaque') ?? '');
    expect(outcome(server.verify(formatParameters({ ...parameters, algorithm: null })))).toBe('wrong-credentials');
    expect(outcome(server.verify(formatParameters(parameters)))).toBe('verified');
  });
});

describe('right credentials', () => {
  test('are answered with proof that the server knows the secret', () => {
    const server = createServer();
    const hashed = server.hashed({ cnonce: 'abc' });
    const verification = server.verify(formatParameters(sentParameters(hashed, server.challenge().get('opaque') ?? '')));
    const rspauth = hashHex('MD5', `${userSecret('MD5', hashed)}:${hashed.nonce}:00000001:abc:auth:${hashHex('MD5', `:${TARGET}`)}`);
    expect(verification).toMatchObject({ kind: 'verified', name: 'ada' });
    const [name, value] = verification.kind === 'verified' ? verification.headers : [];
    expect(name).toBe('authentication-info');
    expect(Object.fromEntries(parseAuthParameters(value ?? '') ?? [])).toEqual({ rspauth, qop: 'auth', cnonce: 'abc', nc: '00000001' });
  });

  test('name the user as the file does', () => {
    expect(createServer().logIn({ user: 'Jäsøn', password: 'pässwörd' })).toMatchObject({ kind: 'verified', name: 'Jäsøn' });
  });

  test('of a realm that has to be escaped are accepted', () => {
    const realm = 'a "b" \\ ü';
    const server = createServer({ realm });
    writeFileSync(join(server.folder, 'other'), htdigestText('MD5', [{ user: 'ada', realm, password: 'secret' }]));
    const other = createServer({ realm, htdigestFile: join(server.folder, 'other') });
    const parameters = sentParameters(other.hashed({ realm }), other.challenge().get('opaque') ?? '');
    expect(outcome(other.verify(formatParameters({ ...parameters, realm: '"a \\"b\\" \\\\ \u00c3\u00bc"' })))).toBe('verified');
  });
});

describe('a nonce count', () => {
  const count = (value: number): string => value.toString(16).padStart(8, '0');

  test('is taken once; a replay changes nothing and is answered with a new nonce', () => {
    const server = createServer();
    const { nonce } = server.hashed();
    expect(outcome(server.logIn({ nonce }))).toBe('verified');
    const replay = server.logIn({ nonce });
    expect(outcome(replay)).toBe('replayed');
    expect(isStale(replay)).toBe(true);
    expect(server.asked).not.toContain('recordFailure');
    expect(outcome(server.logIn({ nonce, nc: count(2) }))).toBe('verified');
  });

  test('may come out of order, within 64', () => {
    const server = createServer();
    const { nonce } = server.hashed();
    const outcomes = [70, 8, 69, 7, 6, 8].map((value) => outcome(server.logIn({ nonce, nc: count(value) })));
    expect(outcomes).toEqual(['verified', 'verified', 'verified', 'verified', 'replayed', 'replayed']);
  });

  test('in a wrong digest is not taken, however high', () => {
    const server = createServer();
    const { nonce } = server.hashed();
    expect(outcome(server.logIn({ nonce, nc: 'ffffffff', password: 'wrong' }))).toBe('wrong-credentials');
    expect(outcome(server.logIn({ nonce, nc: 'ffffffff', user: 'nobody' }))).toBe('wrong-credentials');
    expect(server.asked).toEqual(Array(4).fill('recordFailure'));
    expect(outcome(server.logIn({ nonce, nc: count(1) }))).toBe('verified');
  });
});

describe('a nonce', () => {
  test('that is too old is stale, whether it was used or not, in a right digest alone', () => {
    const server = createServer({ nonceTimeoutSeconds: 60 });
    const used = server.hashed().nonce;
    const unused = server.hashed().nonce;
    server.pass(59_999);
    expect(outcome(server.logIn({ nonce: used }))).toBe('verified');
    server.pass(1);
    server.asked.length = 0;
    for (const nonce of [used, unused]) {
      const verification = server.logIn({ nonce, nc: '00000002' });
      expect(outcome(verification)).toBe('stale');
      expect(isStale(verification)).toBe(true);
    }
    expect(server.asked).toEqual([]);
    const wrong = server.logIn({ nonce: used, nc: '00000002', password: 'wrong' });
    expect(outcome(wrong)).toBe('wrong-credentials');
    expect(isStale(wrong)).toBe(false);
  });

  test('of another adapter or realm lets nobody in', () => {
    const other = createServer({ name: 'partners' });
    const server = createServer();
    expect(outcome(server.logIn({ nonce: other.hashed().nonce }))).toBe('stale');
    expect(server.asked).toEqual([]);
  });

  test('of a replica with the same key is accepted, with another key it is stale', () => {
    expect(outcome(createServer().logIn({ nonce: createServer().hashed().nonce }))).toBe('verified');
    const stranger = createServer({}, { nonceKeys: [createSecretKey(Buffer.alloc(32, 8))] });
    expect(outcome(createServer().logIn({ nonce: stranger.hashed().nonce }))).toBe('stale');
  });

  test('of a key that was replaced is accepted while the key is listed', () => {
    const nonceKeys = [createSecretKey(Buffer.alloc(32, 8)), createSecretKey(Buffer.alloc(32, 7))] as const;
    expect(outcome(createServer({}, { nonceKeys }).logIn({ nonce: createServer().hashed().nonce }))).toBe('verified');
  });

  test('that the state has forgotten is stale', () => {
    const state = createMemoryState(() => 1_800_000_001_000);
    expect(outcome(createServer({}, { state }).logIn())).toBe('stale');
  });
});

describe('throttling', () => {
  const throttle = { failures: 3, perSeconds: 60 };

  test('a client that failed too often is answered so, right or wrong, and spends nothing', () => {
    const server = createServer({ throttle });
    const { nonce } = server.hashed();
    for (let failure = 0; failure < 3; failure += 1) expect(outcome(server.logIn({ nonce, password: 'wrong' }))).toBe('wrong-credentials');
    server.asked.length = 0;
    expect(server.logIn({ nonce, password: 'wrong' })).toEqual({ kind: 'throttled', retryAfterSeconds: 60 });
    expect(server.logIn({ nonce })).toEqual({ kind: 'throttled', retryAfterSeconds: 60 });
    expect(server.asked).toEqual([]);
    expect(outcome(server.logIn({ nonce }, { client: '192.0.2.2' }))).toBe('verified');
    server.pass(60_000);
    expect(outcome(server.logIn({ nonce, nc: '00000002' }))).toBe('verified');
  });

  test('a nonce of nobody is no way around it, and a stale one tells a blocked client nothing', () => {
    const server = createServer({ throttle });
    const nonce = 'A'.repeat(48);
    for (let failure = 0; failure < 3; failure += 1) expect(outcome(server.logIn({ nonce, password: 'wrong' }))).toBe('wrong-credentials');
    expect(outcome(server.logIn({ nonce }))).toBe('throttled');
  });

  test('what is malformed, stale or replayed is no failure', () => {
    const server = createServer({ throttle: { failures: 1, perSeconds: 60 }, nonceTimeoutSeconds: 60 });
    const { nonce } = server.hashed();
    server.verify('username="ada"');
    server.logIn({ nonce });
    server.logIn({ nonce });
    server.pass(60_000);
    server.logIn({ nonce });
    expect(outcome(server.logIn())).toBe('verified');
  });
});

describe('a shared state', () => {
  const asynchronous = (state: AuthState): AuthState => ({
    spendNonceCount: async (use) => state.spendNonceCount(use),
    secondsBlocked: async (key, limits) => state.secondsBlocked(key, limits),
    recordFailure: async (key, limits) => state.recordFailure(key, limits),
    close: () => state.close(),
  });

  test('gives the same answers', async () => {
    const server = createServer({ throttle: { failures: 1, perSeconds: 60 } }, { state: asynchronous(createMemoryState(() => 1_800_000_000_000)) });
    const { nonce } = server.hashed();
    const logIn = async (changes: Parameters<Server['hashed']>[0]): Promise<string> => {
      const text = formatParameters(sentParameters(server.hashed({ nonce, ...changes }), server.challenge().get('opaque') ?? ''));
      return outcome(await server.verifier.verify({ method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1' }, text));
    };
    expect(await logIn({})).toBe('verified');
    expect(await logIn({})).toBe('replayed');
    expect(await logIn({ nc: '00000002', password: 'wrong' })).toBe('wrong-credentials');
    expect(await logIn({ nc: '00000003' })).toBe('throttled');
    expect(await logIn({ nc: '00000003', password: 'wrong' })).toBe('throttled');
  });

  const down = (): never => {
    throw new StateUnavailable('the shared store is not connected');
  };
  const broken = { spendNonceCount: down, secondsBlocked: down, recordFailure: down, close: async () => {} };

  test.each([
    ['throws', broken],
    ['rejects', asynchronous(broken)],
    [
      'rejects when it is to spend',
      { ...asynchronous(createMemoryState(() => 1_800_000_000_000)), spendNonceCount: async () => down(), recordFailure: async () => down() },
    ],
    ['throws when it is to spend', { ...asynchronous(createMemoryState(() => 1_800_000_000_000)), spendNonceCount: down, recordFailure: down }],
  ])('that %s lets nobody in', async (_, state) => {
    const server = createServer({}, { state });
    for (const password of ['secret', 'wrong']) {
      const text = formatParameters(sentParameters(server.hashed({ password }), server.challenge().get('opaque') ?? ''));
      const verification = await server.verifier.verify({ method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1' }, text);
      expect(verification).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
    }
  });
});

describe('the file', () => {
  test('missing or never named: closed, with the reason, and nobody is let in', () => {
    const missing = createServer({ htdigestFile: '/nowhere/htdigest' });
    expect(missing.verifier.health()).toMatchObject({ kind: 'closed', reason: expect.stringContaining('/nowhere/htdigest') });
    expect(outcome(missing.logIn())).toBe('unavailable');
    const unnamed = createServer({ htdigestFile: null });
    expect(unnamed.verifier.health()).toMatchObject({ kind: 'closed', reason: expect.stringContaining('htdigest') });
    expect(outcome(unnamed.verify('username="ada"'))).toBe('unavailable');
  });

  test('of one algorithm missing closes the adapter', () => {
    const server = createServer({ htdigestSha256File: 'wanted', htdigestFile: '/nowhere/htdigest' });
    expect(server.verifier.health().kind).toBe('closed');
    expect(outcome(server.logIn({ algorithm: 'SHA-256' }))).toBe('unavailable');
  });

  test('changed: a user who was taken out is refused, one who was put in is let in', async () => {
    const server = createServer();
    expect(outcome(server.logIn())).toBe('verified');
    const written = join(server.folder, 'new');
    writeFileSync(written, htdigestText('MD5', [{ user: 'grace', realm: 'api', password: 'secret' }]));
    renameSync(written, join(server.folder, 'htdigest'));
    await expect.poll(() => outcome(server.logIn({ user: 'grace' })), { timeout: 4000 }).toBe('verified');
    expect(outcome(server.logIn())).toBe('wrong-credentials');
    rmSync(join(server.folder, 'htdigest'));
    await expect.poll(() => outcome(server.logIn({ user: 'grace' })), { timeout: 4000 }).toBe('unavailable');
  });
});

describe('hostile input', () => {
  test('one changed character in any parameter is refused', () => {
    const server = createServer({ throttle: { failures: 0, perSeconds: 60 } });
    const hashed = server.hashed();
    const sent = sentParameters(hashed, server.challenge().get('opaque') ?? '');
    const bound = Object.keys(sent).filter((name) => !['algorithm'].includes(name));
    fc.assert(
      fc.property(fc.constantFrom(...bound), fc.nat(), fc.integer({ min: 0x21, max: 0x7e }), (name, position, code) => {
        const value = sent[name] ?? '';
        const isQuoted = value.startsWith('"');
        const at = (isQuoted ? 1 : 0) + (position % (value.length - (isQuoted ? 2 : 0)));
        const character = String.fromCharCode(code);
        fc.pre(character !== value[at] && !(name === 'qop' && character === '"'));
        const changed = value.slice(0, at) + character + value.slice(at + 1);
        expect(outcome(server.verify(formatParameters({ ...sent, [name]: changed })))).not.toBe('verified');
      }),
      { numRuns: 5000 },
    );
    expect(server.asked).not.toContain('spendNonceCount');
    expect(outcome(server.verify(formatParameters(sent)))).toBe('verified');
  });

  test('any text is answered without an exception, and lets nobody in', () => {
    const server = createServer({ throttle: { failures: 0, perSeconds: 60 } });
    const piece = fc.constantFrom(
      'username',
      'realm="api"',
      'nonce',
      'uri="/library/book?page=2"',
      'response',
      'nc=00000001',
      'qop=auth',
      'cnonce="a"',
      '=',
      '"',
      '\\',
      ',',
      ' ',
      '\0',
      '\u00e4',
      '\u{1f600}',
      'A'.repeat(48),
      '0'.repeat(32),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.string({ unit: 'binary' }), (pieces, target) => {
        expect(outcome(server.verify(pieces.join(''), { target }))).not.toBe('verified');
        expect(outcome(server.verify(`uri="${target}", ${pieces.join('')}`, { target }))).not.toBe('verified');
      }),
      { numRuns: 2000 },
    );
  });

  test('what unknown users are compared with lets nobody in', () => {
    const server = createServer({}, { randomBytes: (count) => Buffer.alloc(count) });
    const hashed = server.hashed({ user: 'nobody' });
    const response = hashHex('MD5', `${'0'.repeat(32)}:${hashed.nonce}:00000001:${hashed.cnonce}:auth:${hashHex('MD5', `GET:${TARGET}`)}`);
    const parameters = sentParameters(hashed, server.challenge().get('opaque') ?? '');
    expect(outcome(server.verify(formatParameters({ ...parameters, response: `"${response}"` })))).toBe('wrong-credentials');
  });

  test('nobody outside the file is let in, and no secret is in a header or a log', () => {
    const logged: string[] = [];
    const server = createServer({ throttle: { failures: 0, perSeconds: 60 } }, { log: (message) => void logged.push(message) });
    const verification = server.logIn();
    for (const secret of ['secret', userSecret('MD5', server.hashed())])
      expect(JSON.stringify([verification, server.verifier.challenges(), logged])).not.toContain(secret);
    fc.assert(
      fc.property(fc.string(), fc.string(), (user, password) => {
        fc.pre(user !== 'ada' && user !== 'Jäsøn');
        expect(outcome(server.logIn({ user, password }))).not.toBe('verified');
      }),
    );
  });
});
