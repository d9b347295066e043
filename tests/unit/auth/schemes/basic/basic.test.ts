import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Adapter, CredentialsRequest } from '../../../../../src/auth/contract.ts';
import type { PasswordCheck, PasswordWorkers } from '../../../../../src/auth/hashing/password-workers.ts';
import { hashPassword } from '../../../../../src/auth/password-hashes/passwords.ts';
import { basicHeader, countingState, directWorkers, requestWith } from '../../../../fixtures/auth/tools.ts';
import { call, create, place, RIGHT, STORED, useBasicFiles } from './set-up.ts';

useBasicFiles();

const CHALLENGES = ['Basic realm="api", charset="UTF-8"'];
const WRONG = { kind: 'rejected', cause: 'wrong-credentials', challenges: CHALLENGES };

describe('Basic lets in', () => {
  test.each([
    ['alice', 'pässwörd:10'],
    ['bob', 'bob'],
    ['zero', '0'],
    ['empty', ''],
  ])('%s with the password %j', async (name, password) => {
    const { result, wasReached } = await call(create(), requestWith(basicHeader(name, password)));
    expect(result).toEqual({
      kind: 'authenticated',
      identity: {
        kind: 'authenticated',
        className: 'Platform\\MvcAuth\\Identity\\AuthenticatedIdentity',
        name,
        adapter: 'staff',
        scheme: 'Basic',
        realm: 'api',
      },
      headers: [],
    });
    expect(wasReached).toBe(true);
  });

  test.each([
    ['the scheme in lower case', RIGHT.replace('Basic', 'basic'), 'RFC 9110 §11.1'],
    ['the scheme in mixed case', RIGHT.replace('Basic', 'bAsIC'), 'RFC 9110 §11.1'],
    ['several spaces', RIGHT.replace(' ', '   '), 'RFC 9110 §11.4'],
  ])('%s', async (_, header) => {
    expect((await call(create(), requestWith(header))).wasReached).toBe(true);
  });
});

