import { Redis, type Result } from 'ioredis';
import type { Clock } from '../contract.ts';
import { StateUnavailable } from './contract.ts';
import { ADOPT_STORE, MILLISECONDS_BLOCKED, RECORD_FAILURE, SPEND_NONCE_COUNTS } from './redis-scripts.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    adoptStore(store: string, run: string, nowMilliseconds: number, spentElsewhere: number): Result<number, Context>;
    spendNonceCounts(
      numberOfKeys: number,
      store: string,
      ...noncesThenValues: readonly (string | number)[]
    ): Result<readonly number[], Context>;
    millisecondsBlocked(key: string, failures: number): Result<number, Context>;
    recordFailure(key: string, windowMilliseconds: number, failures: number): Result<number, Context>;
  }
}

/** Requests that wait longer are answered with 503. */
const COMMAND_TIMEOUT_MILLISECONDS = 500;
const CONNECT_TIMEOUT_MILLISECONDS = 2000;
const LONGEST_PAUSE_MILLISECONDS = 1000;
/** The store's record of itself, which every replica writes when it connects. */
export const STORE_KEY = 'platform:auth:store';

/**
 * A connection that is there or is not: commands fail at once while it is not, and it comes back by itself. It is there
 * when the store is known to be the one that replicas share: see {@link ADOPT_STORE}.
 */
export class RedisConnection {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #changed: (isUp: boolean, reason: string) => void;
  #run = '';
  #isUp = false;
  #spentElsewhere = false;
  #toldDown = false;
  #isClosed = false;

  /** @param changed told when it goes and when it comes back; `reason` names no password */
  constructor(url: string, clock: Clock, changed: (isUp: boolean, reason: string) => void) {
    this.#clock = clock;
    this.#changed = changed;
    this.#redis = new Redis(url, {
      commandTimeout: COMMAND_TIMEOUT_MILLISECONDS,
      connectTimeout: CONNECT_TIMEOUT_MILLISECONDS,
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(times * 50, LONGEST_PAUSE_MILLISECONDS),
      scripts: {
        adoptStore: { lua: ADOPT_STORE, numberOfKeys: 1 },
        spendNonceCounts: { lua: SPEND_NONCE_COUNTS },
        millisecondsBlocked: { lua: MILLISECONDS_BLOCKED, numberOfKeys: 1 },
        recordFailure: { lua: RECORD_FAILURE, numberOfKeys: 1 },
      },
    });
    let reason = 'the connection was closed';
    this.#redis.on('error', (error) => {
      reason = problemOf(error);
    });
    this.#redis.on('ready', () => void this.#adopt());
    this.#redis.on('close', () => this.#down(reason));
  }

  /** Counts were spent that the store does not know of; when it is back, nonces issued until then are forgotten. */
  spentElsewhere(): void {
    this.#spentElsewhere = true;
  }

  /** @throws StateUnavailable (rejects with it) for every reason */
  async run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (!this.#isUp) throw new StateUnavailable('the shared store is not connected');
    try {
      return await command(this.#redis);
    } catch (error) {
      const reason = problemOf(error);
      // No other request waits for a store that hangs or refuses: it has to be adopted anew.
      if (this.#isUp) this.#renounce(reason);
      throw new StateUnavailable(`the shared store did not answer: ${reason}`, { cause: error });
    }
  }

  /**
   * The store was emptied while it was connected: nonces that were issued until now are forgotten, later ones count
   * again.
   */
  async adoptEmptied(): Promise<void> {
    await this.run((redis) => redis.adoptStore(STORE_KEY, this.#run, this.#clock(), 0));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isUp = false;
    this.#redis.removeAllListeners('close');
    this.#redis.removeAllListeners('ready');
    this.#redis.disconnect();
  }

  async #adopt(): Promise<void> {
    try {
      // A store that does not say counts as another one each time.
      const run = /^run_id:(\w+)/m.exec(await this.#redis.info('server'))?.[1] ?? `${this.#clock()}`;
      this.#run = run;
      do {
        const since = this.#clock();
        const elsewhere = this.#spentElsewhere;
        this.#spentElsewhere = false;
        await this.#redis.adoptStore(STORE_KEY, run, since, elsewhere ? 1 : 0).catch((error: unknown) => {
          this.#spentElsewhere ||= elsewhere;
          throw error;
        });
        // Counts may have been spent while the store was asked.
      } while (this.#spentElsewhere);
      this.#isUp = true;
      this.#changed(true, 'connected');
    } catch (error) {
      this.#renounce(problemOf(error));
    }
  }

  #renounce(reason: string): void {
    if (this.#isClosed) return;
    this.#down(reason);
    this.#redis.disconnect(true);
  }

  /** Told once an outage, however often connecting fails. */
  #down(reason: string): void {
    if (this.#isUp || !this.#toldDown) this.#changed(false, reason);
    this.#isUp = false;
    this.#toldDown = true;
  }
}

/** The code of a system error; else what the store or its client says. Neither quotes the URL. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string'
    ? error.code
    : (error.message.split('\n', 1)[0] ?? error.name);
}
