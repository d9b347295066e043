import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PreviousRelease } from '../../../src/release/previous-release.ts';
import { releaseChecksum } from '../../../src/release/release-contents.ts';
import { ReleaseWriter } from '../../../src/release/release-writer.ts';
import { openRelease } from '../../../src/store/artifact-store.ts';
import { releaseId } from '../../../src/store/release.ts';
import { accessHash } from '../../../src/store/release-access.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { packsIn } from '../../fixtures/packs.ts';

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

async function publishModel(): Promise<string> {
  const writer = new ReleaseWriter(folder);
  const services = [service('Book', { operations: [operation('GET', '/book'), operation('POST', '/book')] })];
  await writer.addModel(apiRecord({ name: 'Library', version: 1, basePath: '/library', services }));
  const names = { services: ['Book'], groups: [], guides: [], schemas: [], operations: [] };
  return writer.publish({ ...head, outlines: [{ api: 'Library', version: 1, ...names, accessHash: accessHash([]) }] });
}

async function read(id: string): Promise<string> {
  const representation = openRelease(join(folder, 'releases', id), { formats: [] }).representation(list, 'json');
  if (representation instanceof Promise || representation.kind !== 'bytes')
    throw new Error('Stored bytes were expected.');
  return Buffer.from(await representation.body('identity')).toString();
}

/** A release of several texts, some compressed, in order, with a model among them now and then. */
async function publishAll(texts: readonly string[], reuses: boolean, into = folder): Promise<string> {
  const writer = new ReleaseWriter(into, new PreviousRelease(reuses ? into : null));
  for (const [index, text] of texts.entries()) {
    if (index % 40 === 0) await writer.addModel(apiRecord({ name: `Api${index}`, version: 1 }), reuses);
    await writer.addArtifact(`json /platform/documentation/${index}`, text);
  }
  await writer.addAsset('/style.css', 'text/css', new TextEncoder().encode(texts[0] ?? ''));
  return writer.publish(head);
}

const releaseFolder = (id: string, within = folder): string => join(within, 'releases', id);
const firstPack = (release: string): string => join(release, packsIn(release)[0] ?? '');
const bytesOf = (id: string, within = folder): Readonly<Record<string, Buffer>> => {
  const release = releaseFolder(id, within);
  return Object.fromEntries(readdirSync(release).map((file) => [file, readFileSync(join(release, file))]));
};

describe('what the release before has compressed', () => {
  const page = (index: number): string => `<p>${index} ${'reads like the others '.repeat(200)}</p>`;
  const before = Array.from({ length: 300 }, (_, index) => page(index));
  const after = [page(1000), ...before.slice(0, 150), page(7), page(1001), 'short', ...before.slice(160)];

  let published: string;
  let anew: Readonly<Record<string, Buffer>>;
  /** For tests to copy: compressing takes most of their time. */
  beforeAll(async () => {
    published = mkdtempSync(join(tmpdir(), 'release-writer-'));
    await publishAll(before, false, join(published, 'before'));
    const id = await publishAll(after, false, join(published, 'after'));
    anew = bytesOf(id, join(published, 'after'));
  });
  afterAll(() => rmSync(published, { recursive: true }));
  const publishedBefore = (): string => {
    cpSync(join(published, 'before'), folder, { recursive: true });
    return current();
  };

  test('is taken over: the bytes are those of compressing anew', async () => {
    publishedBefore();
    expect(bytesOf(await publishAll(after, true))).toEqual(anew);
  });

  test.each<[name: string, damage: (release: string) => void]>([
    ['one byte of the pack is another', (release) => flip(firstPack(release), 1000)],
    ['one byte of the index is another', (release) => flip(join(release, 'index.json'), 200)],
    ['the pack is shorter', (release) => truncateSync(firstPack(release), 100)],
    ['a pack is longer', (release) => appendFileSync(firstPack(release), 'x')],
    ['a pack is missing', (release) => rmSync(firstPack(release))],
    ['the index is missing', (release) => rmSync(join(release, 'index.json'))],
    ['other programs have compressed it', (release) => useOtherCodecs(join(release, 'index.json'))],
    ['another version of the product has written it', (release) => useOtherSchema(join(release, 'index.json'))],
  ])('is compressed anew where %s', async (_name, damage) => {
    damage(releaseFolder(publishedBefore()));
    expect(bytesOf(await publishAll(after, true))).toEqual(anew);
  });

  test('is not compressed again, but by a build that is forced', async () => {
    await publishAll(before, false);
    const anew = bytesOf(current());
    // A byte that only those can have who take it over: the index says that it is right.
    const pack = firstPack(releaseFolder(current()));
    const checksum = crc32(readFileSync(pack));
    flip(pack, 1000);
    const index = join(releaseFolder(current()), 'index.json');
    const json = readFileSync(index, 'utf8');
    expect(json).toContain(`,${checksum}]`);
    writeFileSync(index, json.replace(`,${checksum}]`, `,${crc32(readFileSync(pack))}]`));
    rename();
    const taken = bytesOf(await publishAll(before, true));
    expect(taken[basename(pack)]?.equals(anew[basename(pack)] ?? Buffer.of())).toBe(false);
    expect(bytesOf(await publishAll(before, false))).toEqual(anew);
  });
});

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function useOtherCodecs(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('zlib ', 'zlib 0.'));
  rename();
}

