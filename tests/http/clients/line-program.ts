import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { clientEnvironment } from './programs.ts';

/** A program that answers each line of its input with one of its output, started once for many. */
export class LineProgram {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #errors: Promise<string>;

  constructor(program: string, parameters: readonly string[]) {
    const child = spawn(program, parameters, { env: clientEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.#errors = text(child.stderr);
    child.stdin.on('error', () => undefined);
  }

  /** @throws with what it wrote on standard error, when it ends instead */
  async ask(line: string): Promise<string> {
    this.#process.stdin?.write(`${line}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(await this.#errors);
    return value;
  }

  /** @returns its status and what it wrote on standard error */
  async close(): Promise<readonly [status: number | null, errors: string]> {
    const ended = this.#process.exitCode === null ? once(this.#process, 'close') : undefined;
    this.#process.stdin?.end();
    await ended;
    return [this.#process.exitCode, await this.#errors];
  }
}
