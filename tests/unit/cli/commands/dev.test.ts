import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alreadyRunning } from '../../../../src/cli/commands/dev.ts';

const NO_PROCESS = 2 ** 30;
const server = createServer();
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dev-'));
  mkdirSync(join(root, '.astro'));
});
afterEach(() => {
  server.close();
  rmSync(root, { recursive: true });
});

test('a development server that runs already is named, and how to stop it', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const write = (lock: unknown): void => writeFileSync(join(root, '.astro/dev.json'), JSON.stringify(lock));
  expect(await alreadyRunning(root)).toBeUndefined();
  write({ pid: process.pid, port, url });
  expect(await alreadyRunning(root)).toBe(
    `The development server of this project is already running, at ${url} (process ${process.pid}). ` +
      'Use it, or stop it with Ctrl-C where it runs.',
  );
  for (const other of [{ pid: NO_PROCESS, port, url }, { port, url }, null, 'text']) {
    write(other);
    expect(await alreadyRunning(root)).toBeUndefined();
  }
  // The number of a process is given again after it has ended.
  server.close();
  await once(server, 'close');
  write({ pid: process.pid, port, url });
  expect(await alreadyRunning(root)).toBeUndefined();
});
