import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GUIDE_FILES } from '../../../src/model/locations.ts';
import { ReleaseWriter } from '../../../src/release/release-writer.ts';
import { type CurrentRelease, followCurrentRelease } from '../../../src/store/current-release.ts';
import { accessHash } from '../../../src/store/release-access.ts';

const POLL_MILLISECONDS = 1000;

let folder: string;
let following: CurrentRelease | undefined;
let reports: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'current-release-'));
  reports = [];
});
afterEach(() => {
  following?.close();
  following = undefined;
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

async function publish(title: string, into = folder): Promise<string> {
  return new ReleaseWriter(into).publish({ site: { title, baseUrl: '' }, entries: [], outlines: [] });
}

function follow(firstFolder?: string): CurrentRelease {
  const folders = { documentationFolder: folder, firstFolder };
  following = followCurrentRelease(folders, { formats: [] }, (message) => reports.push(message));
  return following;
}

describe('the current release', () => {
  test('is the one that was published last, from the next look on', async () => {
    await publish('one');
    const { store } = follow();
    const first = store();
    expect(first.site.title).toBe('one');
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store()).toBe(first);
    await publish('two');
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('two');
    expect(reports).toEqual([]);
  });

  test('is that of the first folder until one is published', async () => {
    const first = join(folder, 'first');
    await publish('first', first);
    const { store } = follow(first);
    rmSync(first, { recursive: true });
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('first');
    await publish('one');
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('one');
    expect(reports).toEqual([]);
  });

  test('is not that of the first folder where one is published', async () => {
    await publish('one');
    expect(follow(join(folder, 'first')).store().site.title).toBe('one');
  });

  test('is served beside the files of the first one, which pages of this process link to', async () => {
    const publishWith = async (...names: readonly string[]): Promise<void> => {
      const writer = new ReleaseWriter(folder);
      for (const name of names)
        await writer.addAsset(`/${name}.css`, 'text/css', new TextEncoder().encode(`${name} {}`));
      for (const name of names)
        await writer.addAsset(`${GUIDE_FILES}${name}.png`, 'image/png', new TextEncoder().encode(name));
      await writer.publish({ site: { title: names.join(' '), baseUrl: '' }, entries: [], outlines: [] });
      vi.advanceTimersByTime(POLL_MILLISECONDS);
    };
    const textOf = async (path: string): Promise<string | undefined> => {
      const body = await release.asset(path)?.representation.body('identity');
      return body && Buffer.from(body).toString('utf8');
    };
    await publishWith('first', 'same');
    const release = follow();
    expect(await textOf(`${GUIDE_FILES}first.png`)).toBe('first');
    await publishWith('second', 'same');
    await publishWith('third');
    rmSync(join(folder, 'releases'), { recursive: true });
    expect(await Promise.all(['/first.css', '/same.css', '/second.css', '/none.css'].map(textOf))).toEqual([
      'first {}',
      'same {}',
      // No page of this process has it.
      undefined,
      undefined,
    ]);
    expect(release.asset('/third.css')).toBeDefined();
    // Pages of releases alone show what is beside guides, and taken out of them it is not published any more.
    expect(release.asset(`${GUIDE_FILES}first.png`)).toBeUndefined();
  });

  test('is tried again where the operating system refuses it for a while, and that is reported once', async () => {
    await publish('one');
    const { store } = follow();
    const two = join(folder, 'releases', await publish('two'));
    renameSync(two, `${two}-away`);
    for (let look = 0; look < 3; look += 1) vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('one');
    expect(reports).toEqual([expect.stringMatching(/^The new release cannot be opened.*ENOENT/)]);
    renameSync(`${two}-away`, two);
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('two');
    expect(reports).toHaveLength(1);
  });

  test('is opened anew where a build has repaired it, under the same name', async () => {
    const id = await publish('one');
    const { store } = follow();
    const damaged = store();
    const index = join(folder, 'releases', id, 'index.json');
    writeFileSync(index, readFileSync(index, 'utf8').replace('one', 'two'));
    expect(await publish('one')).toBe(id);
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store()).not.toBe(damaged);
    const repaired = store();
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store()).toBe(repaired);
  });

  test('follows the rule that was given last, and so does the next one', async () => {
    const operations = [{ service: 'a', resource: 'collection', methods: ['GET'] }] as const;
    const head = (title: string): Parameters<ReleaseWriter['publish']>[0] => ({
      site: { title, baseUrl: '' },
      entries: [{ name: 'A', versions: [1], defaultVersion: 1, title: 'A', summary: null, access: { kind: 'open' } }],
      outlines: [
        {
          api: 'A',
          version: 1,
          services: ['a'],
          groups: [],
          guides: [],
          schemas: [],
          operations,
          accessHash: accessHash([{ kind: 'open' }]),
        },
      ],
    });
    await new ReleaseWriter(folder).publish(head('one'));
    const { store, withAccess } = follow();
    const prepared = withAccess(() => ({ kind: 'login', schemes: [] }));
    expect([store(), prepared.store].map((each) => each.entries()[0]?.access?.kind)).toEqual(['open', 'login']);
    prepared.takeOver();
    expect(store()).toBe(prepared.store);
    expect(store().entries()[0]?.access).toEqual({ kind: 'login', schemes: [] });
    await new ReleaseWriter(folder).publish(head('two'));
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('two');
    expect(store().entries()[0]?.access).toEqual({ kind: 'login', schemes: [] });
  });

  test('stays the same store when the same release is published again', async () => {
    await publish('one');
    const second = await publish('two');
    writeFileSync(join(folder, 'current'), `${await publish('one')}\n`);
    const { store } = follow();
    await publish('two');
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    const switched = store();
    writeFileSync(join(folder, 'current'), `${second}  \n`);
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store()).toBe(switched);
  });

  test.each([
    ['is not there', 'aaaa\n', /no such file/],
    ['has a name that leaves the folder', '../releases\n', /names no release/],
    ['has no name', '\n', /names no release/],
  ])('stays, and that is reported once, when the next one %s', async (_, written, expected) => {
    await publish('one');
    const { store } = follow();
    writeFileSync(join(folder, 'current'), written);
    for (let look = 0; look < 3; look += 1) vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('one');
    expect(reports).toEqual([expect.stringMatching(expected)]);
    await publish('two');
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('two');
  });

  test('is not looked for any more once it is closed', async () => {
    await publish('one');
    const { store, close } = follow();
    await publish('two');
    close();
    vi.advanceTimersByTime(POLL_MILLISECONDS);
    expect(store().site.title).toBe('one');
  });

  test.each([
    ['nothing is published', undefined],
    ['what is published cannot be opened', 'aaaa'],
  ])('cannot be followed where %s', (_, current) => {
    if (current !== undefined) writeFileSync(join(folder, 'current'), current);
    expect(follow).toThrow(/no such file/);
  });
});
