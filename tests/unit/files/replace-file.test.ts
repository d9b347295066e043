import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { LockHeld, lock } from '../../../src/files/lock.ts';
import { realFile, replaceFile } from '../../../src/files/replace-file.ts';
import { machineMark } from '../../../src/files/writer.ts';
import { projectWith } from '../config/project.ts';

describe('replaceFile', () => {
  test('writes text or bytes, with the mode asked for', () => {
    const folder = projectWith({ a: 'old' });
    replaceFile(join(folder, 'a'), 'ü', 0o600);
    replaceFile(join(folder, 'b'), Uint8Array.of(0, 255), 0o640);
    expect([readFileSync(join(folder, 'a'), 'utf8'), [...readFileSync(join(folder, 'b'))]]).toEqual(['ü', [0, 255]]);
    expect([statSync(join(folder, 'a')).mode & 0o777, statSync(join(folder, 'b')).mode & 0o777]).toEqual([
      0o600, 0o640,
    ]);
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
  });

  test('a reader that has the file open keeps the old one: it is replaced, not rewritten', () => {
    const folder = projectWith({ a: 'old' });
    const before = statSync(join(folder, 'a')).ino;
    replaceFile(join(folder, 'a'), 'new');
    expect(statSync(join(folder, 'a')).ino).not.toBe(before);
  });

  // Only root can make another user's folder.
  test.skipIf(process.getuid?.() !== 0)('the group stays that of the file in a folder that gives its own', () => {
    const [user, group] = [65_534, 4242];
    const folder = projectWith({ a: 'old' });
    chownSync(folder, user, group);
    chmodSync(folder, 0o2770);
    chownSync(join(folder, 'a'), user, user);
    const module = new URL('../../../src/files/replace-file.ts', import.meta.url).href;
    const script = `(await import('${module}')).replaceFile(process.argv[1], 'new', 0o640)`;
    const options = { uid: user, gid: user, cwd: '/', encoding: 'utf8' } as const;
    const { stderr } = spawnSync(process.execPath, ['-e', script, join(folder, 'a')], options);
    expect(stderr).toBe('');
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new');
    const { mode, gid } = statSync(join(folder, 'a'));
    expect([mode & 0o777, gid]).toEqual([0o640, user]);
  });

  test('a failure leaves what was there and nothing else', () => {
    const folder = projectWith({ 'a/b': 'x' });
    expect(() => replaceFile(join(folder, 'a'), 'new')).toThrow(expect.objectContaining({ syscall: 'rename' }));
    expect(() => replaceFile(join(folder, 'none/a'), 'new')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

describe('a write whose process was killed', () => {
  const module = (name: string): string =>
    JSON.stringify(new URL(`../../../src/files/${name}.ts`, import.meta.url).href);
  /** Replaces the file `a` and gets a signal when all but the renaming is done. */
  const interrupted = (signal: string): string => `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { renameSync } = fs;
    fs.renameSync = (...paths) => { process.kill(process.pid, '${signal}'); renameSync(...paths); };
    syncBuiltinESMExports();
    const { replaceFile } = await import(${module('replace-file')});
    replaceFile(process.argv[1], 'of the child');`;
  const start = (folder: string, signal: string) =>
    spawn(process.execPath, ['--input-type=module', '-e', interrupted(signal), join(folder, 'a')], {
      stdio: 'inherit',
    });

  test('leaves a file that the next write into the folder removes', async () => {
    const folder = projectWith({ a: 'old', '.mine.tmp': '', '.a.1-00000000.tmp': '' });
    await once(start(folder, 'SIGKILL'), 'exit');
    expect(readdirSync(folder)).toHaveLength(4);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old');
    replaceFile(join(folder, 'b'), 'new');
    expect(readdirSync(folder).sort()).toEqual(['.a.1-00000000.tmp', '.mine.tmp', 'a', 'b']);
  });

  test('is not taken for one that is still at work', async () => {
    const folder = projectWith({ a: 'old' });
    const child = start(folder, 'SIGSTOP');
    await vi.waitUntil(() => readdirSync(folder).length === 2);
    replaceFile(join(folder, 'a'), 'new');
    expect(readdirSync(folder)).toHaveLength(2);
    const ended = once(child, 'exit');
    // Again and again: the file is there before the process has stopped, and what goes on before that is lost.
    const goOn = setInterval(() => child.kill('SIGCONT'), 20);
    expect(await ended).toEqual([0, null]);
    clearInterval(goOn);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('of the child');
  });

  test.each([
    [
      'of this process, from before it started',
      `.a.${process.pid}-${machineMark()}`,
      performance.timeOrigin - 60_000,
      false,
    ],
    ['of this process', `.a.${process.pid}-${machineMark()}`, Date.now(), true],
    ['of a process that ended', `.a.4194305-${machineMark()}`, Date.now(), false],
    ['of another machine', '.a.4194305-00000000', Date.now(), true],
    ['of another machine, an hour ago', '.a.4194305-00000000', Date.now() - 3_700_000, false],
    ['of another program, an hour ago', '.a', Date.now() - 3_700_000, true],
  ])('%s: %s', (_title, start, time, isKept) => {
    const name = `${start}.00000000-0000-4000-8000-000000000000.tmp`;
    const folder = projectWith({ [name]: '' });
    utimesSync(join(folder, name), new Date(time), new Date(time));
    replaceFile(join(folder, 'a'), 'new');
    expect(readdirSync(folder).includes(name)).toBe(isKept);
  });

  test('costs no other write anything, at once or in other processes', async () => {
    const folder = projectWith({ a: '' });
    const script = `
      const { replaceFile } = await import(${module('replace-file')});
      for (let index = 0; index < 100; index += 1) replaceFile(process.argv[1], String(index));`;
    const run = () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, join(folder, 'a')], { stdio: 'inherit' });
    const codes = await Promise.all([run(), run(), run()].map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0]);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('99');
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

  test('a cycle of links ends', () => {
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

  test('a link that leads nowhere blocks like a file: waited for, then reported', async () => {
    const file = join(projectWith({ a: '' }), 'lock');
    symlinkSync('nowhere', file);
    await expect(lock(file, 100)).rejects.toThrow(/lock: another program holds the lock\. Remove/);
    lutimesSync(file, new Date(0), new Date(0));
    (await lock(file, 1000))();
    expect(lstatSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('a signal ends the wait for it, with its reason, and leaves it to its holder', async () => {
    const file = join(projectWith({}), 'lock');
    const unlock = await lock(file);
    const abort = new AbortController();
    const waiting = lock(file, Number.POSITIVE_INFINITY, abort.signal);
    abort.abort(new Error('Ctrl-C'));
    await expect(waiting).rejects.toThrow('Ctrl-C');
    expect(readdirSync(dirname(file))).toEqual(['lock']);
    unlock();
    expect(readdirSync(dirname(file))).toEqual([]);
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

  test('one that a process was about to break when it was killed is broken by the next', async () => {
    const folder = projectWith({ a: '' });
    const file = join(folder, 'lock');
    await lock(file);
    writeFileSync(`${file}.breaking`, '');
    for (const path of [`${file}.breaking`, file]) utimesSync(path, new Date(0), new Date(0));
    (await lock(file))();
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('one is not broken by two at once', async () => {
    const file = join(projectWith({ a: '' }), 'lock');
    await lock(file);
    utimesSync(file, new Date(0), new Date(0));
    writeFileSync(`${file}.breaking`, '');
    await expect(lock(file, 100)).rejects.toThrow(LockHeld);
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

  test('one that was left behind is taken over, and its late owner does not remove the new one', async () => {
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
