import { describe, expect, test, vi } from 'vitest';
import { disk } from '../../../fixtures/auth/fake-disk.ts';
import { makeFolder, open, PATH, useFakeDisk, write } from './watched-set-up.ts';

useFakeDisk();

vi.mock('node:fs', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../../fixtures/auth/fake-disk.ts')).fakeFs,
}));
vi.mock(
  '../../../../src/auth/password-files/text-file.ts',
  async () => (await import('../../../fixtures/auth/fake-disk.ts')).fakeTextFile,
);

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
    expect([file.content(), disk.reads, vi.advanceTimersByTime(1) && file.content(), disk.reads]).toEqual([
      'new',
      1,
      'new',
      1,
    ]);
    write('newer');
    disk.watchers[0]?.changed(null);
    vi.advanceTimersByTime(19);
    expect(file.content()).toBe('new');
    vi.advanceTimersByTime(1);
    expect(file.content()).toBe('newer');
  });

  test.each(['htpasswd', null])('a change reported of %j is read, though the state shows none', (name) => {
    write('old');
    open();
    disk.reads = 0;
    disk.watchers[0]?.changed(name);
    vi.advanceTimersByTime(20);
    expect(disk.reads).toBe(1);
  });

  test('events of other files show that the file came or went', () => {
    const file = open();
    write('new');
    disk.watchers[0]?.changed('other');
    vi.advanceTimersByTime(20);
    expect(file.content()).toBe('new');
    disk.files.delete(PATH);
    disk.watchers[0]?.changed('other');
    vi.advanceTimersByTime(120);
    expect(file.content()).toBeUndefined();
  });

  test('a link that leads elsewhere now is watched there as soon as it is read', () => {
    write('old');
    open();
    makeFolder('/elsewhere', 9);
    disk.links.set(PATH, '/elsewhere/target');
    disk.watchers[0]?.changed('htpasswd');
    vi.advanceTimersByTime(20);
    expect(disk.watchers.map(({ folder, closed }) => [folder, closed])).toEqual([
      ['/data', 0],
      ['/elsewhere', 0],
    ]);
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
    makeFolder('/data', 3);
    vi.advanceTimersByTime(1500);
    expect(disk.watchers.map(({ closed }) => closed)).toEqual([1, 0]);
    // Nothing waits for changes alone.
    expect(disk.watchers[0]?.options).toEqual({ persistent: false });
  });

  test.each<[string, (start: () => void) => void]>([
    [
      'that appears later',
      (start) => {
        disk.files.delete('/data');
        start();
        makeFolder('/data');
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
