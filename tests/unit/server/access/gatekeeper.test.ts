import { describe, expect, test, vi } from 'vitest';
import type { AuthenticationResult } from '../../../../src/auth/contract.ts';
import type { AccessControl } from '../../../../src/server/access/access-control.ts';
import type { AuditLog } from '../../../../src/server/access/audit-log.ts';
import * as auditing from '../../../../src/server/access/audit-log.ts';
import { createGatekeeper, type Gatekeeper } from '../../../../src/server/access/gatekeeper.ts';
import { createMetrics } from '../../../../src/server/metrics.ts';
import { requestWith } from '../../../fixtures/auth/tools.ts';

const NOW = Date.UTC(2030, 0, 1);
const GUEST: AuthenticationResult = { kind: 'guest' };
const ALICE: AuthenticationResult = {
  kind: 'authenticated',
  identity: {
    kind: 'authenticated',
    className: 'Platform\\MvcAuth\\Identity\\AuthenticatedIdentity',
    name: 'alice',
    adapter: 'staff',
    scheme: 'Basic',
    realm: 'api',
  },
  headers: ['Authentication-Info', 'x'],
};
const WRONG: AuthenticationResult = { kind: 'rejected', cause: 'wrong-credentials', challenges: ['Basic realm="own"'] };
const SLOW: AuthenticationResult = { kind: 'throttled', retryAfterSeconds: 7 };
const DOWN: AuthenticationResult = { kind: 'unavailable', retryAfterSeconds: 5, reason: 'gone' };

function keeping(result: AuthenticationResult | Promise<AuthenticationResult>, audit: AuditLog = auditing.noAuditLog) {
  const metrics = { ...createMetrics(), countAuthentication: vi.fn() };
  const access: Pick<AccessControl, 'authenticate' | 'challenges'> = {
    authenticate: () => result,
    challenges: (names) => names.map((name) => `Basic realm="${name}"`),
  };
  const gatekeeper: Gatekeeper = createGatekeeper({
    access: access as AccessControl,
    audit,
    metrics,
    clock: () => NOW,
  });
  return { gatekeeper, counted: metrics.countAuthentication };
}

describe.each([
  ['at once', (result: AuthenticationResult) => result],
  ['later', async (result: AuthenticationResult) => result],
])('what adapters answer %s', (_, answer) => {
  test.each<[string, AuthenticationResult, Awaited<ReturnType<Gatekeeper['admit']>>]>([
    [
      'admits who is known',
      ALICE,
      {
        kind: 'admitted',
        identity: ALICE.kind === 'authenticated' ? ALICE.identity : expect.anything(),
        headers: ['Authentication-Info', 'x'],
      },
    ],
    [
      'asks a guest to log in',
      GUEST,
      { kind: 'refused', refusal: { status: 401, challenges: ['Basic realm="staff"', 'Basic realm="partners"'] } },
    ],
    [
      'refuses wrong credentials, with their challenges',
      WRONG,
      { kind: 'refused', refusal: { status: 401, challenges: ['Basic realm="own"'] } },
    ],
    ['has who failed too often wait', SLOW, { kind: 'refused', refusal: { status: 429, retryAfterSeconds: 7 } }],
    [
      'has everybody wait while nobody can be let in',
      DOWN,
      { kind: 'refused', refusal: { status: 503, retryAfterSeconds: 5 } },
    ],
  ])('%s', async (__, result, admission) => {
    expect(await keeping(answer(result)).gatekeeper.admit(['staff', 'partners'], requestWith())).toEqual(admission);
  });

  test.each<[AuthenticationResult, string, string]>([
    [ALICE, 'staff', 'authenticated'],
    [WRONG, 'staff,partners', 'rejected'],
    [SLOW, 'staff,partners', 'throttled'],
    [DOWN, 'staff,partners', 'unavailable'],
  ])('counts and logs $kind, of the adapter that knew or of all that were asked', async (result, adapter, outcome) => {
    const audit = vi.fn<AuditLog>();
    const { gatekeeper, counted } = keeping(answer(result), audit);
    expect(await gatekeeper.authenticate(['staff', 'partners'], requestWith('Basic x'))).toBe(result);
    expect(counted.mock.calls).toEqual([[adapter, outcome]]);
    expect(audit.mock.calls).toEqual([
      [expect.objectContaining({ time: '2030-01-01T00:00:00.000Z', adapter, outcome, client: '192.0.2.1' })],
    ]);
  });

  test('neither counts nor logs guests: nothing was decided about credentials', async () => {
    const audit = vi.fn<AuditLog>();
    const { gatekeeper, counted } = keeping(answer(GUEST), audit);
    expect(await gatekeeper.authenticate(['staff'], requestWith())).toBe(GUEST);
    expect([counted.mock.calls, audit.mock.calls]).toEqual([[], []]);
  });
});
