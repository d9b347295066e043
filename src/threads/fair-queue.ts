import { clientNetwork } from '../http/client-network.ts';

interface FairQueueOptions {
  /** Most jobs that run at a time. Left out: no limit. */
  readonly places?: number;
  /** Most places that one client may have. Left out: all of them. */
  readonly placesOfOneClient?: number;
  /** Limit of waiting jobs of all clients; one client may use a share of it. Left out: no limit. */
  readonly mostWaiting?: number;
  /** Longest that a job waits. Left out: until it begins, or its caller leaves. */
  readonly waitMilliseconds?: number;
}

/** Share of the waiting places that one client may have while more than half of all are free. */
const SHARE_OF_ALL = 1 / 5;
/** Share of the free waiting places for one client once half of all are taken: some stay for further clients. */
const SHARE_OF_FREE = 1 / 4;

/** A job of a queue. */
interface Job {
  /** @param leave gives the place back; further calls have no effect */
  begin(leave: () => void): void;
  /** Called in place of `begin` where the queue is full, or the job has waited too long. */
  refuse?(): void;
  /** Whether the client has gone away. Its job is refused when its turn comes, or when its place is needed. */
  hasLeft?(): boolean;
}

interface WaitingJob {
  begin(): void;
  refuse(): void;
  hasLeft(): boolean;
}

interface ClientLine {
  running: number;
  /** Waiting jobs, in the order in which they came. */
  readonly waiting: Set<WaitingJob>;
}

/**
 * Queue in which clients take turns: each free place goes to the client whose last job began the longest ago, so that
 * a client with many jobs delays another client's job by one job.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  /** Network of a client → its jobs, the next client first. */
  readonly #lines = new Map<string, ClientLine>();
  #running = 0;
  #waiting = 0;
  #isClosed = false;

  constructor({
    places = Number.POSITIVE_INFINITY,
    placesOfOneClient = places,
    mostWaiting = Number.POSITIVE_INFINITY,
    waitMilliseconds = Number.POSITIVE_INFINITY,
  }: FairQueueOptions) {
    this.#options = { places, placesOfOneClient, mostWaiting, waitMilliseconds };
  }

  get hasWaiting(): boolean {
    return this.#waiting > 0;
  }

  /**
   * Begins a job as soon as its client has a place, at once where one is free.
   * @param client address of the client; empty for no client, which may use all waiting places
   * @returns function that gives the place back, or ends the wait for it
   */
  take(client: string, { begin, refuse = () => undefined, hasLeft = () => false }: Job): () => void {
    const key = clientNetwork(client);
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    const { places, placesOfOneClient } = this.#options;
    const isFree = this.#running < places && line.running < placesOfOneClient;
    if (this.#isClosed || !(isFree || this.#mayWait(client, line))) {
      refuse();
      return () => undefined;
    }
    let leave = (): void => undefined;
    const start = (): void => {
      // Moves the client behind all others.
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
    else leave = this.#wait(key, line, { begin: start, refuse, hasLeft });
    return () => leave();
  }

  /** Refuses all waiting and all further jobs. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting } of this.#lines.values()) for (const job of waiting) job.refuse();
  }

  #mayWait(client: string, line: ClientLine): boolean {
    const { mostWaiting } = this.#options;
    const isRoom = (): boolean => {
      const free = mostWaiting - this.#waiting;
      if (client === '') return free > 0;
      return line.waiting.size < (free > mostWaiting / 2 ? mostWaiting * SHARE_OF_ALL : free * SHARE_OF_FREE);
    };
    if (isRoom()) return true;
    for (const job of line.waiting) if (job.hasLeft()) job.refuse();
    return isRoom();
  }

  /** @returns function that ends the wait */
  #wait(key: string, line: ClientLine, { begin, refuse, hasLeft }: WaitingJob): () => void {
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
        begin();
      },
      refuse() {
        end();
        refuse();
      },
      hasLeft,
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
      if (running >= placesOfOneClient) continue;
      for (const job of waiting) {
        if (job.hasLeft()) job.refuse();
        else {
          job.begin();
          return;
        }
      }
    }
  }

  #forget(key: string, { running, waiting }: ClientLine): void {
    if (running === 0 && waiting.size === 0) this.#lines.delete(key);
  }
}
