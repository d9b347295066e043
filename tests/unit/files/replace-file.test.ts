import { spawnSync } from 'node:child_process';
import { lstatSync, lutimesSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LockHeld, lock } from '../../../src/files/lock.ts';
import { realFile, replaceFile } from '../../../src/files/replace-file.ts';
import { projectWith } from '../config/project.ts';

describe('replaceFile', () => {
  test('writes text or bytes, with the mode asked for', () => {
    const folder = projectWith({ a: 'old' });
    replaceFile(join(folder, 'a'), 'ü', 0o600);
    replaceFile(join(folder, 'b'), Uint8Array.of(0, 255), 0o640);
    expect([readFileSync(join(folder, 'a'), 'utf8'), [...readFileSync(join(folder, 'b'))]]).toEqual(['ü', [0, 255]]);
    expect([statSync(join(folder, 'a')).mode & 0o777, statSync(join(folder, 'b')).mode & 0o777]).toEqual([0o600, 0o640]);
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
  });

  test('a reader that has the file open keeps the old one: it is replaced, not rewritten', () => {
    const folder = projectWith({ a: 'old' });
    const before = statSync(join(folder, 'a')).ino;
    replaceFile(join(folder, 'a'), 'new');
    expect(statSync(join(folder, 'a')).ino).not.toBe(before);
  });

  test('a failure leaves what was there and nothing else', () => {
    const folder = projectWith({ 'a/b': 'x' });
    expect(() => replaceFile(join(folder, 'a'), 'new')).toThrow(expect.objectContaining({ syscall: 'rename' }));
    expect(() => replaceFile(join(folder, 'none/a'), 'new')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

describe('realFile', () => {
  test('follows links, relative and several, to what is there or not yet', () => {
    const folder = realFile(projectWith({ 'x/y/file': '' }));
    symlinkSync('x/y', join(folder, 'folder'));
    symlinkSync('folder/file', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    symlinkSync('folder/none', join(folder, 'c'));
    expect(['a', 'b', 'c', 'folder/file', 'x/new'].map((name) => realFile(join(folder, name)))).toEqual(
      ['x/y/file', 'x/y/file', 'x/y/none', 'x/y/file', 'x/new'].map((name) => join(folder, name)),
    );
    expect(lstatSync(join(folder, 'a')).isSymbolicLink()).toBe(true);
  });

  test('links that lead in a circle end', () => {
    const folder = projectWith({});
    mkdirSync(folder, { recursive: true });
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => realFile(join(folder, 'a'))).not.toThrow();
  });
});

describe('lock', () => {
  test('one after the other', async () => {
    const file = join(projectWith({ a: '' }), 'lock');
    let inside = 0;
    const most: number[] = [];
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const unlock = await lock(file);
        most.push(++inside);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside--;
        unlock();
      }),
    );
    expect(most).toEqual([1, 1, 1, 1, 1]);
  });

  test('a link that leads nowhere is in the way like a file: waited for, then told', async () => {
    const file = join(projectWith({ a: '' }), 'lock');
    symlinkSync('nowhere', file);
    await expect(lock(file, 100)).rejects.toThrow(/lock: another program holds the lock\. Remove/);
    lutimesSync(file, new Date(0), new Date(0));
    (await lock(file, 1000))();
    expect(lstatSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('of many who find one left behind, one at a time has it', async () => {
    const folder = projectWith({ a: '' });
    const file = join(folder, 'lock');
    await lock(file);
    utimesSync(file, new Date(0), new Date(0));
    let inside = 0;
    const most: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const unlock = await lock(file);
        most.push(++inside);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside--;
        unlock();
      }),
    );
    expect(most).toEqual(Array(8).fill(1));
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('that of a process which was killed is taken over at once', async () => {
    const file = join(projectWith({ a: '' }), 'lock');
    const script = `import { lock } from ${JSON.stringify(new URL('../../../src/files/lock.ts', import.meta.url).href)}; await lock(process.argv[1]); process.kill(process.pid, 'SIGKILL');`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script, file]).signal).toBe('SIGKILL');
    expect(lstatSync(file).isFile()).toBe(true);
    (await lock(file, 500))();
  });

  test.each([
    ['a process that lives', (mine: string) => mine],
    ['a process of another machine', (mine: string) => mine.replace(/^\d+ \S+/, '4194305 elsewhere')],
    ['who does not say so', () => 'locked\n'],
  ])('that of %s is waited for', async (_title, contentOf) => {
    const file = join(projectWith({ a: '' }), 'lock');
    await lock(file);
    writeFileSync(file, contentOf(readFileSync(file, 'utf8')));
    await expect(lock(file, 100)).rejects.toThrow(LockHeld);
  });

  test('one that was left behind is taken over, and whoever comes back late does not remove the new one', async () => {
    const file = join(projectWith({ a: '' }), 'lock');
    const late = await lock(file);
    utimesSync(file, new Date(0), new Date(0));
    const unlock = await lock(file);
    const mine = readFileSync(file, 'utf8');
    late();
    expect(readFileSync(file, 'utf8')).toBe(mine);
    unlock();
    writeFileSync(file, '', { flag: 'wx' });
  });
});
