/** npm hands the signal on that the terminal has sent already. */
const SAME_SIGNAL_MILLISECONDS = 500;
const INTERRUPTED = 130;

/**
 * Does a task that Ctrl-C asks to end by a signal; who presses it once more ends the process.
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
  process.on('SIGINT', onSignal);
  try {
    return await task(abort.signal);
  } finally {
    process.off('SIGINT', onSignal);
  }
}
