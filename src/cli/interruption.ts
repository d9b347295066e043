/** npm hands the signal on that the terminal has sent already. */
const SAME_SIGNAL_MILLISECONDS = 500;
const INTERRUPTED = 130;

/** Sent by a terminal at Ctrl-C, and by what runs the jobs of a pipeline. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does a task that Ctrl-C, or SIGTERM, asks to end by a signal; who presses it once more ends the process.
 * @returns what the task returns
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
