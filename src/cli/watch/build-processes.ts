import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_ARGUMENTS } from '../../project/product.ts';

const WORKER = fileURLToPath(new URL('./build-worker.ts', import.meta.url));

/** Codes of what cannot be sent: the process has ended, or is ending. */
const ENDED: ReadonlySet<string> = new Set(['ERR_IPC_CHANNEL_CLOSED', 'EPIPE']);

/** Answer of `build-worker.ts`; null: another process has to build. */
export interface BuildAnswer {
  readonly exitCode: number;
  /** The next build is for another process. */
  readonly isSpent: boolean;
}

/**
 * Builds in a process that is there before there is something to build, and in the same one again as long as nothing
 * but descriptors has changed: modules of a project are loaded once.
 */
export class BuildProcesses {
  readonly #projectFolder: string;
  readonly #worker: string;
  #process: ChildProcess | undefined;
  #hasBuilt = false;

  constructor(projectFolder: string, worker = WORKER) {
    this.#projectFolder = projectFolder;
    this.#worker = worker;
  }

  /**
   * @param options of the command
   * @param isFresh in a process that has built nothing yet
   * @returns its exit code
   */
  async run(options: readonly string[], isFresh: boolean): Promise<number> {
    if (isFresh && this.#hasBuilt) this.end();
    let answer = await this.#ask(options);
    if (answer === null) {
      this.end();
      answer = await this.#ask(options);
    }
    if (answer === null || answer.isSpent) this.end();
    return answer?.exitCode ?? 1;
  }

  /** A process that loads what a build needs, unless there is one. */
  prepare(): ChildProcess {
    this.#process ??= this.#started();
    return this.#process;
  }

  /** Ends it as Ctrl-C does. */
  interrupt(): void {
    this.#process?.kill('SIGINT');
  }

  end(): void {
    if (this.#process?.connected === true) this.#process.disconnect();
    this.#process = undefined;
  }

  /** Null where another process has to build. */
  #ask(options: readonly string[]): Promise<BuildAnswer | null> {
    const child = this.prepare();
    this.#hasBuilt = true;
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => {
        child.off('message', onMessage);
        child.off('error', onError);
        child.off('exit', onExit);
        settled();
      };
      const onMessage = (answer: unknown): void => settle(() => resolve(answer as BuildAnswer | null));
      // One that has just ended on its own cannot be asked.
      const onError = (error: NodeJS.ErrnoException): void =>
        settle(() => (ENDED.has(error.code ?? '') ? resolve(null) : reject(error)));
      const onExit = (status: number | null, signal: NodeJS.Signals | null): void =>
        settle(() => resolve(isKilled(signal) ? null : { exitCode: status ?? 1, isSpent: true }));
      child.on('message', onMessage);
      child.on('error', onError);
      child.on('exit', onExit);
      child.send(options);
    });
  }

  #started(): ChildProcess {
    this.#hasBuilt = false;
    const child = spawn(process.execPath, [...NODE_ARGUMENTS, this.#worker], {
      cwd: this.#projectFolder,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    // Reported where it is asked for a build.
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.#process === child) this.#process = undefined;
    });
    return child;
  }
}

/** Reports whether another program ended the build process, before or during a build; Ctrl-C does not count. */
function isKilled(signal: NodeJS.Signals | null): boolean {
  return signal !== null && signal !== 'SIGINT';
}