describe('Basic refuses', () => {
  test.each([
    ['a wrong password', basicHeader('alice', 'pässwörd:2'), 'wrong-credentials', 'RFC 7617 §2'],
    ['a password in another case', basicHeader('alice', 'Pässwörd:1'), 'wrong-credentials', 'RFC 7617 §2'],
    ['a password that goes on', basicHeader('alice', 'pässwörd:10 '), 'wrong-credentials', 'RFC 7617 §2'],
    ['what is before the colon of a password', basicHeader('alice', 'pässwörd'), 'wrong-credentials', 'RFC 7617 §2'],
    ['an empty password', basicHeader('alice', ''), 'wrong-credentials', 'RFC 7617 §2'],
    ['the stored value', basicHeader('alice', STORED), 'wrong-credentials', 'ours'],
    ['the stored value that is plain text', basicHeader('plain', 'secret'), 'wrong-credentials', 'ours'],
    ['a user in another case', basicHeader('Alice', 'pässwörd:10'), 'wrong-credentials', 'RFC 7617 §2'],
    ['an unknown user', basicHeader('mallory', 'pässwörd:10'), 'wrong-credentials', 'RFC 7617 §2'],
    ['a user that objects have', basicHeader('__proto__', 'x'), 'wrong-credentials', 'ours'],
    ['no user', basicHeader('', 'pässwörd:10'), 'wrong-credentials', 'RFC 7617 §2'],
    ['another one’s password', basicHeader('alice', 'bob'), 'wrong-credentials', 'RFC 7617 §2'],
    [
      'the password as Latin-1',
      `Basic ${Buffer.from('alice:pässwörd:10', 'latin1').toString('base64')}`,
      'malformed',
      'RFC 7617 §2.1',
    ],
    ['a zero byte after the password', basicHeader('alice', 'pässwörd:10\0'), 'malformed', 'RFC 7617 §2'],
    ['no padding', RIGHT.replaceAll('=', ''), 'malformed', 'RFC 4648 §3.2'],
    ['no credentials', 'Basic', 'malformed', 'RFC 9110 §11.4'],
    ['spaces for credentials', 'Basic   ', 'malformed', 'RFC 9110 §11.4'],
    ['an empty line', '', 'malformed', 'RFC 9110 §11.4'],
    ['a tab after the scheme', RIGHT.replace(' ', '\t'), 'malformed', 'RFC 9110 §11.4'],
    ['a space before the scheme', ` ${RIGHT}`, 'malformed', 'RFC 9110 §11.4'],
    ['credentials in plain text', 'Basic alice:pässwörd:10', 'malformed', 'RFC 7617 §2'],
    ['a list of credentials', `${RIGHT}, ${RIGHT}`, 'malformed', 'RFC 9110 §11.6.2'],
    ['a comma after the credentials', `${RIGHT},`, 'malformed', 'RFC 9110 §11.6.2'],
    ['credentials without a scheme', RIGHT.slice(6), 'malformed', 'RFC 9110 §11.4'],
    ['another scheme', RIGHT.replace('Basic', 'Bearer'), 'unknown-scheme', 'RFC 9110 §11.4'],
    ['a scheme that begins like it', RIGHT.replace('Basic', 'BasicX'), 'unknown-scheme', 'RFC 9110 §11.4'],
    ['Digest, which this adapter does not take', 'Digest username="alice"', 'unknown-scheme', 'RFC 9110 §11.4'],
  ])('%s', async (_, header, cause) => {
    const { result, wasReached } = await call(create(), requestWith(header));
    expect(result).toEqual({ kind: 'rejected', cause, challenges: CHALLENGES });
    expect(wasReached).toBe(false);
  });

  test('two Authorization lines, though both are right', async () => {
    expect(await call(create(), requestWith(RIGHT, RIGHT))).toEqual({
      result: { kind: 'rejected', cause: 'several-headers', challenges: CHALLENGES },
      wasReached: false,
    });
  });

  test('no request without credentials: that is a guest', async () => {
    expect(await call(create(), requestWith())).toEqual({ result: { kind: 'guest' }, wasReached: false });
  });

  test('one changed character in the header, also when the right one is remembered', async () => {
    const adapter = create();
    expect((await call(adapter, requestWith(RIGHT))).wasReached).toBe(true);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 6, max: RIGHT.length - 1 }),
        fc.integer({ min: 0x20, max: 0xff }),
        async (at, code) => {
          const changed = RIGHT.slice(0, at) + String.fromCharCode(code) + RIGHT.slice(at + 1);
          fc.pre(changed !== RIGHT);
          expect((await call(adapter, requestWith(changed))).wasReached).toBe(false);
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  test('users who are not in the list, for any input, without an exception', async () => {
    const adapter = create();
    const known = ['alice:pässwörd:10', 'bob:bob', 'zero:0', 'empty:'];
    const pair = fc
      .tuple(fc.oneof(fc.constantFrom('alice', 'bob', 'plain', 'zero'), fc.string()), fc.string())
      .map(([user, password]) => `${user}:${password}`);
    const encoded = fc
      .oneof(pair, fc.string())
      .filter((text) => !known.includes(text))
      .map((text) => `Basic ${Buffer.from(text).toString('base64')}`);
    const anything = fc.array(fc.oneof(encoded, fc.string({ unit: 'binary-ascii' })), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(anything, async (lines) => {
        const { result, wasReached } = await call(adapter, requestWith(...lines));
        expect([result.kind, wasReached]).toEqual(['rejected', false]);
      }),
      { seed: 9, numRuns: 500 },
    );
  });
});

describe('what is remembered', () => {
  test('right credentials are let in again at once, without hashing', async () => {
    const passwords = directWorkers();
    const adapter = create({ passwords });
    for (let count = 0; count < 3; count += 1) {
      expect(await adapter.authenticate(requestWith(RIGHT))).toMatchObject({ kind: 'authenticated' });
      await adapter.authenticate(requestWith(basicHeader('bob', 'bob')));
    }
    expect(passwords.asked).toHaveLength(2);
  });

  test('wrong ones are hashed every time', async () => {
    const passwords = directWorkers();
    const adapter = create({ passwords });
    for (let count = 0; count < 3; count += 1)
      expect(await adapter.authenticate(requestWith(basicHeader('alice', 'x')))).toEqual(WRONG);
    expect(passwords.asked).toHaveLength(3);
  });

  test('is forgotten when time is over', async () => {
    let now = Date.now();
    const passwords = directWorkers();
    const adapter = create({ passwords, clock: () => now });
    await adapter.authenticate(requestWith(RIGHT));
    now += 300_001;
    await adapter.authenticate(requestWith(RIGHT));
    expect(passwords.asked).toHaveLength(2);
  });

  test.each([
    ['has a new password', `alice:${hashPassword('new', 'sha1')}\n`],
    ['is gone', `bob:${hashPassword('bob', 'sha1')}\n`],
    ['has become unusable', `alice:!${STORED}\nbob:${hashPassword('bob', 'sha1')}\n`],
  ])('is forgotten as soon as the user %s', async (_, text) => {
    const adapter = create();
    expect((await call(adapter, requestWith(RIGHT))).wasReached).toBe(true);
    writeFileSync(join(place.folder, 'new'), text);
    renameSync(join(place.folder, 'new'), place.htpasswdFile);
    await vi.waitFor(async () =>
      expect(await call(adapter, requestWith(RIGHT))).toEqual({ result: WRONG, wasReached: false }),
    );
  });

  test('a user who is removed while the password is hashed is not let in', async () => {
    const { promise, resolve } = Promise.withResolvers<PasswordCheck>();
    const verify = async (...[, , , user]: Parameters<PasswordWorkers['verify']>): Promise<PasswordCheck> =>
      user === 'alice' ? promise : 'right';
    const adapter = create({ passwords: { verify, close: async () => {} } });
    const pending = adapter.authenticate(requestWith(RIGHT));
    writeFileSync(place.htpasswdFile, `carol:${hashPassword('carol', 'sha1')}\n`);
    const carol = requestWith(basicHeader('carol', 'carol'));
    await expect.poll(() => adapter.authenticate(carol)).toMatchObject({ kind: 'authenticated' });
    resolve('right');
    expect(await pending).toEqual(WRONG);
  });
});

describe('an adapter that another one takes the place of', () => {
  test.each([
    ['right', 'authenticated'],
    ['wrong', 'rejected'],
  ] as const)('answers who was there before: a password that is %s', async (check, kind) => {
    const { promise, resolve } = Promise.withResolvers<PasswordCheck>();
    const adapter = create({ passwords: { verify: () => promise, close: async () => {} } });
    const pending = adapter.authenticate(requestWith(RIGHT));
    adapter.close();
    resolve(check);
    expect(await pending).toMatchObject({ kind });
    expect(await adapter.authenticate(requestWith(RIGHT))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('time', () => {
  test.each([
    ['an unknown user', 'mallory', /^\$2y\$04\$/, []],
    ['a user whose line is unusable', 'plain', /^\$2y\$04\$/, []],
    ['a user of the costliest kind', 'alice', STORED, []],
    ['a user of a cheaper kind', 'bob', /^\{SHA\}/, [expect.stringMatching(/^\$2y\$04\$/)]],
  ])('%s with a wrong password costs what the costliest user costs', async (_, user, stored, decoys) => {
    const passwords = directWorkers();
    await create({ passwords }).authenticate(requestWith(basicHeader(user, 'wrong')));
    expect(passwords.asked).toEqual([
      { stored: typeof stored === 'string' ? stored : expect.stringMatching(stored), decoys },
    ]);
  });

  test('an unknown user is refused even if the decoy’s password were found', async () => {
    const adapter = create({ passwords: { verify: async () => 'right', close: async () => {} } });
    expect(await call(adapter, requestWith(basicHeader('mallory', 'x')))).toEqual({ result: WRONG, wasReached: false });
  });
});

test('of many guesses at a time no more are answered than the limit allows, and a right one among the others is not revealed', async () => {
  const local = countingState();
  const later = {
    ...local,
    secondsBlocked: async (...of: Parameters<typeof local.secondsBlocked>) => local.secondsBlocked(...of),
  };
  for (const state of [local, later]) {
    local.failures.clear();
    const adapter = create({ state }, { throttle: { failures: 3, perSeconds: 60 } });
    const guesses = [...Array.from({ length: 20 }, (_, index) => `wrong ${index}`), 'pässwörd:10'];
    const results = await Promise.all(
      guesses.map(async (password) => (await call(adapter, requestWith(basicHeader('alice', password)))).result.kind),
    );
    expect(results).toEqual([...Array(3).fill('rejected'), ...Array(18).fill('throttled')]);
    expect((await call(adapter, requestWith(RIGHT))).wasReached).toBe(false);
  }
});

describe('a blocked client', () => {
  const limit = 3;
  const right = requestWith(RIGHT);
  /** Alice has just got in, and then her network has failed too often as another user. */
  async function blocked(): Promise<ReturnType<typeof create>> {
    const adapter = create({ state: countingState() }, { throttle: { failures: limit, perSeconds: 60 } });
    await adapter.authenticate(right);
    adapter.recall?.(right);
    for (let time = 0; time < limit; time += 1)
      await adapter.authenticate(requestWith(basicHeader('mallory', `guess ${time}`)));
    return adapter;
  }

  test('is let in by what was right a short time ago', async () => {
    expect(await (await blocked()).authenticate(right)).toMatchObject({ kind: 'authenticated' });
  });

  test('learns from no guess which password of that user is right', async () => {
    const adapter = await blocked();
    expect(await adapter.authenticate(requestWith(basicHeader('alice', 'a guess')))).toMatchObject({
      kind: 'throttled',
    });
    expect(await adapter.authenticate(right)).toMatchObject({ kind: 'throttled' });
    expect(adapter.recall?.(right)).toBeUndefined();
  });

  test('takes nothing from the user elsewhere', async () => {
    const adapter = await blocked();
    await adapter.authenticate(requestWith(basicHeader('alice', 'a guess')));
    expect(await adapter.authenticate({ ...right, client: '198.51.100.7' })).toMatchObject({ kind: 'authenticated' });
  });
});

describe('a client that sends credentials again', () => {
  const asked = requestWith(RIGHT);
  const bob = requestWith(basicHeader('bob', 'bob'));
  const whose = (adapter: Adapter, request: CredentialsRequest): string | undefined =>
    adapter.recall?.(request)?.identity.name;

  test('is known by them, and by other ones when it sends others', async () => {
    const adapter = create();
    expect(whose(adapter, asked)).toBeUndefined();
    await adapter.authenticate(asked);
    expect([whose(adapter, asked), whose(adapter, asked), whose(adapter, bob)]).toEqual(['alice', 'alice', undefined]);
    await adapter.authenticate(bob);
    expect([whose(adapter, bob), whose(adapter, asked)]).toEqual(['bob', 'alice']);
  });

  test.each([
    ['another hash', () => `alice:${hashPassword('another', 'bcrypt', 4)}\n`],
    ['the user taken away', () => `bob:${hashPassword('bob', 'sha1')}\n`],
  ])('is not known once the file has %s', async (_, content) => {
    const adapter = create();
    await adapter.authenticate(asked);
    expect(whose(adapter, asked)).toBe('alice');
    writeFileSync(place.htpasswdFile, content());
    await vi.waitFor(() => expect(whose(adapter, asked)).toBeUndefined());
  });

  test('is not known for longer than credentials are remembered', async () => {
    const time = { now: 1_000 };
    const adapter = create({ clock: () => time.now });
    await adapter.authenticate(asked);
    expect(whose(adapter, asked)).toBe('alice');
    time.now += 300_001;
    expect(whose(adapter, asked)).toBeUndefined();
  });
});
