import { Redis, type Result } from 'ioredis';
import type { Clock } from '../contract.ts';
import { StateUnavailable } from './contract.ts';
import { WINDOW_COUNTS } from './memory.ts';

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
/** Key of the record with the store's run id and adoption time; every replica writes it on connecting. */
export const STORE_KEY = 'platform:auth:store';

/**
 * A client that rejects a command that is not answered within its time. Unlike `commandTimeout` of the client, it reads
 * what has arrived before it rejects: in a process that stood still, timers run before sockets are read.
 */
class LimitedRedis extends Redis {
  override sendCommand(...sent: Parameters<Redis['sendCommand']>): unknown {
    const [command] = sent;
    const reject = (): void => command.reject(new Error('Command timed out'));
    const timer = setTimeout(() => setImmediate(reject), COMMAND_TIMEOUT_MILLISECONDS);
    const clear = (): void => clearTimeout(timer);
    command.promise.then(clear, clear);
    return super.sendCommand(...sent);
  }
}

/**
 * A connection that reconnects by itself; commands fail at once while it is down. It is up after the store's record was
 * checked: see {@link ADOPT_STORE}.
 */
export class RedisConnection {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #changed: (isUp: boolean, reason: string) => void;
  #run = '';
  #isUp = false;
  #spentElsewhere = false;
  #hasReportedDown = false;
  #isClosed = false;

  /** @param changed called when the connection is lost and when it is back; `reason` contains no password */
  constructor(url: string, clock: Clock, changed: (isUp: boolean, reason: string) => void) {
    this.#clock = clock;
    this.#changed = changed;
    this.#redis = new LimitedRedis(url, {
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

  /** Records that counts were spent outside the store; once the store is back, earlier nonces are forgotten. */
  spentElsewhere(): void {
    this.#spentElsewhere = true;
  }

  /** @throws StateUnavailable (as a rejection) for every failure */
  async run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (!this.#isUp) throw new StateUnavailable('the shared store is not connected');
    try {
      return await command(this.#redis);
    } catch (error) {
      const reason = problemOf(error);
      // Further requests must not wait for a store that hangs or refuses: they fail until it is adopted again.
      if (this.#isUp) this.#renounce(reason);
      throw new StateUnavailable(`the shared store did not answer: ${reason}`, { cause: error });
    }
  }

  /** Adopts a store that was emptied while connected: earlier nonces are forgotten, later nonces are accepted. */
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
      // A store without a run id counts as a new one at each connection.
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
        // Counts may have been spent elsewhere while the store was being adopted.
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

  /** Reports each outage once, even if several attempts to connect fail. */
  #down(reason: string): void {
    if (this.#isUp || !this.#hasReportedDown) this.#changed(false, reason);
    this.#isUp = false;
    this.#hasReportedDown = true;
  }
}

/** Code of a system error, else the message of the store or its client. Neither contains the URL. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string'
    ? error.code
    : (error.message.split('\n', 1)[0] ?? error.name);
}

/** Scripts that run inside Redis or Valkey. Each operation is one script, and so is atomic across replicas. */

/**
 * KEYS: the store's record. ARGV: its run id, the current time in milliseconds, `1` if counts were spent elsewhere. A
 * restarted store may have lost counts or have an older state, so nonces issued earlier are no longer accepted.
 */
const ADOPT_STORE = `
local known = redis.call('HGET', KEYS[1], 'run')
if known ~= ARGV[1] or ARGV[3] == '1' then redis.call('HSET', KEYS[1], 'run', ARGV[1], 'since', ARGV[2]) end
return 1`;

/**
 * KEYS: the store's record, then nonces. ARGV, three for each nonce: count, time of issue, milliseconds left. The
 * algorithm is that of memory.ts; a value consists of highest, recent and earlier.
 * @returns for each nonce 1: fresh, 0: replayed, -1: forgotten, -2: the store's record is missing, as after FLUSHALL
 */
const SPEND_NONCE_COUNTS = `
local since = redis.call('HGET', KEYS[1], 'since')
local function spend(key, count, issued, left)
  if not since then return -2 end
  if issued < tonumber(since) then return -1 end
  local highest, recent, earlier = 0, 0, 0
  local known = redis.call('GET', key)
  if known then
    local h, r, e = string.match(known, '^(%d+) (-?%d+) (-?%d+)$')
    highest, recent, earlier = tonumber(h), tonumber(r), tonumber(e)
  end
  local ahead = count - highest
  if ahead > 0 then
    if ahead >= 32 then
      earlier = ahead < ${WINDOW_COUNTS} and bit.lshift(recent, ahead - 32) or 0
      recent = 0
    else
      earlier = bit.bor(bit.lshift(earlier, ahead), bit.rshift(recent, 32 - ahead))
      recent = bit.lshift(recent, ahead)
    end
    highest = count
    recent = bit.bor(recent, 1)
  else
    local behind = -ahead
    if behind >= ${WINDOW_COUNTS} then return 0 end
    local mark = bit.lshift(1, behind % 32)
    if behind < 32 then
      if bit.band(recent, mark) ~= 0 then return 0 end
      recent = bit.bor(recent, mark)
    else
      if bit.band(earlier, mark) ~= 0 then return 0 end
      earlier = bit.bor(earlier, mark)
    end
  end
  redis.call('SET', key, string.format('%.0f %d %d', highest, recent, earlier), 'PX', left)
  return 1
end
local results = {}
for index = 2, #KEYS do
  local at = (index - 2) * 3
  results[index - 1] = spend(KEYS[index], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), ARGV[at + 3])
end
return results`;

/** KEYS: the throttled key. ARGV: failures allowed. @returns milliseconds until it may try again, 0 if it may now */
const MILLISECONDS_BLOCKED = `
local count = redis.call('GET', KEYS[1])
if not count or tonumber(count) < tonumber(ARGV[1]) then return 0 end
return math.max(0, redis.call('PTTL', KEYS[1]))`;

/**
 * KEYS: the throttled key. ARGV: the window in milliseconds, which begins with the first failure, and failures allowed.
 * @returns milliseconds until the key may try again if this failure exceeded the limit, else 0
 */
const RECORD_FAILURE = `
local count = redis.call('INCR', KEYS[1])
if count == 1 or redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
if count <= tonumber(ARGV[2]) then return 0 end
return math.max(1, redis.call('PTTL', KEYS[1]))`;
