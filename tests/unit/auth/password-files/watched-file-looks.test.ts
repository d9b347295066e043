import { describe, expect, test, vi } from 'vitest';
import { disk } from '../../../fixtures/auth/fake-disk.ts';
import { LONG_AGO, log, NOW, open, openAsProduct, PATH, useFakeDisk, write } from './watched-set-up.ts';

useFakeDisk();

vi.mock('node:fs', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../../fixtures/auth/fake-disk.ts')).fakeFs,
}));
vi.mock(
  '../../../../src/auth/password-files/text-file.ts',
  async () => (await import('../../../fixtures/auth/fake-disk.ts')).fakeTextFile,
);

/** How often the file is read in so many looks. */
function readsIn(looks: number): number {
  disk.reads = 0;
  vi.advanceTimersByTime(looks * 500);
  return disk.reads;
}

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

  test('what cannot be read is tried again when it changes, and not before', () => {
    disk.files.set(PATH, { text: undefined, signature: 'a folder', modifiedMilliseconds: LONG_AGO });
    const file = open();
    expect(readsIn(10)).toBe(0);
    write('new');
    expect([readsIn(1), file.content()]).toEqual([1, 'new']);
  });

  test('a change just after reading is read at the next look', () => {
    write('old');
    disk.afterRead = () => write('new');
    const file = open();
    expect([file.content(), readsIn(1), file.content()]).toEqual(['old', 1, 'new']);
  });

  test('a file that is damaged is read again when it changes', () => {
    write('bad');
    const file = open();
    expect(readsIn(10)).toBe(0);
    write('new');
    expect([readsIn(1), file.content()]).toEqual([1, 'new']);
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

  test('is a second unless said otherwise, and looks are every two', () => {
    write('old');
    const file = openAsProduct();
    disk.files.delete(PATH);
    vi.advanceTimersByTime(2999);
    expect(file.content()).toBe('old');
    vi.advanceTimersByTime(1);
    expect(file.content()).toBeUndefined();
    write('new');
    disk.watchers[0]?.changed('htpasswd');
    vi.advanceTimersByTime(24);
    expect(file.content()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(file.content()).toBe('new');
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
    expect(log).toEqual([]);
  });
});

describe('reports', () => {
  test('the first five problems, and how many more there are', () => {
    write('bad'.padEnd(7));
    expect(open().health()).toEqual({
      kind: 'closed',
      reason: [
        `${PATH}: bad.`,
        ...[1, 2, 3, 4].map((line) => `${PATH}:${line}: bad.`),
        `${PATH}: has 2 more lines that cannot be used`,
      ].join('\n'),
    });
    write('bad'.padEnd(5), 'five');
    vi.advanceTimersByTime(500);
    expect(log.at(-1)).not.toContain('more lines');
  });

  test('what is odd in a file that is used', () => {
    write('odd');
    expect([open().health(), log]).toEqual([{ kind: 'working' }, [`${PATH}:4: odd.`]]);
  });

  test('nothing of a file that is right, also when it changes', () => {
    write('a');
    open();
    write('b');
    vi.advanceTimersByTime(500);
    expect(log).toEqual([]);
  });

  test('each problem once, and that the file is back', () => {
    write('a');
    open();
    disk.files.delete(PATH);
    vi.advanceTimersByTime(2000);
    write('b');
    vi.advanceTimersByTime(500);
    write('c');
    vi.advanceTimersByTime(500);
    expect(log).toEqual([
      `${PATH}: not found. Put a file there that this process can read, or correct the path.\n` +
        'Until then, nothing of this file is used.',
      `${PATH}: was read and is active`,
    ]);
  });

  test('nothing once it is closed, not even in the gap', () => {
    write('old');
    const file = open();
    disk.files.delete(PATH);
    vi.advanceTimersByTime(510);
    file.close();
    vi.advanceTimersByTime(5000);
    expect([log, file.content(), file.health()]).toEqual([
      [],
      undefined,
      { kind: 'closed', reason: `${PATH}: no longer watched` },
    ]);
    expect(disk.watchers.map(({ closed }) => closed)).toEqual([1]);
  });
});
