import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_ARGUMENTS } from '../project/product.ts';

const COMMAND_LINE = fileURLToPath(new URL('./platform-docs.ts', import.meta.url));
/** Signals that end a command: a terminal sends the first at Ctrl-C, runners of pipelines the second. */
export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `platform-docs build` in a process of its own: what a build needs in memory is given back, and modules of the
 * project are loaded as they are now. A signal ends it as Ctrl-C does.
 * @param options of the command
 * @returns its exit code
 */
export function runBuildProcess(options: readonly string[], projectFolder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_ARGUMENTS, COMMAND_LINE, 'build', ...options], {
      cwd: projectFolder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    // Ctrl-C reaches both from the terminal: the build cleans up, and this waits for it.
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

/** npm hands the signal on that the terminal has sent already. */
const SAME_SIGNAL_MILLISECONDS = 500;
const INTERRUPTED = 130;

/**
 * Runs a task that Ctrl-C or SIGTERM asks to end, by an abort signal; a second Ctrl-C ends the process.
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