/** Gives an index another schema, where slices may differ: here they have no checksum. */
function useOtherSchema(file: string): void {
  const json = readFileSync(file, 'utf8').replace(/"schema":\d+/, '"schema":5');
  writeFileSync(file, json.replaceAll(/\[(\d+),(\d+),\d+\]/g, '[$1,$2]'));
  rename();
}

/** Calls the current release what its content says. */
function rename(): void {
  const id = releaseId(String(bytesOf(current())['index.json']));
  renameSync(join(folder, 'releases', current()), join(folder, 'releases', id));
  writeFileSync(join(folder, 'current'), id);
}

describe('the packs of the release before', () => {
  const page = (index: number): string => `<p>${index} ${'reads like the others '.repeat(200)}</p>`;
  const pages = Array.from({ length: 300 }, (_, index) => page(index));
  const inodes = (id: string): ReadonlyMap<string, number> =>
    new Map(packsIn(releaseFolder(id)).map((name) => [name, statSync(join(releaseFolder(id), name)).ino]));

  test.each<[change: string, after: readonly string[]]>([
    ['another text', pages.with(100, 'another')],
    ['a text more', [...pages, 'one more']],
    ['a text less', pages.slice(0, -1)],
  ])('stay the same files, but those of %s', async (_, after) => {
    const before = inodes(await publishAll(pages, true));
    const id = await publishAll(after, true);
    const shared = [...inodes(id)].filter(([name, inode]) => before.get(name) === inode);
    expect(before.size).toBeGreaterThan(5);
    expect(shared.length).toBeGreaterThanOrEqual(before.size - 2);
    expect(await publishAll(after, false)).toBe(id);
  });

  test('stay the same files where others have the same bytes', async () => {
    const twice = [...pages.slice(0, 150), ...pages.slice(0, 150)];
    const before = inodes(await publishAll(twice, true));
    const id = await publishAll(twice.with(0, 'another'), true);
    const shared = [...inodes(id)].filter(([name, inode]) => before.get(name) === inode);
    expect(shared.length).toBeGreaterThanOrEqual(before.size - 2);
  });

  test('are copied where another build has given them other rights', async () => {
    const id = await publishAll(pages, true);
    for (const name of packsIn(releaseFolder(id))) chmodSync(join(releaseFolder(id), name), 0o600);
    const next = await publishAll(pages.with(0, 'another'), true);
    const modes = packsIn(releaseFolder(next)).map((name) => statSync(join(releaseFolder(next), name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([statSync(join(releaseFolder(next), 'index.json')).mode & 0o777]));
  });

  test('are copied where files cannot be shared', async () => {
    const before = inodes(await publishAll(pages, true));
    const writer = new ReleaseWriter(folder);
    for (const [index, text] of pages.entries())
      await writer.addArtifact(`json /platform/documentation/${index}`, text);
    // Another build that publishes meanwhile removes the release, too.
    rmSync(releaseFolder(current()), { recursive: true });
    const id = await writer.publish(head);
    expect([...inodes(id).values()].filter((inode) => [...before.values()].includes(inode))).toEqual([]);
    openRelease(releaseFolder(id), { formats: [] });
  });
});

describe('a release', () => {
  test.each(['short', 'long enough to be compressed '.repeat(100)])('gives back what was written', async (text) => {
    expect(await read(await publish(text))).toBe(text);
  });

  test('can be read by those who can read the folder that it is in: a server need not be who has built', async () => {
    const id = await publish('one');
    const modeOf = (path: string): number => statSync(join(folder, path)).mode;
    expect(modeOf(`releases/${id}`)).toBe(modeOf('releases'));
    expect(modeOf(`releases/${id}/${packsIn(releaseFolder(id))[0]}`)).toBe(modeOf('current'));
  });

  test('is not read again for its checksum, and any other byte of its files has another one', async () => {
    const writer = new ReleaseWriter(folder);
    await writer.addArtifact('json /platform/documentation', 'long enough to be compressed '.repeat(100));
    const release = releaseFolder(await writer.publish(head));
    expect(releaseChecksum(release)).toBe(writer.checksum);
    for (const name of readdirSync(release)) {
      flip(join(release, name), 20);
      expect([name, releaseChecksum(release)]).not.toEqual([name, writer.checksum]);
      flip(join(release, name), 20);
    }
    writeFileSync(join(release, 'another.bin'), '');
    expect(releaseChecksum(release)).not.toBe(writer.checksum);
  });

  test('has the same name for the same content', async () => {
    const first = await publish('same');
    expect(await publish('same')).toBe(first);
    expect(releases()).toEqual([first]);
  });

  test('keeps the two that were published before it, and no older one', async () => {
    const [first, second, third] = [await publish('one'), await publish('two'), await publish('three')];
    expect(releases()).toEqual([first, second, third].sort());
    // Published again it is the youngest, though it was written first.
    await publish('one');
    const fourth = await publish('four');
    expect([current(), releases()]).toEqual([fourth, [first, third, fourth].sort()]);
  });

  test('keeps the one that was current before it, though others are younger', async () => {
    const [first, , third] = [await publish('one'), await publish('two'), await publish('three')];
    writeFileSync(join(folder, 'current'), `${first}\n`);
    const fourth = await publish('four');
    expect(releases()).toEqual([first, third, fourth].sort());
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
    truncateSync(firstPack(releaseFolder(id)), 2);
    await expect(read(id)).rejects.toThrow('is damaged');
    expect(await publish('one')).toBe(id);
    expect(await read(id)).toBe('one');
  });

  test.each([
    ['another path', (json: string) => json.replaceAll('"/book"', '"/took"')],
    ['nothing that can be read', (json: string) => json.slice(1)],
  ])('whose index has %s is not opened, and publishing the same anew repairs it', async (_, damage) => {
    const published = await publishModel();
    const index = join(releaseFolder(published), 'index.json');
    writeFileSync(index, damage(readFileSync(index, 'utf8')));
    expect(() => openRelease(releaseFolder(published), { formats: [] })).toThrow(
      /index\.json is damaged.*npm run build/,
    );
    expect(await publishModel()).toBe(published);
    expect(openRelease(releaseFolder(published), { formats: [] }).routed()).toHaveLength(1);
  });

  test('of another version of the product is not opened, though it is called after its content', async () => {
    await publishModel();
    useOtherSchema(join(releaseFolder(current()), 'index.json'));
    expect(() => openRelease(releaseFolder(current()), { formats: [] })).toThrow(/written by another version/);
  });

  test('has the routes of its APIs without their models', async () => {
    const release = releaseFolder(await publishModel());
    for (const pack of packsIn(release)) flip(join(release, pack), 40);
    const store = openRelease(release, { formats: [] });
    const routes = store.routed().flatMap((api) => api.getServices().flatMap((each) => each.getAllOperations()));
    expect(routes.map((operation) => `${operation.getHttpMethod()} ${operation.getPaths().join()}`)).toEqual([
      'GET /library/book',
      'POST /library/book',
    ]);
    expect(() => store.apis()).toThrow('is damaged');
  });

  test('waits while another build publishes', async () => {
    const lock = join(folder, 'publishing');
    writeFileSync(lock, '');
    const first = publish('one');
    // All is written; what is left to do is to switch.
    await expect
      .poll(() => releases().some((name) => existsSync(join(folder, 'releases', name, 'index.json'))))
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
