import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { FileReading } from '../../../../src/auth/password-files/lines.ts';
import { WatchedFile } from '../../../../src/auth/password-files/watched-file.ts';
import { disk } from '../../../fixtures/auth/fake-disk.ts';

export const PATH = '/data/htpasswd';
export const LONG_AGO = 1_000_000;
export const NOW = 1_800_000_000_000;
const timings = { pollMilliseconds: 500, settleMilliseconds: 20, gapMilliseconds: 100 };

/** `bad`: damaged, with as many complaints as characters; `odd`: usable, with a complaint. */
const parse = (text: string): FileReading<string> =>
  text.includes('bad')
    ? {
        kind: 'damaged',
        complaints: Array.from({ length: text.length }, (_, index) => ({ line: index, problem: 'bad.' })),
      }
    : { kind: 'read', content: text, complaints: text.includes('odd') ? [{ line: 4, problem: 'odd.' }] : [] };

export const log: string[] = [];
const files: WatchedFile<string>[] = [];

export function open(): WatchedFile<string> {
  const file = new WatchedFile(PATH, parse, (message) => log.push(message), timings);
  files.push(file);
  return file;
}

/** With the timings of the product. */
export function openAsProduct(): WatchedFile<string> {
  const file = new WatchedFile(PATH, parse, (message) => log.push(message));
  files.push(file);
  return file;
}

export function write(text: string, signature = text, modifiedMilliseconds = LONG_AGO): void {
  disk.files.set(PATH, { text, signature, modifiedMilliseconds });
}

/** A folder is another one when its inode is. */
export function makeFolder(path: string, inode = 2): void {
  disk.files.set(path, { text: undefined, signature: `1|${inode}`, modifiedMilliseconds: LONG_AGO });
}

/** For a suite: an empty disk and a clock of its own for each test. */
export function useFakeDisk(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
    Object.assign(disk, { reads: 0, canWatch: true, afterRead: () => {} });
    disk.watchers.length = 0;
    disk.files.clear();
    disk.links.clear();
    makeFolder('/data');
    log.length = 0;
  });

  afterEach(() => {
    for (const file of files.splice(0)) file.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
}
