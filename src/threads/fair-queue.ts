import { clientNetwork } from '../http/client-network.ts';

interface FairQueueOptions {
  /** Jobs that run at a time. Left out: as many as there are. */
  readonly places?: number;
  /** Left out: all of them. */
  readonly placesOfOneClient?: number;
  /** Left out: there is no limit. */
  readonly mostWaiting?: number;
  /** Left out: as many as may wait. */
  readonly mostWaitingOfOneClient?: number;
  /** Longest that a job waits. Left out: until it begins, or its caller leaves. */
  readonly waitMilliseconds?: number;
}

/** A job of a queue. */
interface Job {
  /** @param leave gives the place back; what is called again has no effect */
  begin(leave: () => void): void;
  /** Called in place of `begin` where the queue is full, or the job has waited too long. */
  refuse?(): void;
}

interface WaitingJob {
  begin(): void;
  refuse(): void;
}

interface ClientLine {
  running: number;
  /** In the order in which they came. */
  readonly waiting: Set<WaitingJob>;
}

/**
 * Work that clients take turns at: each free place goes to the client whose last job began the longest ago, so that a
 * client with many jobs delays one of another client by one job.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  /** By the network of the client, the next one first. */
  readonly #lines = new Map<string, ClientLine>();
  #running = 0;
  #waiting = 0;
  #isClosed = false;

  constructor({
    places = Number.POSITIVE_INFINITY,
    placesOfOneClient = places,
    mostWaiting = Number.POSITIVE_INFINITY,
    mostWaitingOfOneClient = mostWaiting,
    waitMilliseconds = Number.POSITIVE_INFINITY,
  }: FairQueueOptions) {
    this.#options = { places, placesOfOneClient, mostWaiting, mostWaitingOfOneClient, waitMilliseconds };
  }

  get hasWaiting(): boolean {
    return this.#waiting > 0;
  }

  /**
   * Begins a job as soon as its client has a place, at once where one is free.
   * @param client its address
   * @returns gives the place back, or ends the wait for it
   */
  take(client: string, { begin, refuse = () => undefined }: Job): () => void {
    const key = clientNetwork(client);
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    const { places, placesOfOneClient, mostWaiting, mostWaitingOfOneClient } = this.#options;
    const isFree = this.#running < places && line.running < placesOfOneClient;
    if (this.#isClosed || (!isFree && (this.#waiting >= mostWaiting || line.waiting.size >= mostWaitingOfOneClient))) {
      refuse();
      return () => undefined;
    }
    let leave = (): void => undefined;
    const start = (): void => {
      // The client is the last of all now.
      this.#lines.delete(key);
      this.#lines.set(key, line);
      this.#running += 1;
      line.running += 1;
      leave = () => {
        leave = () => undefined;
        this.#running -= 1;
        line.running -= 1;
        this.#forget(key, line);
        this.#beginNext();
      };
      begin(() => leave());
    };
    this.#lines.set(key, line);
    if (isFree) start();
    else leave = this.#wait(key, line, start, refuse);
    return () => leave();
  }

  /** Refuses everything that waits and all that comes. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting } of this.#lines.values()) for (const job of waiting) job.refuse();
  }

  /** @returns ends the wait */
  #wait(key: string, line: ClientLine, start: () => void, refuse: () => void): () => void {
    const { waitMilliseconds } = this.#options;
    const end = (): void => {
      if (!line.waiting.delete(job)) return;
      clearTimeout(timeout);
      this.#waiting -= 1;
      this.#forget(key, line);
    };
    const job: WaitingJob = {
      begin() {
        end();
        start();
      },
      refuse() {
        end();
        refuse();
      },
    };
    const timeout = Number.isFinite(waitMilliseconds) ? setTimeout(() => job.refuse(), waitMilliseconds) : undefined;
    line.waiting.add(job);
    this.#waiting += 1;
    return end;
  }

  #beginNext(): void {
    const { places, placesOfOneClient } = this.#options;
    if (this.#waiting === 0 || this.#running >= places) return;
    for (const { running, waiting } of this.#lines.values()) {
      const [next] = waiting;
      if (next === undefined || running >= placesOfOneClient) continue;
      next.begin();
      return;
    }
  }

  #forget(key: string, { running, waiting }: ClientLine): void {
    if (running === 0 && waiting.size === 0) this.#lines.delete(key);
  }
}
