import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AuthState, StateUnavailable } from '../../../../../src/auth/state/contract.ts';
import { createMemoryState } from '../../../../../src/auth/state/memory.ts';
import { formatParameters, hashHex, sentParameters, userSecret } from '../../../../fixtures/auth/digest-client.ts';
import { caseCount } from '../../../../tooling/case-count.ts';
import { closeServersAfterwards, htdigestText, openServer, outcome, type Server, TARGET } from './set-up.ts';

closeServersAfterwards();

describe('throttling', () => {
  const throttle = { failures: 3, perSeconds: 60 };

  test('a client that failed too often is answered so, right or wrong, and spends nothing', async () => {
    const server = openServer({ throttle });
    const { nonce } = server.hashed();
    for (let failure = 0; failure < 3; failure += 1)
      expect(await outcome(server.logIn({ nonce, password: 'wrong' }))).toBe('wrong-credentials');
    server.asked.length = 0;
    expect(await server.logIn({ nonce, password: 'wrong' })).toEqual({ kind: 'throttled', retryAfterSeconds: 60 });
    expect(await server.logIn({ nonce })).toEqual({ kind: 'throttled', retryAfterSeconds: 60 });
    expect(server.asked).toEqual([]);
    expect(await outcome(server.logIn({ nonce }, { client: '192.0.2.2' }))).toBe('authenticated');
    server.pass(60_000);
    expect(await outcome(server.logIn({ nonce, nc: '00000002' }))).toBe('authenticated');
  });

  test('an unknown nonce is no way around it, and a stale one reveals nothing to a blocked client', async () => {
    const server = openServer({ throttle });
    const nonce = 'A'.repeat(48);
    for (let failure = 0; failure < 3; failure += 1)
      expect(await outcome(server.logIn({ nonce, password: 'wrong' }))).toBe('wrong-credentials');
    expect(await outcome(server.logIn({ nonce }))).toBe('throttled');
  });

  test('what is malformed, stale or replayed is no failure', async () => {
    const server = openServer({ throttle: { failures: 1, perSeconds: 60 }, nonce_timeout: 60 });
    const { nonce } = server.hashed();
    await server.verify('username="ada"');
    await server.logIn({ nonce });
    await server.logIn({ nonce });
    server.pass(60_000);
    await server.logIn({ nonce });
    expect(await outcome(server.logIn())).toBe('authenticated');
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
    const server = openServer(
      { throttle: { failures: 1, perSeconds: 60 } },
      { state: asynchronous(createMemoryState(() => 1_800_000_000_000)) },
    );
    const { nonce } = server.hashed();
    const logIn = async (changes: Parameters<Server['hashed']>[0]): Promise<string> => {
      const text = formatParameters(
        sentParameters(server.hashed({ nonce, ...changes }), server.challenge().get('opaque') ?? ''),
      );
      return outcome(
        server.verifier.verify({ method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1' }, text),
      );
    };
    expect(await logIn({})).toBe('authenticated');
    expect(await logIn({})).toBe('replayed');
    expect(await logIn({ nc: '00000002', password: 'wrong' })).toBe('wrong-credentials');
    expect(await logIn({ nc: '00000003' })).toBe('throttled');
    expect(await logIn({ nc: '00000003', password: 'wrong' })).toBe('throttled');
  });

  test('reveals no more of many guesses at a time than the limit allows', async () => {
    const server = openServer(
      { throttle: { failures: 3, perSeconds: 60 } },
      { state: asynchronous(createMemoryState(() => 1_800_000_000_000)) },
    );
    const { nonce } = server.hashed();
    const passwords = [...Array.from({ length: 20 }, (_, index) => `wrong ${index}`), 'secret'];
    const outcomes = await Promise.all(
      passwords.map(async (password) => {
        const text = formatParameters(
          sentParameters(server.hashed({ nonce, password }), server.challenge().get('opaque') ?? ''),
        );
        return outcome(
          server.verifier.verify({ method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1' }, text),
        );
      }),
    );
    expect(outcomes).toEqual([...Array(3).fill('wrong-credentials'), ...Array(18).fill('throttled')]);
  });

  test.each([
    ['blocked before', 7, 0],
    ['beyond the limit with this one', 0, 7],
  ])('that says a client is %s has it wait', async (_, blocked, beyond) => {
    const state: AuthState = {
      ...asynchronous(createMemoryState(() => 1_800_000_000_000)),
      secondsBlocked: async () => blocked,
      recordFailure: async (key) => (key.includes('|user|') ? 0 : beyond),
    };
    const server = openServer({}, { state });
    const text = formatParameters(
      sentParameters(server.hashed({ password: 'wrong' }), server.challenge().get('opaque') ?? ''),
    );
    const verification = await server.verifier.verify(
      { method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1' },
      text,
    );
    expect(verification).toEqual({ kind: 'throttled', retryAfterSeconds: 7 });
    server.close();
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
      {
        ...asynchronous(createMemoryState(() => 1_800_000_000_000)),
        spendNonceCount: async () => down(),
        recordFailure: async () => down(),
      },
    ],
    [
      'throws when it is to spend',
      { ...asynchronous(createMemoryState(() => 1_800_000_000_000)), spendNonceCount: down, recordFailure: down },
    ],
  ])('that %s admits no client', async (_, state) => {
    const server = openServer({}, { state });
    for (const password of ['secret', 'wrong']) {
      const text = formatParameters(
        sentParameters(server.hashed({ password }), server.challenge().get('opaque') ?? ''),
      );
      const verification = await server.verifier.verify(
        { method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1' },
        text,
      );
      expect(verification).toMatchObject({
        kind: 'unavailable',
        retryAfterSeconds: 5,
        reason: 'adapter staff: the shared store is not connected',
      });
    }
  });

  test('with a fault of its own is no answer: it is thrown', async () => {
    const fault = (): never => {
      throw new TypeError('fault');
    };
    const faulty = { spendNonceCount: fault, secondsBlocked: fault, recordFailure: fault, close: async () => {} };
    await expect(openServer({}, { state: faulty }).logIn()).rejects.toThrow(TypeError);
    const server = openServer({}, { state: asynchronous(faulty) });
    const text = formatParameters(sentParameters(server.hashed(), server.challenge().get('opaque') ?? ''));
    await expect(
      server.verifier.verify({ method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1' }, text),
    ).rejects.toThrow(TypeError);
  });
});

describe('the file', () => {
  test('missing or never named: closed, with the reason, and no client is admitted', async () => {
    const missing = openServer({ htdigest: '/nowhere/htdigest' });
    expect(missing.verifier.health()).toMatchObject({
      kind: 'closed',
      reason: expect.stringContaining('/nowhere/htdigest'),
    });
    expect(await outcome(missing.logIn())).toBe('unavailable');
    const unnamed = openServer({ htdigest: null });
    expect(unnamed.verifier.health()).toMatchObject({ kind: 'closed', reason: expect.stringContaining('htdigest') });
    expect(await outcome(unnamed.verify('username="ada"'))).toBe('unavailable');
  });

  test('there: works, until the verifier is closed', async () => {
    const server = openServer({ htdigest_sha256: 'wanted' });
    expect(server.verifier.health()).toEqual({ kind: 'working' });
    server.verifier.close();
    expect(server.verifier.health().kind).toBe('closed');
    expect(await outcome(server.logIn())).toBe('unavailable');
  });

  test('of one algorithm missing closes the adapter', async () => {
    const server = openServer({ htdigest_sha256: 'wanted', htdigest: '/nowhere/htdigest' });
    expect(server.verifier.health().kind).toBe('closed');
    expect(await outcome(server.logIn({ algorithm: 'SHA-256' }))).toBe('unavailable');
  });

  test('changed: a user who was taken out is refused, one who was put in is let in', async () => {
    const server = openServer();
    expect(await outcome(server.logIn())).toBe('authenticated');
    const written = join(server.folder, 'new');
    writeFileSync(written, htdigestText('MD5', [{ user: 'grace', realm: 'api', password: 'secret' }]));
    renameSync(written, join(server.folder, 'htdigest'));
    await expect.poll(() => outcome(server.logIn({ user: 'grace' }))).toBe('authenticated');
    expect(await outcome(server.logIn())).toBe('wrong-credentials');
    rmSync(join(server.folder, 'htdigest'));
    await expect.poll(() => outcome(server.logIn({ user: 'grace' }))).toBe('unavailable');
  });
});

describe('hostile input', () => {
  test('one changed character in any parameter is refused', async () => {
    const server = openServer({ throttle: { failures: 0, perSeconds: 60 } });
    const hashed = server.hashed();
    const sent = sentParameters(hashed, server.challenge().get('opaque') ?? '');
    const bound = Object.keys(sent).filter((name) => !['algorithm'].includes(name));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bound),
        fc.nat(),
        fc.integer({ min: 0x21, max: 0x7e }),
        async (name, position, code) => {
          const value = sent[name] ?? '';
          const isQuoted = value.startsWith('"');
          const at = (isQuoted ? 1 : 0) + (position % (value.length - (isQuoted ? 2 : 0)));
          const character = String.fromCharCode(code);
          fc.pre(character !== value[at] && !(name === 'qop' && character === '"'));
          const changed = value.slice(0, at) + character + value.slice(at + 1);
          expect(await outcome(server.verify(formatParameters({ ...sent, [name]: changed })))).not.toBe(
            'authenticated',
          );
        },
      ),
      { numRuns: caseCount(5000) },
    );
    expect(server.asked).not.toContain('spendNonceCount');
    expect(await outcome(server.verify(formatParameters(sent)))).toBe('authenticated');
  });

  test('any text is answered without an exception, and admits no client', async () => {
    const server = openServer({ throttle: { failures: 0, perSeconds: 60 } });
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
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.string({ unit: 'binary' }), async (pieces, target) => {
        expect(await outcome(server.verify(pieces.join(''), { target }))).not.toBe('authenticated');
        expect(await outcome(server.verify(`uri="${target}", ${pieces.join('')}`, { target }))).not.toBe(
          'authenticated',
        );
      }),
      { numRuns: caseCount(2000) },
    );
  });

  test('what unknown users are compared with admits no client', async () => {
    const server = openServer({}, { randomBytes: (count) => Buffer.alloc(count) });
    const hashed = server.hashed({ user: 'nobody' });
    const response = hashHex(
      'MD5',
      `${'0'.repeat(32)}:${hashed.nonce}:00000001:${hashed.cnonce}:auth:${hashHex('MD5', `GET:${TARGET}`)}`,
    );
    const parameters = sentParameters(hashed, server.challenge().get('opaque') ?? '');
    expect(await outcome(server.verify(formatParameters({ ...parameters, response: `"${response}"` })))).toBe(
      'wrong-credentials',
    );
  });

  test('no user outside the file is admitted, and no secret is in a header or a log', async () => {
    const logged: string[] = [];
    const server = openServer(
      { throttle: { failures: 0, perSeconds: 60 } },
      { log: (message) => void logged.push(message) },
    );
    const verification = await server.logIn();
    for (const secret of ['secret', userSecret('MD5', server.hashed())])
      expect(JSON.stringify([verification, server.verifier.challenges(), logged])).not.toContain(secret);
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (user, password) => {
        fc.pre(user !== 'ada' && user !== 'Jäsøn');
        expect(await outcome(server.logIn({ user, password }))).not.toBe('authenticated');
      }),
    );
  });
});
