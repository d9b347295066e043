import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_ARGUMENTS } from '../project/product.ts';

const COMMAND_LINE = fileURLToPath(new URL('./platform-docs.ts', import.meta.url));
/** Signals that end a command: a terminal sends the first at Ctrl-C, runners of pipelines the second. */
export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `platform-docs build` in a child process: the memory of a build is freed with it, and modules of the project
 * are loaded anew. SIGINT and SIGTERM interrupt the build.
 * @param options of the command
 * @returns exit code of the build
 */
export function runBuildProcess(options: readonly string[], projectFolder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_ARGUMENTS, COMMAND_LINE, 'build', ...options], {
      cwd: projectFolder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    // A terminal sends Ctrl-C to both processes: the build cleans up, and this process waits for it.
    const onSignal = (signal: NodeJS.Signals): void => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill('SIGINT');
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    const stop = (): void => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    };
    child.once('error', (error) => {
      stop();
      reject(error);
    });
    child.once('close', (status) => {
      stop();
      resolve(status ?? 1);
    });
  });
}

/** Within this time, a second signal is the first one again: npm forwards what the terminal sends to all. */
const SAME_SIGNAL_MILLISECONDS = 500;
const INTERRUPTED = 130;

/**
 * Runs a task with a signal that Ctrl-C or SIGTERM aborts; a second Ctrl-C ends the process.
 * @returns the result of the task
 */
export async function onInterruption<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let since = 0;
  const onSignal = (): void => {
    if (abort.signal.aborted && performance.now() - since > SAME_SIGNAL_MILLISECONDS) process.exit(INTERRUPTED);
    if (abort.signal.aborted) return;
    since = performance.now();
    abort.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await task(abort.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
