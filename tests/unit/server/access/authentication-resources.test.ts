import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createNonces } from '../../../../src/auth/nonces.ts';
import { createProcessTools } from '../../../../src/server/access/access-control-factory.ts';

const LIMITS = { failures: 1, perSeconds: 0.05 };
const LIFETIME_MILLISECONDS = 60_000;

const create = () =>
  createProcessTools({
    schemes: [],
    environment: {},
    passwordWorkerUrl: new URL('file:///not-started.js'),
    log: () => undefined,
  });

afterEach(() => vi.restoreAllMocks());

test('a system clock that is set back makes no new nonce too old, and no wait longer', async () => {
  const system = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const tools = create();
  const { state, clock, nonceKeys } = tools.forConfiguration({
    state: { kind: 'memory', options: {} },
  });
  await state.recordFailure('client', LIMITS);
  system.mockReturnValue(Date.now() - 2 * LIFETIME_MILLISECONDS);

  const nonces = createNonces(nonceKeys, { adapter: 'a', realm: 'r' }, clock, randomBytes);
  const issuedAtMilliseconds = nonces.read(nonces.issue())?.issuedAtMilliseconds ?? 0;
  const expiresAtMilliseconds = issuedAtMilliseconds + LIFETIME_MILLISECONDS;
  const spent = await state.spendNonceCount({ nonce: 'n', count: 1, issuedAtMilliseconds, expiresAtMilliseconds });
  expect(spent).toBe('fresh');
  // A timer may end a part of a millisecond early.
  await sleep(1000 * LIMITS.perSeconds + 50);
  expect(await state.secondsBlocked('client', LIMITS)).toBe(0);
  await tools.close();
});
