import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ReleaseWriter } from '../../../src/build/release-writer.ts';
import { openRelease } from '../../../src/store/artifact-store.ts';

const head = { site: { title: 'Test', baseUrl: '' }, entries: [], outlines: [] };
const list = { level: 'list' } as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const current = (): string => readFileSync(join(folder, 'current'), 'utf8').trim();
const releases = (): readonly string[] => readdirSync(join(folder, 'releases')).sort();

async function publish(text: string): Promise<string> {
  const writer = new ReleaseWriter(folder);
  await writer.addArtifact('json /platform/documentation', text);
  return writer.publish(head);
}

async function read(id: string): Promise<string> {
  const representation = openRelease(join(folder, 'releases', id), { formats: [] }).representation(list, 'json');
  if (representation instanceof Promise || representation.kind !== 'bytes')
    throw new Error('Stored bytes were expected.');
  return Buffer.from(await representation.body('identity')).toString();
}

describe('a release', () => {
  test.each(['short', 'long enough to be compressed '.repeat(100)])('gives back what was written', async (text) => {
    expect(await read(await publish(text))).toBe(text);
  });

  test('can be read by those who can read the folder that it is in: a server need not be who has built', async () => {
    const id = await publish('one');
    const modeOf = (path: string): number => statSync(join(folder, path)).mode;
    expect(modeOf(`releases/${id}`)).toBe(modeOf('releases'));
    expect(modeOf(`releases/${id}/pack.bin`)).toBe(modeOf('current'));
  });

  test('has the same name for the same content', async () => {
    const first = await publish('same');
    expect(await publish('same')).toBe(first);
    expect(releases()).toEqual([first]);
  });

  test('keeps the one before for servers that have not switched yet, and no older one', async () => {
    const [, second, third] = [await publish('one'), await publish('two'), await publish('three')];
    expect(current()).toBe(third);
    expect(releases()).toEqual([second, third].sort());
  });

  test('that is discarded leaves everything as it was', async () => {
    const first = await publish('one');
    const writer = new ReleaseWriter(folder);
    await writer.addArtifact('json /platform/documentation', 'two');
    await writer.discard();
    expect([current(), releases()]).toEqual([first, [first]]);
  });

  test('that was never finished is removed by the next one, not by one that runs at the same time', async () => {
    const running = new ReleaseWriter(folder);
    const id = await publish('one');
    expect(releases().filter((name) => name.startsWith('.draft-'))).toHaveLength(1);
    await running.discard();
    expect(releases()).toEqual([id]);
  });

  test('that was damaged is not opened, and publishing the same anew repairs it', async () => {
    const id = await publish('one');
    const pack = join(folder, 'releases', id, 'pack.bin');
    truncateSync(pack, 2);
    await expect(read(id)).rejects.toThrow('is damaged');
    expect(await publish('one')).toBe(id);
    expect(await read(id)).toBe('one');
  });

  test('waits while another build publishes', async () => {
    const lock = join(folder, 'publishing');
    writeFileSync(lock, '');
    const first = publish('one');
    // All is written; what is left to do is to switch.
    await expect
      .poll(() => releases().some((name) => existsSync(join(folder, 'releases', name, 'index.json'))), {
        timeout: 10_000,
      })
      .toBe(true);
    expect(releases().filter((name) => !name.startsWith('.'))).toEqual([]);
    rmSync(lock);
    const id = await first;
    expect(current()).toBe(id);
  });

  test('does not wait for a build that was killed', async () => {
    const lock = join(folder, 'publishing');
    writeFileSync(lock, '');
    utimesSync(lock, 0, 0);
    expect(await read(await publish('one'))).toBe('one');
    expect(readdirSync(folder).sort()).toEqual(['current', 'releases']);
  });
});
