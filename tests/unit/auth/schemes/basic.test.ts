import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdapter } from '../../../../src/auth/adapter.ts';
import type { Adapter, AuthenticationResult, CredentialsRequest } from '../../../../src/auth/contract.ts';
import type { PasswordCheck } from '../../../../src/auth/hashing/contract.ts';
import { hashPassword } from '../../../../src/auth/password-hashes/new-password.ts';
import { basic } from '../../../../src/auth/schemes/basic.ts';
import type { AdapterOptions, AuthTools } from '../../../../src/auth/schemes/contract.ts';
import { StateUnavailable } from '../../../../src/auth/state/contract.ts';
import { adapterOptions, authTools, basicHeader, countingState, directWorkers, requestWith } from '../../../fixtures/auth/tools.ts';

const STORED = hashPassword('pässwörd:10', 'bcrypt', 4);
const RIGHT = basicHeader('alice', 'pässwörd:10');
const CHALLENGES = ['Basic realm="api", charset="UTF-8"'];
const WRONG = { kind: 'rejected', cause: 'wrong-credentials', challenges: CHALLENGES };

let folder: string;
let htpasswdFile: string;
let adapters: Adapter[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basic-'));
  htpasswdFile = join(folder, 'htpasswd');
  writeFileSync(
    htpasswdFile,
    `alice:${STORED}\nbob:${hashPassword('bob', 'sha1')}\nzero:${hashPassword('0', 'sha1')}\nempty:${hashPassword('', 'sha1')}\nplain:secret\n`,
  );
  adapters = [];
});

afterEach(() => {
  for (const adapter of adapters) adapter.close();
  rmSync(folder, { recursive: true, force: true });
});

function create(tools: Partial<AuthTools> = {}, options: Partial<AdapterOptions> = {}): Adapter {
  const adapter = createAdapter(adapterOptions({ htpasswdFile, ...options }), authTools(tools), [basic]);
  adapters.push(adapter);
  return adapter;
}

