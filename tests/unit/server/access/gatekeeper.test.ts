import { describe, expect, test, vi } from 'vitest';
import type { AuthenticationResult, LoggedIn } from '../../../../src/auth/contract.ts';
import type { AccessControl } from '../../../../src/server/access/access-control.ts';
import type { AuditLog } from '../../../../src/server/access/audit-log.ts';
import * as auditing from '../../../../src/server/access/audit-log.ts';
import { createGatekeeper, type Gatekeeper } from '../../../../src/server/access/gatekeeper.ts';
import { createMetrics } from '../../../../src/server/metrics.ts';
import { requestWith } from '../../../fixtures/auth/tools.ts';
import { user } from '../../auth/authorized.ts';

const NOW = Date.UTC(2030, 0, 1);
const GUEST: AuthenticationResult = { kind: 'guest' };
const ALICE: LoggedIn = {
  kind: 'authenticated',
  identity: user('alice'),
  headers: ['Authentication-Info', 'x'],
};
const WRONG: AuthenticationResult = { kind: 'rejected', cause: 'wrong-credentials', challenges: ['Basic realm="own"'] };
const SLOW: AuthenticationResult = { kind: 'throttled', retryAfterSeconds: 7 };
const DOWN: AuthenticationResult = { kind: 'unavailable', retryAfterSeconds: 5, reason: 'gone' };

function keeping(result: AuthenticationResult, audit: AuditLog = auditing.noAuditLog, known?: LoggedIn) {
  const metrics = { ...createMetrics(), countAuthentication: vi.fn() };
  const access: Pick<AccessControl, 'authenticate' | 'recall' | 'challenges'> = {
    authenticate: async () => result,
    recall: () => known,
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

describe('what adapters answer', () => {
  test.each<[string, AuthenticationResult, AuthenticationResult]>([
    ['of a known user is passed on', ALICE, ALICE],
    [
      'of a guest is a rejection that asks for a log-in with any of them',
      GUEST,
      {
        kind: 'rejected',
        challenges: ['Basic realm="staff"', 'Basic realm="partners"'],
        cause: 'no-credentials',
      },
    ],
    ['of wrong credentials is passed on with their challenges', WRONG, WRONG],
    ['of a client that failed too often is passed on', SLOW, SLOW],
    ['while they cannot work is passed on', DOWN, DOWN],
  ])('%s', async (_, result, admission) => {
    expect(await keeping(result).gatekeeper.admit(['staff', 'partners'], requestWith())).toEqual(admission);
  });

  test.each<[AuthenticationResult, string, string]>([
    [ALICE, 'staff', 'authenticated'],
    [WRONG, 'staff,partners', 'rejected'],
    [SLOW, 'staff,partners', 'throttled'],
    [DOWN, 'staff,partners', 'unavailable'],
  ])('counts and logs $kind, of the adapter that knew or of all that were asked', async (result, adapter, outcome) => {
    const audit = vi.fn<AuditLog>();
    const { gatekeeper, counted } = keeping(result, audit);
    expect(await gatekeeper.authenticate(['staff', 'partners'], requestWith('Basic x'))).toBe(result);
    expect(counted.mock.calls).toEqual([[adapter, outcome]]);
    expect(audit.mock.calls).toEqual([
      [expect.objectContaining({ time: '2030-01-01T00:00:00.000Z', adapter, outcome, client: '192.0.2.1' })],
    ]);
  });

  test.each([
    [ALICE, ALICE.identity],
    [WRONG, null],
  ])('notes who has logged in for the access log, and the audit log has its id: $kind', async (result, identity) => {
    const audit = vi.fn<AuditLog>();
    const notes = { id: 'x-1', identity: null };
    await keeping(result, audit).gatekeeper.authenticate(['staff'], { ...requestWith('Basic x'), notes });
    expect(notes.identity).toBe(identity);
    expect(audit.mock.calls).toEqual([[expect.objectContaining({ request: 'x-1' })]]);
  });

  test('counts and logs whom an adapter has in memory like everyone who logs in', () => {
    const audit = vi.fn<AuditLog>();
    const { gatekeeper, counted } = keeping(GUEST, audit, ALICE);
    expect(gatekeeper.recall(['staff'], requestWith('Basic x'))).toBe(ALICE);
    expect(counted.mock.calls).toEqual([['staff', 'authenticated']]);
    expect(audit.mock.calls).toEqual([[expect.objectContaining({ adapter: 'staff', outcome: 'authenticated' })]]);
  });

  test('neither counts nor logs what no adapter has in memory: it is asked for again', () => {
    const audit = vi.fn<AuditLog>();
    const { gatekeeper, counted } = keeping(ALICE, audit);
    expect(gatekeeper.recall(['staff'], requestWith('Basic x'))).toBeUndefined();
    expect([counted.mock.calls, audit.mock.calls]).toEqual([[], []]);
  });

  test('neither counts nor logs guests: nothing was decided about credentials', async () => {
    const audit = vi.fn<AuditLog>();
    const { gatekeeper, counted } = keeping(GUEST, audit);
    expect(await gatekeeper.authenticate(['staff'], requestWith())).toBe(GUEST);
    expect([counted.mock.calls, audit.mock.calls]).toEqual([[], []]);
  });
});
