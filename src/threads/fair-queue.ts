import { clientNetwork } from '../http/client-network.ts';

interface FairQueueOptions {
  /** Maximum number of running jobs. Default: no limit. */
  readonly places?: number;
  /** Maximum number of running jobs of one client. Default: `places`. */
  readonly placesOfOneClient?: number;
  /** Maximum number of waiting jobs of all clients; one client may use a share of it. Default: no limit. */
  readonly mostWaiting?: number;
  /** Maximum time that a job waits. Default: no limit. */
  readonly waitMilliseconds?: number;
}

/** Share of all waiting places that one client may use while more than half of them are free. */
const SHARE_OF_ALL = 1 / 5;
/** Share of the free waiting places that one client may use once half are taken, so that other clients find some. */
const SHARE_OF_FREE = 1 / 4;

/** Job to run when its client gets a place. */
interface Job {
  /** Starts the job. @param leave releases the place; further calls have no effect */
  begin(leave: () => void): void;
  /** Called instead of `begin` if the queue is full or closed, the client has left, or the job has waited too long. */
  refuse?(): void;
  /** Whether the client has left: its job is refused at its turn, or if another job of this client needs the place. */
  hasLeft?(): boolean;
}

interface WaitingJob {
  begin(): void;
  refuse(): void;
  hasLeft(): boolean;
}

interface ClientLine {
  running: number;
  /** Waiting jobs in order of arrival. */
  readonly waiting: Set<WaitingJob>;
}

/**
 * Queue in which clients take turns: a client moves to the end when one of its jobs begins, and a new or returning
 * client joins at the end. Therefore, many jobs of one client delay another client by one job only.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  /** Network of a client → its jobs. The client at the front gets the next place. */
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
   * Begins a job when its client gets a place, immediately if one is free.
   * @param client address of the client; empty for a job without a client, which may use all waiting places
   * @returns function that releases the place, or cancels the wait for it
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

  /** Adds a job to the waiting jobs of its client. @returns function that ends the wait */
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
