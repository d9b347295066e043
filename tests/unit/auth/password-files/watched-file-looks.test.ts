import { EventEmitter } from 'node:events';
import type * as fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileReading } from '../../../../src/auth/password-files/contract.ts';
import type * as textFile from '../../../../src/auth/password-files/text-file.ts';
import { WatchedFile } from '../../../../src/auth/password-files/watched-file.ts';

/** A file system that says what the test wants; nothing is reported unless the test does it. */
const disk = vi.hoisted(() => ({
  files: new Map<string, { text: string; signature: string; modifiedMilliseconds: number }>(),
  reads: 0,
  watchers: [] as (EventEmitter & { folder: string; closed: number; changed(name: string | null): void })[],
  canWatch: true,
}));

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof fs>()),
  realpathSync: (path: string) => path,
  watch: (folder: string, _: unknown, changed: (event: string, name: string | null) => void) => {
    if (!disk.canWatch) throw new Error('no watchers left');
    const watcher = Object.assign(new EventEmitter(), {
      folder,
      closed: 0,
      close: () => {
        watcher.closed += 1;
      },
      changed: (name: string | null) => changed('change', name),
    });
    disk.watchers.push(watcher);
    return watcher;
  },
}));

vi.mock(
  '../../../../src/auth/password-files/text-file.ts',
  (): Partial<typeof textFile> => ({
    fileState: (path) => disk.files.get(path),
    readTextFile: (path) => {
      disk.reads += 1;
      const file = disk.files.get(path);
      if (file === undefined) return { kind: 'failed', problem: 'not found' };
      const { text, ...state } = file;
      return { kind: 'text', text, state };
    },
  }),
);

const PATH = '/data/htpasswd';
const LONG_AGO = 1_000_000;
const NOW = 1_800_000_000_000;
const timings = { pollMilliseconds: 500, settleMilliseconds: 20, gapMilliseconds: 100 };
const parse = (text: string): FileReading<string> =>
  text.includes('bad')
    ? { kind: 'damaged', complaints: Array.from({ length: text.length }, (_, index) => ({ line: index, problem: 'bad.' })) }
    : { kind: 'read', content: text, complaints: [] };

let log: string[];
let files: WatchedFile<string>[];

function open(): WatchedFile<string> {
  const file = new WatchedFile(PATH, parse, (message) => log.push(message), timings);
  files.push(file);
  return file;
}

function write(text: string, signature = text, modifiedMilliseconds = LONG_AGO): void {
  disk.files.set(PATH, { text, signature, modifiedMilliseconds });
}

