import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFileAuditLog } from '../../../../src/server/access/audit-log.ts';

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
      /^The audit log cannot be written: .+ Let this process write there, or correct platform-server\.audit_log\.$/,
    );
    mkdirSync(join(folder, 'data'));
    await vi.waitFor(() => {
      audit(ENTRY);
      expect(lines()).toContainEqual(ENTRY);
    });
    expect(report).toHaveBeenCalledTimes(1);
  });
});
