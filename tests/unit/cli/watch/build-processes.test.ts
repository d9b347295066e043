import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BuildProcesses } from '../../../../src/cli/watch/build-processes.ts';

/** Answers with its number in place of an exit code, and does as the options say. */
const WORKER = `import { existsSync, rmSync, writeFileSync } from 'node:fs';
process.on('message', ([option]) => {
  writeFileSync('asked', '');
  if (option === '--end') process.exit(3);
  if (option === '--outdated' && existsSync('old')) {
    rmSync('old');
    return process.send(null);
  }
  if (option !== '--wait') process.send({ exitCode: process.pid, isSpent: option === '--spend' });
});
`;

let folder: string;
let processes: BuildProcesses;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-processes-'));
  writeFileSync(join(folder, 'worker.mjs'), WORKER);
  processes = new BuildProcesses(folder, join(folder, 'worker.mjs'));
});
afterEach(() => {
  processes.end();
  rmSync(folder, { recursive: true });
});

const build = (option = '', isFresh = false): Promise<number> => processes.run([option], isFresh);

test('one process builds again and again', async () => {
  const first = await build();
  expect([await build(), await build()]).toEqual([first, first]);
});

test('what is to be loaded anew is built by another process, by one that waits where there is one', async () => {
  const first = await build();
  const second = await build('', true);
  expect(second).not.toBe(first);
  expect(await build()).toBe(second);
  processes.end();
  const { pid } = processes.prepare();
  expect(await build('', true)).toBe(pid);
});

test('one that has had enough builds no more', async () => {
  const first = await build('--spend');
  expect(await build()).not.toBe(first);
});

test('one that is outdated lets another build the same', async () => {
  const first = await build();
  writeFileSync(join(folder, 'old'), '');
  const second = await build('--outdated');
  expect([second, existsSync(join(folder, 'old'))]).not.toEqual([first, true]);
  expect(await build()).toBe(second);
});

test('where it ends in the middle of a build its exit code is that of the build, and the next is built', async () => {
  expect(await build('--end')).toBe(3);
  expect(await build()).toBeGreaterThan(3);
});

test('where it was ended while it waited another one builds', async () => {
  const first = await build();
  const waiting = processes.prepare();
  expect(waiting.pid).toBe(first);
  waiting.kill('SIGKILL');
  const next = await build();
  expect([1, first]).not.toContain(next);
});

test('an interruption reaches it', async () => {
  const waiting = build('--wait');
  await expect.poll(() => existsSync(join(folder, 'asked'))).toBe(true);
  processes.interrupt();
  expect(await waiting).toBe(1);
});

test('it ends with what asks it', async () => {
  await build();
  const child = processes.prepare();
  const ended = once(child, 'exit');
  processes.end();
  expect(await ended).toEqual([0, null]);
});
