import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { makeSampleProject, provideBuild, removeProject } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
/** For hangs; it takes about a second. */
const PATIENCE = { interval: 100 };

let folder: string;
let started: ChildProcess | undefined;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
  // Nothing is left to build.
  rmSync(join(folder, 'config/autoload/local.yaml.dist'));
  const scripts = { start: 'platform-docs start' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'api-documentation', private: true, scripts }));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(cli, join(folder, 'node_modules/.bin/platform-docs'));
});
afterAll(() => removeProject(folder));
afterEach(() => {
  try {
    // All that it has started is in its group.
    if (started?.pid !== undefined) process.kill(-started.pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
});

async function isUp(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The launcher reads TypeScript itself, or starts another Node, as it does on older ones. */
const WAYS = { itself: {}, 'another Node': { NODE_OPTIONS: '--no-experimental-strip-types' } } as const;

test.each([
  ...(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const).flatMap((signal) => [
    { signal, command: ['npm', 'start'], way: 'itself' as const },
    { signal, command: ['npx', 'platform-docs', 'serve'], way: 'itself' as const },
  ]),
  { signal: 'SIGTERM' as const, command: ['npm', 'start'], way: 'another Node' as const },
  // A shell of npm may keep SIGINT for itself; a terminal sends it to all processes.
  ...(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const).map((signal) => ({
    signal,
    command: ['node_modules/.bin/platform-docs', 'serve'],
    way: 'another Node' as const,
  })),
])('$signal to $command alone, which runs it by $way, ends the server', async ({ signal, command, way }) => {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...cleanEnvironment(), ...WAYS[way], PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  started = child;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const origin = (): string => /Health: +(\S+)\/healthz/.exec(output)?.[1] ?? '';
  await expect.poll(origin, PATIENCE).not.toBe('');
  expect(await isUp(origin())).toBe(true);
  child.kill(signal);
  await expect.poll(() => isUp(origin()), PATIENCE).toBe(false);
  await expect.poll(() => child.exitCode ?? child.signalCode, PATIENCE).not.toBeNull();
});
