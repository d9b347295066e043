import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../fixtures/free-port.ts';

/** The program of the store that a machine has, if any. */
export const storeProgram = ['valkey-server', 'redis-server'].find(
  (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
);

/**
 * A real Redis or Valkey on a port of its own, which stays the same when it is stopped and started; it keeps nothing.
 */
export class Store {
  readonly url: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'platform-documentation-store-'));
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async open(): Promise<Store> {
    const store = new Store(await freePort());
    await store.start();
    return store;
  }

  async start(): Promise<void> {
    const options = [
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      this.#folder,
    ];
    const child = spawn(storeProgram ?? '', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = child;
    for await (const chunk of child.stdout) if (String(chunk).includes('eady to accept connections')) break;
    child.stdout.resume();
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Connections stay, and nothing is answered. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
