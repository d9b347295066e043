import { fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** The built server of a project, on a port of its own. */
export async function startBuilt(
  project: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, [join(project, 'dist/server/entry.mjs')], {
    env: { ...process.env, PORT: '0', ASTRO_NODE_AUTOSTART: '', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('close', () => reject(new Error('The server did not start.')));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /:(\d+)\/platform/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.removeAllListeners('close').once('close', () => resolve());
      child.kill('SIGTERM');
    });
  return { pid: child.pid ?? 0, port, stop };
}

/** A server of its own process that sends one answer to everything: same status, same header fields, same body. */
export async function startBare(answer: Buffer): Promise<{ readonly port: number; stop(): void }> {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), { serialization: 'advanced' });
  child.send(answer);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  return { port, stop: () => child.kill() };
}
