import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileReading } from '../../../../src/auth/password-files/lines.ts';
import { MAXIMUM_FILE_BYTES } from '../../../../src/auth/password-files/text-file.ts';
import { WatchedFile } from '../../../../src/auth/password-files/watched-file.ts';

/** Short, so that the tests are; the gap long beside the rest, so that what happens within it can be told. */
const timings = { pollMilliseconds: 60, settleMilliseconds: 10, gapMilliseconds: 1000 };
/** Parses as `parseHtpasswd` does: an empty text is damaged, as is one with `bad`. */
const parse = (text: string): FileReading<string> =>
  text === '' || text.includes('bad')
    ? { kind: 'damaged', complaints: [{ line: 3, problem: 'is damaged. Correct it.' }] }
    : { kind: 'read', content: text, complaints: [] };

let folder: string;
let path: string;
let log: string[];
let files: WatchedFile<string>[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  path = join(folder, 'htpasswd');
  log = [];
  files = [];
});

afterEach(() => {
  for (const file of files) file.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(changes: Partial<typeof timings> = {}): WatchedFile<string> {
  const file = new WatchedFile(path, parse, (message) => log.push(message), { ...timings, ...changes });
  files.push(file);
  return file;
}

const becomes = (file: WatchedFile<string>, content: string | undefined): Promise<void> =>
  vi.waitFor(() => expect(file.content()).toBe(content), { interval: 5 });
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Every way a new content comes to be under the name. */
const ARRIVALS: readonly (readonly [string, (content: string) => void])[] = [
  ['written in place', (content) => writeFileSync(path, content)],
  [
    'renamed over the old one',
    (content) => {
      writeFileSync(join(folder, 'new'), content);
      renameSync(join(folder, 'new'), path);
    },
  ],
  [
    'removed and made again',
    (content) => {
      rmSync(path);
      writeFileSync(path, content);
    },
  ],
  [
    'a symbolic link, renamed over it',
    (content) => {
      writeFileSync(join(folder, 'target'), content);
      symlinkSync('target', join(folder, 'link'));
      renameSync(join(folder, 'link'), path);
    },
  ],
];

describe('content', () => {
  test.each(ARRIVALS)('%s: is swapped, with no moment without content', async (_, arrive) => {
    writeFileSync(path, 'old');
    const file = open();
    expect(file.content()).toBe('old');
    const seen = new Set<string | undefined>();
    const watching = setInterval(() => seen.add(file.content()), 1);
    arrive('new');
    await becomes(file, 'new');
    clearInterval(watching);
    expect([...seen].filter((content) => content !== 'old' && content !== 'new')).toEqual([]);
    expect(file.health()).toEqual({ kind: 'working' });
  });

  test('a link in the middle of the way is swapped, as container platforms do', async () => {
    mkdirSync(join(folder, 'v1'));
    mkdirSync(join(folder, 'v2'));
    writeFileSync(join(folder, 'v1', 'htpasswd'), 'old');
    writeFileSync(join(folder, 'v2', 'htpasswd'), 'new');
    symlinkSync('v1', join(folder, '..data'));
    symlinkSync('..data/htpasswd', path);
    const file = open({ pollMilliseconds: 60_000 });
    expect(file.content()).toBe('old');
    symlinkSync('v2', join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    await becomes(file, 'new');
  });

  test('what a link leads to is watched where it is', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'target'), 'old');
    symlinkSync('elsewhere/target', path);
    const file = open({ pollMilliseconds: 60_000 });
    writeFileSync(join(folder, 'elsewhere', 'target'), 'new');
    await becomes(file, 'new');
  });

  test('a change that leaves size and time as they were is seen', async () => {
    const longAgo = new Date('2020-01-01');
    writeFileSync(path, 'old');
    utimesSync(path, longAgo, longAgo);
    const file = open();
    writeFileSync(path, 'new');
    utimesSync(path, longAgo, longAgo);
    await becomes(file, 'new');
  });

  test('a change that nothing reports is seen at the next look', async () => {
    writeFileSync(path, 'old');
    mkdirSync(join(folder, 'elsewhere'));
    linkSync(path, join(folder, 'elsewhere', 'other-name'));
    const file = open();
    writeFileSync(join(folder, 'elsewhere', 'other-name'), 'new');
    await becomes(file, 'new');
  });

  test('a folder that is replaced is watched again', async () => {
    path = join(folder, 'data', 'htpasswd');
    mkdirSync(join(folder, 'data'));
    writeFileSync(path, 'old');
    const file = open();
    renameSync(join(folder, 'data'), join(folder, 'former'));
    mkdirSync(join(folder, 'data'));
    writeFileSync(path, 'new');
    await becomes(file, 'new');
    writeFileSync(path, 'newer');
    await becomes(file, 'newer');
  });

  test('a missing folder that appears later is found', async () => {
    path = join(folder, 'data', 'htpasswd');
    const file = open();
    expect(file.health()).toEqual({ kind: 'closed', reason: expect.stringContaining('not found') });
    mkdirSync(join(folder, 'data'));
    writeFileSync(path, 'new');
    await becomes(file, 'new');
  });
});

