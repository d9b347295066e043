import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAdapter } from '../../../../src/auth/adapter.ts';
import type { Adapter } from '../../../../src/auth/contract.ts';
import { hashPassword } from '../../../../src/auth/password-hashes/passwords.ts';
import { type AuthState, StateUnavailable } from '../../../../src/auth/state/contract.ts';
import { readConfiguration } from '../../../../src/project/configuration.ts';
import { createAccessControl } from '../../../../src/server/access/access-control.ts';
import {
  adapterOptions,
  authTools,
  basicHeader,
  countingState,
  directWorkers,
  requestWith,
} from '../../../fixtures/auth/tools.ts';
import { projectWith } from '../../config/project.ts';

/** Failed log-ins that an adapter takes of a client. */
const LIMIT = 3;
const BOB = basicHeader('bob', 'bob');

let folder: string;
let adapters: Map<string, Adapter>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'several-adapters-'));
});
afterEach(() => {
  for (const adapter of adapters.values()) adapter.close();
  rmSync(folder, { recursive: true });
});

/** Anna is known to `a`, bob to `b`; both adapters count in one state and hash with the same workers. */
function site(state: AuthState & { readonly failures?: ReadonlyMap<string, number> } = countingState()) {
  const passwords = directWorkers();
  const tools = authTools({ state, passwords });
  const throttle = { failures: LIMIT, perSeconds: 60 };
  const create = (name: string, user: string): [string, Adapter] => {
    const htpasswd = join(folder, name);
    writeFileSync(htpasswd, `${user}:${hashPassword(user, 'sha1')}\n`);
    return [name, createAdapter(adapterOptions({ name, realm: name, htpasswd, throttle }), tools)];
  };
  adapters = new Map([create('a', 'anna'), create('b', 'bob')]);
  const { configuration } = readConfiguration(projectWith({}), {});
  const access = createAccessControl(configuration, adapters, undefined);
  const ask = async (header: string, names: readonly string[] = ['a', 'b']): Promise<string> => {
    const result = await access.authenticate(names, requestWith(header));
    return result.kind === 'authenticated' ? result.identity.adapter : result.kind;
  };
  return { ask, hashed: passwords.asked, failures: state.failures };
}

describe('credentials that one of several adapters knows', () => {
  test('are no failure of the others, however often they come', async () => {
    const { ask, failures } = site();
    for (let time = 0; time <= 2 * LIMIT; time += 1) expect(await ask(BOB)).toBe('b');
    expect(failures?.size).toBe(0);
    expect(await ask(basicHeader('anna', 'anna'), ['a'])).toBe('a');
  });

  test('are hashed once at each adapter, then known without', async () => {
    const { ask, hashed } = site();
    await ask(BOB);
    expect(hashed).toHaveLength(2);
    await ask(BOB);
    expect(hashed).toHaveLength(2);
  });
});

describe('credentials that none of them knows', () => {
  test('count at each of them, and are throttled before any hashing', async () => {
    const { ask, hashed, failures } = site();
    for (let time = 0; time < LIMIT; time += 1) expect(await ask(basicHeader('bob', `guess ${time}`))).toBe('rejected');
    expect([failures?.get('a|192.0.2.1'), failures?.get('b|192.0.2.1')]).toEqual([LIMIT, LIMIT]);
    const before = hashed.length;
    for (const header of [basicHeader('bob', 'another'), BOB]) expect(await ask(header)).toBe('throttled');
    expect(hashed).toHaveLength(before);
  });

  test('are rejected no more often than the limit when many come at a time', async () => {
    const { ask } = site();
    const answers = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, index) => ask(basicHeader('bob', `guess ${index}`))),
    );
    expect(answers.filter((answer) => answer === 'rejected')).toHaveLength(LIMIT);
    expect(answers.filter((answer) => answer === 'throttled')).toHaveLength(3 * LIMIT);
  });

  test('are not rejected where that cannot be counted', async () => {
    const recordFailure = (): never => {
      throw new StateUnavailable('gone');
    };
    const { ask } = site({ ...countingState(), recordFailure });
    expect(await ask(basicHeader('bob', 'wrong'))).toBe('unavailable');
  });
});
