import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFileAuditLog, limitRefusals } from '../../../../src/server/access/audit-log.ts';

const ENTRY: Parameters<ReturnType<typeof createFileAuditLog>>[0] = {
  time: '2026-01-01T00:00:00.000Z',
  adapter: 'staff',
  client: '192.0.2.1',
  user: 'alice',
  outcome: 'authenticated',
};

let folder: string;
let file: string;
const report = vi.fn<(message: string) => void>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-log-'));
  file = join(folder, 'data', 'audit.log');
  report.mockClear();
});
// The entries written last may still be on their way.
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

const lines = (): readonly unknown[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe('the audit log', () => {
  test('has one line of JSON an entry, in order, for its owner alone', async () => {
    mkdirSync(join(folder, 'data'));
    const audit = createFileAuditLog(file, report);
    const entries = ['alice', 'bob', 'carol'].map((user) => ({ ...ENTRY, user }));
    for (const entry of entries) audit(entry);
    await vi.waitFor(() => expect(lines()).toEqual(entries));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(report).not.toHaveBeenCalled();
  });

  test('that cannot be written is reported once, with what to do, until it works again', async () => {
    const audit = createFileAuditLog(file, report);
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(1));
    audit(ENTRY);
    audit(ENTRY);
    expect(report.mock.calls[0]?.[0]).toMatch(
      /^The audit log cannot be written: .+ Allow the server to write there, or correct platform-server\.audit_log\.$/,
    );
    mkdirSync(join(folder, 'data'));
    await vi.waitFor(() => {
      audit(ENTRY);
      expect(lines()).toContainEqual(ENTRY);
    });
    expect(report).toHaveBeenCalledTimes(1);
  });
});

test('refused log-ins of one client have 60 lines a minute and one of how many were left out; others have theirs', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const written: Parameters<ReturnType<typeof limitRefusals>>[0][] = [];
    const audit = limitRefusals((entry) => void written.push(entry));
    const outcomes = ['rejected', 'throttled', 'unavailable'] as const;
    const refuse = (client: string, count: number): void => {
      for (let at = 0; at < count; at += 1)
        audit({ ...ENTRY, client, user: null, outcome: outcomes[at % outcomes.length] ?? 'rejected' });
    };
    // One site of IPv6 is one client.
    refuse('2001:db8::1', 50);
    refuse('2001:db8::2', 50);
    refuse('192.0.2.1', 60);
    audit({ ...ENTRY, client: '2001:db8::1' });
    expect(written.map(({ client }) => client).filter((client) => client.startsWith('2001'))).toHaveLength(61);
    expect(written).toHaveLength(121);
    expect(written.at(-1)).toMatchObject({ outcome: 'authenticated', client: '2001:db8::1' });
    vi.advanceTimersByTime(60_000);
    expect(written.slice(121)).toEqual([
      expect.objectContaining({ client: '2001:db8:0:0::/64', user: null, outcome: 'rejected', leftOut: 40 }),
    ]);
    refuse('2001:db8::1', 1);
    expect(written.at(-1)).toMatchObject({ client: '2001:db8::1', user: null });
    vi.advanceTimersByTime(60_000);
    expect(written).toHaveLength(123);
  } finally {
    vi.useRealTimers();
  }
});
