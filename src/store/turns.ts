/**
 * Runs jobs that keep the thread busy one after the other, each in a turn of the event loop of its own: between two of
 * them everything that is ready is answered, so that a flood of expensive requests delays a cheap one by one job, not
 * by all of them.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => T | Promise<T>): Promise<T> {
    const mine = this.#last.then(nextTurn).then(job);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