/** Every way a file stops being usable, and what the operator reads. */
const LOSSES: readonly (readonly [string, () => void, string])[] = [
  ['removed', () => rmSync(path), 'not found'],
  ['emptied', () => writeFileSync(path, ''), ':3: is damaged'],
  ['damaged', () => writeFileSync(path, 'bad'), ':3: is damaged'],
  ['too large', () => writeFileSync(path, Buffer.alloc(MAXIMUM_FILE_BYTES + 1, 0x20)), 'is larger than'],
  [
    'a folder',
    () => {
      rmSync(path);
      mkdirSync(path);
    },
    'is not a file',
  ],
  [
    'a named pipe',
    () => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
    'is not a file',
  ],
  [
    'a link that leads nowhere',
    () => {
      rmSync(path);
      symlinkSync('nowhere', path);
    },
    'not found',
  ],
];

describe('a file that cannot be used', () => {
  test.each(LOSSES)('%s: closed after the gap, open again when it is right', async (_, lose, reason) => {
    writeFileSync(path, 'old');
    const file = open();
    lose();
    await pause(timings.gapMilliseconds / 4);
    expect(file.content()).toBe('old');
    await becomes(file, undefined);
    expect(file.health()).toEqual({ kind: 'closed', reason: expect.stringContaining(reason) });
    expect(log.at(-1)).toContain(reason);
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, 'back');
    await becomes(file, 'back');
    expect(file.health()).toEqual({ kind: 'working' });
  });

  test.each(LOSSES)('%s at the start: closed at once', (_, lose, reason) => {
    writeFileSync(path, 'old');
    lose();
    const file = open();
    expect([file.content(), file.health()]).toEqual([
      undefined,
      { kind: 'closed', reason: expect.stringContaining(reason) },
    ]);
  });

  test('failing in one way after another does not prolong the gap', async () => {
    writeFileSync(path, 'old');
    const file = open();
    const failing = setInterval(() => writeFileSync(path, Math.random() < 0.5 ? '' : 'bad'), 15);
    await becomes(file, undefined);
    clearInterval(failing);
  });

  test('back within the gap: never closed', async () => {
    writeFileSync(path, 'old');
    const file = open();
    rmSync(path);
    await pause(timings.gapMilliseconds / 4);
    writeFileSync(path, 'new');
    await becomes(file, 'new');
    const seen = new Set<string | undefined>();
    const watching = setInterval(() => seen.add(file.content()), 1);
    await pause(timings.gapMilliseconds * 1.5);
    clearInterval(watching);
    expect([...seen]).toEqual(['new']);
  });

  test.skipIf(process.getuid?.() === 0)('must not be read (skipped for root, who may read everything): closed', () => {
    writeFileSync(path, 'old');
    chmodSync(path, 0);
    expect(open().health()).toEqual({
      kind: 'closed',
      reason: `${path}: may not be read by this process. Put a file there that this process can read, or correct the path.`,
    });
  });

  test('the same problem is logged once', async () => {
    const file = open();
    await pause(timings.pollMilliseconds * 4);
    expect(file.content()).toBeUndefined();
    expect(log).toHaveLength(1);
  });
});

test('closed, even between a change and its reading: no content, and none comes back', async () => {
  writeFileSync(path, 'old');
  const file = open({ settleMilliseconds: 120 });
  writeFileSync(path, 'new');
  await pause(30);
  file.close();
  expect(file.content()).toBeUndefined();
  await pause(timings.pollMilliseconds * 3);
  expect([file.content(), file.health().kind]).toEqual([undefined, 'closed']);
});
