import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { LIMITS } from '../limits.ts';

const POLL_MILLISECONDS = 50;

/** How a server of others is started. */
export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Removed when the program ends. */
  readonly folder: string;
  readonly origin: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Asked again and again until it answers. */
  readonly path?: string;
  /** The answer says that it can be used. Left out: any answer does. */
  readonly isReady?: (answer: Response) => boolean;
}

/** A real server of others, with a folder of its own. */
export class RunningProgram {
  readonly origin: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(origin: string, folder: string, process: ChildProcess) {
    this.origin = origin;
    this.#folder = folder;
    this.#process = process;
  }

  /** @throws with its output where it ends, or does not answer */
  static async start(program: ProgramStart): Promise<RunningProgram> {
    const { command, args, folder, origin, environment = {} } = program;
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const limit = AbortSignal.timeout(LIMITS.program);
    while (child.exitCode === null && !limit.aborted && !(await isReady(program, limit)))
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    if (child.exitCode !== null || limit.aborted) {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
      throw new Error(`${command} did not start:\n${output}`);
    }
    return new RunningProgram(origin, folder, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function isReady(
  { origin, path = '/', isReady: suffices = () => true }: ProgramStart,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return suffices(await fetch(`${origin}${path}`, { redirect: 'manual', signal }));
  } catch {
    return false;
  }
}
