import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ReleaseWriter } from '../../../src/release/release-writer.ts';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  fsync: (_file: number, done: (error: Error) => void) => done(new Error('EIO')),
}));

const folder = mkdtempSync(join(tmpdir(), 'unsynced-release-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('a release whose packs did not reach the disk is not published', async () => {
  const writer = new ReleaseWriter(folder);
  await writer.addArtifact('json /platform/documentation', '{}');
  await expect(writer.publish({ site: { title: 'T', baseUrl: '' }, entries: [], outlines: [] })).rejects.toThrow('EIO');
  expect(existsSync(join(folder, 'current'))).toBe(false);
  await writer.discard();
});