/** As a server does it: the protected function runs for identities only. */
async function call(adapter: Adapter, request: CredentialsRequest): Promise<{ result: AuthenticationResult; wasReached: boolean }> {
  const protectedFunction = vi.fn();
  const result = await adapter.authenticate(request);
  if (result.kind === 'authenticated') protectedFunction(result.identity);
  return { result, wasReached: protectedFunction.mock.calls.length > 0 };
}

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
    ['the password as Latin-1', `Basic ${Buffer.from('alice:pässwörd:10', 'latin1').toString('base64')}`, 'malformed', 'RFC 7617 §2.1'],
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

  test('nobody without credentials: that is a guest', async () => {
    expect(await call(create(), requestWith())).toEqual({ result: { kind: 'guest' }, wasReached: false });
  });

  test('one changed character in the header, also when the right one is remembered', async () => {
    const adapter = create();
    expect((await call(adapter, requestWith(RIGHT))).wasReached).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 6, max: RIGHT.length - 1 }), fc.integer({ min: 0x20, max: 0xff }), async (at, code) => {
        const changed = RIGHT.slice(0, at) + String.fromCharCode(code) + RIGHT.slice(at + 1);
        fc.pre(changed !== RIGHT);
        expect((await call(adapter, requestWith(changed))).wasReached).toBe(false);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('whoever is not in the list, whatever is sent, without an exception', async () => {
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
    expect(adapter.authenticate(requestWith(RIGHT))).toBeInstanceOf(Promise);
    await adapter.authenticate(requestWith(basicHeader('bob', 'bob')));
    await vi.waitFor(() => expect(adapter.authenticate(requestWith(RIGHT))).toMatchObject({ kind: 'authenticated' }));
    expect(passwords.asked).toHaveLength(2);
  });

  test('wrong ones are hashed every time', async () => {
    const passwords = directWorkers();
    const adapter = create({ passwords });
    for (let count = 0; count < 3; count += 1) expect(await adapter.authenticate(requestWith(basicHeader('alice', 'x')))).toEqual(WRONG);
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
    writeFileSync(join(folder, 'new'), text);
    renameSync(join(folder, 'new'), htpasswdFile);
    await vi.waitFor(async () => expect(await call(adapter, requestWith(RIGHT))).toEqual({ result: WRONG, wasReached: false }));
  });

  test('a user who is removed while the password is hashed is not let in', async () => {
    const { promise, resolve } = Promise.withResolvers<PasswordCheck>();
    const adapter = create({ passwords: { verify: () => promise, close: async () => {} } });
    const pending = adapter.authenticate(requestWith(RIGHT));
    writeFileSync(htpasswdFile, `carol:${hashPassword('carol', 'sha1')}\n`);
    await new Promise((done) => setTimeout(done, 150));
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
    expect(adapter.authenticate(requestWith(RIGHT))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('time', () => {
  test.each([
    ['an unknown user', 'mallory', /^\$2y\$04\$/, null],
    ['a user whose line is unusable', 'plain', /^\$2y\$04\$/, null],
    ['a user of the costliest kind', 'alice', STORED, null],
    ['a user of a cheaper kind', 'bob', /^\{SHA\}/, expect.stringMatching(/^\$2y\$04\$/)],
  ])('%s with a wrong password costs what the costliest user costs', async (_, user, stored, decoy) => {
    const passwords = directWorkers();
    await create({ passwords }).authenticate(requestWith(basicHeader(user, 'wrong')));
    expect(passwords.asked).toEqual([{ stored: typeof stored === 'string' ? stored : expect.stringMatching(stored), decoy }]);
  });

  test('an unknown user is refused even if the decoy’s password were found', async () => {
    const adapter = create({ passwords: { verify: async () => 'right', close: async () => {} } });
    expect(await call(adapter, requestWith(basicHeader('mallory', 'x')))).toEqual({ result: WRONG, wasReached: false });
  });
});

describe('throttling', () => {
  const throttle = { failures: 3, perSeconds: 60 };

  test('after its failures a client is refused before any hashing, even with right credentials; remembered ones pass', async () => {
    const passwords = directWorkers();
    const adapter = create({ passwords }, { throttle });
    await adapter.authenticate(requestWith(basicHeader('bob', 'bob')));
    for (let count = 0; count < 3; count += 1) await adapter.authenticate(requestWith(basicHeader('alice', `wrong ${count}`)));
    const hashed = passwords.asked.length;
    expect(await call(adapter, requestWith(RIGHT))).toEqual({ result: { kind: 'throttled', retryAfterSeconds: 60 }, wasReached: false });
    expect(passwords.asked).toHaveLength(hashed);
    expect((await call(adapter, requestWith(basicHeader('bob', 'bob')))).wasReached).toBe(true);
    expect((await call(adapter, { ...requestWith(RIGHT), client: '192.0.2.2' })).wasReached).toBe(true);
  });

  test.each([
    ['guests', []],
    ['malformed credentials', ['Basic !']],
    ['an unknown scheme', ['Bearer x']],
    ['several headers', [RIGHT, RIGHT]],
    ['right credentials', [RIGHT]],
  ])('%s do not count', async (_, lines) => {
    const state = countingState();
    const adapter = create({ state }, { throttle });
    for (let count = 0; count < 5; count += 1) await adapter.authenticate(requestWith(...lines));
    expect(state.failures.size).toBe(0);
  });

  test('unknown users count like known ones', async () => {
    const state = countingState();
    const adapter = create({ state }, { throttle });
    await adapter.authenticate(requestWith(basicHeader('alice', 'x')));
    await adapter.authenticate(requestWith(basicHeader('mallory', 'x')));
    expect([...state.failures.values()].toSorted()).toEqual([1, 1, 2]);
  });
});

describe('what cannot be decided is 503, and nobody is let in', () => {
  const unavailable = { kind: 'unavailable', retryAfterSeconds: expect.any(Number), reason: expect.any(String) };

  test('too many passwords at once; that is nobody’s failure', async () => {
    const state = countingState();
    const adapter = create({ state, passwords: { verify: async () => 'busy', close: async () => {} } });
    const result = { ...unavailable, retryAfterSeconds: 1, reason: expect.stringContaining('too many passwords') };
    for (const user of ['alice', 'mallory']) expect(await call(adapter, requestWith(basicHeader(user, 'x')))).toEqual({ result, wasReached: false });
    expect(state.failures.size).toBe(0);
  });

  test.each(['secondsBlocked', 'recordFailure'] as const)('the shared state is lost at %s', async (method) => {
    for (const lose of [
      () => Promise.reject(new StateUnavailable('down')),
      () => {
        throw new StateUnavailable('down');
      },
    ]) {
      const adapter = create({ state: { ...countingState(), [method]: lose } });
      const result = { ...unavailable, reason: expect.stringMatching(/^adapter staff: the shared state/) };
      expect(await call(adapter, requestWith(basicHeader('alice', 'x')))).toEqual({ result, wasReached: false });
    }
  });

  test('a fault of ours is no answer: it is thrown', async () => {
    const adapter = create({ passwords: { verify: () => Promise.reject(new TypeError('fault')), close: async () => {} } });
    await expect(call(adapter, requestWith(RIGHT))).rejects.toThrow(TypeError);
  });

  test('the file is lost while the password is hashed', async () => {
    const { promise, resolve } = Promise.withResolvers<PasswordCheck>();
    const adapter = create({ passwords: { verify: () => promise, close: async () => {} } });
    const pending = call(adapter, requestWith(RIGHT));
    rmSync(htpasswdFile);
    await vi.waitFor(() => expect(adapter.health().kind).toBe('closed'), { timeout: 4000 });
    resolve('right');
    expect(await pending).toEqual({ result: { ...unavailable, reason: expect.stringContaining('not found') }, wasReached: false });
  });

  test.each<[string, () => string | null, RegExp]>([
    ['there is no file', () => join(folder, 'missing'), /missing: not found/],
    ['no file is configured', () => null, /^adapter staff: no password file for Basic\. Name one in "htpasswd"\.$/],
  ])('%s, and nobody asked for the health before', (_, path, reason) => {
    const verifier = basic.create(adapterOptions({ htpasswdFile: path() }), authTools());
    const text = RIGHT.slice('Basic '.length);
    const expected = { ...unavailable, reason: expect.stringMatching(reason) };
    expect(verifier.verify(requestWith(RIGHT), text)).toEqual(expected);
    verifier.close();
    expect(verifier.verify(requestWith(RIGHT), text)).toMatchObject({ kind: 'unavailable' });
  });
});
