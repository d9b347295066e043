import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { PasswordCheck } from '../../../../../src/auth/hashing/password-workers.ts';
import { basic } from '../../../../../src/auth/schemes/basic/basic.ts';
import { StateUnavailable } from '../../../../../src/auth/state/contract.ts';
import {
  adapterOptions,
  authTools,
  basicHeader,
  countingState,
  directWorkers,
  requestWith,
} from '../../../../fixtures/auth/tools.ts';
import { call, create, place, RIGHT, useBasicFiles } from './set-up.ts';

useBasicFiles();

describe('throttling', () => {
  const throttle = { failures: 3, perSeconds: 60 };

  test('after its failures a client is refused before any hashing, even with right credentials; remembered ones pass', async () => {
    const passwords = directWorkers();
    const adapter = create({ passwords }, { throttle });
    await adapter.authenticate(requestWith(basicHeader('bob', 'bob')));
    for (let count = 0; count < 3; count += 1)
      await adapter.authenticate(requestWith(basicHeader('alice', `wrong ${count}`)));
    const hashed = passwords.asked.length;
    expect(await call(adapter, requestWith(RIGHT))).toEqual({
      result: { kind: 'throttled', retryAfterSeconds: 60 },
      wasReached: false,
    });
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

describe('what cannot be decided is 503, and no client is admitted', () => {
  const unavailable = { kind: 'unavailable', retryAfterSeconds: expect.any(Number), reason: expect.any(String) };

  test('too many passwords at once; that counts as no failure', async () => {
    const state = countingState();
    const adapter = create({ state, passwords: { verify: async () => 'busy', close: async () => {} } });
    const result = { ...unavailable, retryAfterSeconds: 1, reason: expect.stringContaining('too many passwords') };
    for (const user of ['alice', 'mallory'])
      expect(await call(adapter, requestWith(basicHeader(user, 'x')))).toEqual({ result, wasReached: false });
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
    const adapter = create({
      passwords: { verify: () => Promise.reject(new TypeError('fault')), close: async () => {} },
    });
    await expect(call(adapter, requestWith(RIGHT))).rejects.toThrow(TypeError);
  });

  test('the file is lost while the password is hashed', async () => {
    const { promise, resolve } = Promise.withResolvers<PasswordCheck>();
    const adapter = create({ passwords: { verify: () => promise, close: async () => {} } });
    const pending = call(adapter, requestWith(RIGHT));
    rmSync(place.htpasswdFile);
    await vi.waitFor(() => expect(adapter.health().kind).toBe('closed'));
    resolve('right');
    expect(await pending).toEqual({
      result: { ...unavailable, reason: expect.stringContaining('not found') },
      wasReached: false,
    });
  });

  test.each<[string, () => string | null, RegExp]>([
    ['there is no file', () => join(place.folder, 'missing'), /missing: not found/],
    ['no file is configured', () => null, /^adapter staff: no password file for Basic\. Name one in "htpasswd"\.$/],
  ])('%s, and the health was not asked for before', async (_, path, reason) => {
    const verifier = basic.create(adapterOptions({ htpasswd: path() }), authTools());
    const text = RIGHT.slice('Basic '.length);
    const expected = { ...unavailable, reason: expect.stringMatching(reason) };
    expect(await verifier.verify(requestWith(RIGHT), text)).toEqual(expected);
    verifier.close();
    expect(await verifier.verify(requestWith(RIGHT), text)).toMatchObject({ kind: 'unavailable' });
  });
});