/** How often the file is read in so many looks. */
function readsIn(looks: number): number {
  disk.reads = 0;
  vi.advanceTimersByTime(looks * timings.pollMilliseconds);
  return disk.reads;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  Object.assign(disk, { reads: 0, canWatch: true });
  disk.watchers.length = 0;
  disk.files.clear();
  disk.files.set('/data', { text: '', signature: '1|2', modifiedMilliseconds: LONG_AGO });
  log = [];
  files = [];
});
afterEach(() => {
  for (const file of files) file.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('looking', () => {
  test('a file that stays as it is, is read once', () => {
    write('old');
    open();
    expect(readsIn(10)).toBe(0);
  });

  test('a file that changed is read at the next look', () => {
    write('old');
    const file = open();
    write('new');
    expect([readsIn(1), file.content(), readsIn(5)]).toEqual([1, 'new', 0]);
  });

  test.each([
    ['just now', NOW, 4],
    ['a second ago', NOW - 1000, 2],
    ['less than two seconds ago', NOW - 1999, 1],
    ['two seconds ago', NOW - 2000, 0],
    ['long ago', LONG_AGO, 0],
  ])('a file written %s is read until no coarse clock can hide a change', (_, modifiedMilliseconds, expected) => {
    write('old', 'same', modifiedMilliseconds);
    const file = open();
    write('new', 'same', modifiedMilliseconds);
    expect(readsIn(10)).toBe(expected);
    expect(file.content()).toBe(expected > 0 ? 'new' : 'old');
  });

  test('a file that is missing is asked for, not read', () => {
    open();
    expect(readsIn(10)).toBe(0);
    write('new');
    expect(readsIn(1)).toBe(1);
  });

  test('a file that is damaged is read again when it changes', () => {
    write('bad');
    const file = open();
    expect(readsIn(10)).toBe(0);
    write('new');
    expect([readsIn(1), file.content()]).toEqual([1, 'new']);
  });
});

describe('watching', () => {
  test('a reported change is read after a moment for the writer, once however many there are', () => {
    write('old');
    const file = open();
    write('new');
    disk.reads = 0;
    for (let count = 0; count < 3; count += 1) {
      disk.watchers[0]?.changed('htpasswd');
      vi.advanceTimersByTime(9);
    }
    expect([file.content(), disk.reads, vi.advanceTimersByTime(1) && file.content(), disk.reads]).toEqual(['new', 1, 'new', 1]);
    write('newer');
    disk.watchers[0]?.changed(null);
    vi.advanceTimersByTime(19);
    expect(file.content()).toBe('new');
    vi.advanceTimersByTime(1);
    expect(file.content()).toBe('newer');
  });

  test('what happens to other files of the folder is nothing to read for', () => {
    write('old');
    open();
    disk.reads = 0;
    disk.watchers[0]?.changed('other');
    vi.advanceTimersByTime(100);
    expect(disk.reads).toBe(0);
    write('new');
    disk.watchers[0]?.changed('other');
    vi.advanceTimersByTime(20);
    expect(disk.reads).toBe(1);
  });

  test('a folder is watched once, and anew when it was replaced', () => {
    write('old');
    open();
    vi.advanceTimersByTime(1000);
    expect(disk.watchers.map(({ folder, closed }) => [folder, closed])).toEqual([['/data', 0]]);
    disk.files.set('/data', { text: '', signature: '1|3', modifiedMilliseconds: LONG_AGO });
    vi.advanceTimersByTime(500);
    expect(disk.watchers.map(({ closed }) => closed)).toEqual([1, 0]);
  });

  test.each<[string, (start: () => void) => void]>([
    [
      'that appears later',
      (start) => {
        disk.files.delete('/data');
        start();
        disk.files.set('/data', { text: '', signature: '1|2', modifiedMilliseconds: LONG_AGO });
      },
    ],
    [
      'that could not be watched at first',
      (start) => {
        disk.canWatch = false;
        start();
        disk.canWatch = true;
      },
    ],
  ])('a folder %s is watched from the next look on', (_, begin) => {
    write('old');
    begin(() => void open());
    expect(disk.watchers).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(disk.watchers).toHaveLength(1);
  });

  test('a watcher that fails is closed, and another takes its place', () => {
    write('old');
    open();
    disk.watchers[0]?.emit('error', new Error('gone'));
    expect(disk.watchers.map(({ closed }) => closed)).toEqual([1]);
    vi.advanceTimersByTime(500);
    expect(disk.watchers.map(({ closed }) => closed)).toEqual([1, 0]);
  });
});

describe('the gap', () => {
  test('lasts as long as it is said to, from the first failure', () => {
    write('old');
    const file = open();
    disk.files.delete(PATH);
    disk.watchers[0]?.changed('htpasswd');
    vi.advanceTimersByTime(60);
    disk.watchers[0]?.changed('htpasswd');
    vi.advanceTimersByTime(59);
    expect([file.content(), file.health()]).toEqual(['old', { kind: 'working' }]);
    vi.advanceTimersByTime(1);
    expect([file.content(), file.health().kind]).toEqual([undefined, 'closed']);
  });

  test('begins anew after the file was right', () => {
    write('old');
    const file = open();
    for (let count = 0; count < 3; count += 1) {
      disk.files.delete(PATH);
      disk.watchers[0]?.changed('htpasswd');
      vi.advanceTimersByTime(90);
      write('old');
      disk.watchers[0]?.changed('htpasswd');
      vi.advanceTimersByTime(25);
      expect(file.content()).toBe('old');
    }
    expect(log).toEqual([`${PATH}: read`]);
  });
});

describe('what is told', () => {
  test('the first five problems, and how many more there are', () => {
    write('bad'.padEnd(7));
    expect(open().health()).toEqual({
      kind: 'closed',
      reason: [`${PATH}: bad.`, ...[1, 2, 3, 4].map((line) => `${PATH}:${line}: bad.`), `${PATH}: 2 more lines that cannot be used`].join('\n'),
    });
    write('bad'.padEnd(5), 'five');
    vi.advanceTimersByTime(500);
    expect(log.at(-1)).not.toContain('more lines');
  });

  test('each change once, also that the file is back', () => {
    write('a');
    open();
    write('b');
    vi.advanceTimersByTime(500);
    disk.files.delete(PATH);
    vi.advanceTimersByTime(2000);
    write('c');
    vi.advanceTimersByTime(500);
    expect(log).toEqual([`${PATH}: read`, `${PATH}: not found. Create the file, or correct the path.`, `${PATH}: read`]);
  });

  test('nothing once it is closed, not even in the gap', () => {
    write('old');
    const file = open();
    disk.files.delete(PATH);
    vi.advanceTimersByTime(510);
    file.close();
    vi.advanceTimersByTime(5000);
    expect([log, file.content(), file.health()]).toEqual([[`${PATH}: read`], undefined, { kind: 'closed', reason: `${PATH}: no longer watched` }]);
    expect(disk.watchers.map(({ closed }) => closed)).toEqual([1]);
  });
});
