import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** The first of some programs that is installed. */
export function programOf(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** WebKitGTK's own small browser, which its driver starts. */
export function miniBrowser(): string | undefined {
  const libraries = [
    '/usr/lib',
    ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((one) => `/usr/lib/${one}`) : []),
  ];
  return libraries
    .flatMap((folder) =>
      ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
}

export function start(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Waits for what a program prints when it is ready.
 * @returns the first group
 * @throws with all that it printed, where it ends before
 */
export function printed(child: ReturnType<typeof start>, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const listen = (part: Buffer): void => {
      text += part.toString();
      const group = ready.exec(text)?.[1];
      if (group !== undefined) resolve(group);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}: ${text}`)));
  });
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
