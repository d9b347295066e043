import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_ARGUMENTS } from '../project/product.ts';

const COMMAND_LINE = fileURLToPath(new URL('./platform-docs.ts', import.meta.url));
/** Variable that names the folder for {@link FirstRelease} to a build process. */
export const FIRST_FOLDER_VARIABLE = 'PLATFORM_FIRST_FOLDER';
/** Signals that interrupt a command: a terminal sends SIGINT for Ctrl-C, CI runners send SIGTERM. */
export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Release without documents that a build process publishes before it writes them. */
interface FirstRelease {
  readonly folder: string;
  readonly published: () => void;
}

interface BuildOptions {
  /** Left out: no release is published before that of the build. */
  readonly first?: FirstRelease | undefined;
  /** Interrupts the build when it is aborted. */
  readonly signal?: AbortSignal;
}

interface BuildEnd {
  /** Exit code; 130 if it was interrupted, 1 if another signal ended the process. */
  readonly status: number;
  /** Remedy, as the beginning of a sentence: `Fix the errors above`. */
  readonly remedy: string;
  readonly isKilled: boolean;
}

/** Signals by which a process without memory ends: those of the system and of V8. */
const WITHOUT_MEMORY: ReadonlySet<unknown> = new Set(['SIGKILL', 'SIGABRT']);

/**
 * Runs `platform-docs build` in a child process, so that each build reloads the modules of the project, and its memory
 * is freed when it ends. SIGINT and SIGTERM interrupt the build.
 * @param options command-line options of the build
 */
export async function runBuildProcess(
  options: readonly string[],
  projectFolder: string,
  { first, signal: interruption }: BuildOptions = {},
): Promise<BuildEnd> {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, COMMAND_LINE, 'build', ...options], {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [FIRST_FOLDER_VARIABLE]: first?.folder },
  });
  child.once('message', () => first?.published());
  let isSignalled = false;
  // For Ctrl-C, a terminal sends SIGINT to both processes: this process only waits until the build has cleaned up.
  const onSignal = (signal: NodeJS.Signals): void => {
    isSignalled = true;
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill('SIGINT');
  };
  const interrupt = (): void => void child.kill('SIGINT');
  interruption?.addEventListener('abort', interrupt);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const [status, signal]: unknown[] = await once(child, 'close');
    // Without a status, the build was interrupted before it listened to signals, or the system ended it.
    const end = status ?? (isSignalled || interruption?.aborted ? INTERRUPTED : undefined);
    if (typeof end === 'number') return { status: end, remedy: 'Fix the errors above', isKilled: false };
    const cause = WITHOUT_MEMORY.has(signal) ? ', as when memory runs out: free or add memory' : ': find out why';
    return { status: 1, remedy: `The system ended it with ${signal}${cause}`, isKilled: true };
  } finally {
    interruption?.removeEventListener('abort', interrupt);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Time within which a second signal is a duplicate: npm also forwards what the terminal sent to all. */
const SAME_SIGNAL_MILLISECONDS = 500;
const INTERRUPTED = 130;

/**
 * Runs a task with an `AbortSignal` that Ctrl-C or SIGTERM aborts; a second Ctrl-C or SIGTERM ends the process. In a
 * build process, the end of its parent aborts it as well.
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
  const onDisconnect = (): void => abort.abort();
  process.once('disconnect', onDisconnect);
  // The parent may have ended before this line.
  if (process.send !== undefined && !process.connected) abort.abort();
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await task(abort.signal);
  } finally {
    process.off('disconnect', onDisconnect);
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
