import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthState, type NonceUse, StateUnavailable } from '../../src/auth/state/contract.ts';
import { createAuthState, type StateOptions } from '../../src/auth/state/registry.ts';

const lifetimeMilliseconds = 60_000;
const limits = { failures: 3, perSeconds: 1 };
let serial = 0;

/** The store that a machine has, if any. */
const storeBinary = ['valkey-server', 'redis-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

class Store {
  readonly url: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'auth-state-'));
  #process: ChildProcess | undefined;

  constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const options = [
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      '--dir',
      this.#folder,
    ];
    this.#process = spawn(storeBinary ?? '', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    for await (const chunk of this.#process.stdout ?? []) if (String(chunk).includes('eady to accept connections')) return;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  /** What was stored is gone, the store's record of itself included. */
  lose(): void {
    rmSync(this.#folder, { recursive: true });
    mkdirSync(this.#folder);
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function freshUse(count = 1): NonceUse {
  serial += 1;
  const issuedAtMilliseconds = Date.now();
  return { nonce: `nonce-${process.pid}-${serial}`, count, issuedAtMilliseconds, expiresAtMilliseconds: issuedAtMilliseconds + lifetimeMilliseconds };
}

/** Connecting happens in the background. */
async function untilUp(state: AuthState): Promise<void> {
  await expect.poll(async () => state.secondsBlocked('nobody', limits), { timeout: 8000, interval: 20 }).toBe(0);
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const store = storeBinary === undefined ? undefined : new Store(await freePort());
const drivers: readonly { readonly name: string; readonly options: StateOptions | undefined }[] = [
  { name: 'memory', options: { driver: 'memory' } },
  { name: 'redis', options: store && { driver: 'redis', url: store.url, whenDown: 'refuse' } },
];

beforeAll(async () => store?.start());
afterAll(async () => store?.remove());

describe.each(drivers)('state in $name', ({ options }) => {
  const driver: StateOptions = options ?? { driver: 'memory' };
  let state: AuthState;

  beforeEach(async (context) => {
    context.skip(options === undefined, 'neither valkey-server nor redis-server is installed');
    state = createAuthState(driver, { clock: Date.now, log: () => {} });
    await untilUp(state);
    await pause(2);
  });
  afterEach(async () => state?.close());

  test('a count is fresh once', async () => {
    const use = freshUse();
    expect(await state.spendNonceCount(use)).toBe('fresh');
    expect(await state.spendNonceCount(use)).toBe('replayed');
    expect(await state.spendNonceCount({ ...use, count: 2 })).toBe('fresh');
    expect(await state.spendNonceCount(freshUse())).toBe('fresh');
  });

  test('of the same count sent twice at a time, one is fresh', async () => {
    const use = freshUse();
    const results = await Promise.all(Array.from({ length: 10 }, async () => state.spendNonceCount(use)));
    expect(results.filter((result) => result === 'fresh')).toHaveLength(1);
  });

  test('counts may come in any order within 64, each once', async () => {
    const results: string[] = [];
    const use = freshUse();
    for (const count of [5, 1, 3, 2, 4, 68, 5, 4, 6, 69, 6, 5]) results.push(await state.spendNonceCount({ ...use, count }));
    const expected = ['fresh', 'fresh', 'fresh', 'fresh', 'fresh', 'fresh', 'replayed', 'replayed', 'fresh', 'fresh', 'replayed', 'replayed'];
    expect(results).toEqual(expected);
  });

  test('the window is the same in every driver', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constantFrom(0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff)), { maxLength: 60 }),
        async (counts) => {
          const use = freshUse();
          const used = new Set<number>();
          let highest = 0;
          for (const count of counts) {
            const isFresh = !used.has(count) && count > highest - 64;
            expect(await state.spendNonceCount({ ...use, count })).toBe(isFresh ? 'fresh' : 'replayed');
            used.add(count);
            highest = Math.max(highest, count);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a nonce that has expired is forgotten', async () => {
    const issuedAtMilliseconds = Date.now();
    const use = { ...freshUse(), issuedAtMilliseconds, expiresAtMilliseconds: issuedAtMilliseconds + 30 };
    expect(await state.spendNonceCount(use)).toBe('fresh');
    await pause(40);
    expect(await state.spendNonceCount({ ...use, count: 2 })).toBe('forgotten');
  });

  test('a nonce that is older than the state is forgotten', async () => {
    const issuedAtMilliseconds = Date.now() - 30_000;
    expect(await state.spendNonceCount({ ...freshUse(), issuedAtMilliseconds })).toBe('forgotten');
  });

  test('failures block their key alone, until the window has passed', async () => {
    serial += 1;
    const key = `key-${serial}`;
    for (let failure = 0; failure < limits.failures; failure += 1) {
      expect(await state.secondsBlocked(key, limits)).toBe(0);
      await state.recordFailure(key, limits);
    }
    expect(await state.secondsBlocked(key, limits)).toBe(1);
    expect(await state.secondsBlocked(key, { ...limits, failures: 4 })).toBe(0);
    expect(await state.secondsBlocked(`${key}0`, limits)).toBe(0);
    await pause(1020);
    expect(await state.secondsBlocked(key, limits)).toBe(0);
  });

  test('without a limit, nothing is counted', async () => {
    serial += 1;
    const key = `key-${serial}`;
    await state.recordFailure(key, { failures: 0, perSeconds: 1 });
    expect(await state.secondsBlocked(key, { failures: 1, perSeconds: 1 })).toBe(0);
    expect(await state.secondsBlocked(key, { failures: 0, perSeconds: 1 })).toBe(0);
  });

  test('keys that clients chose may be long and hold anything', async () => {
    serial += 1;
    for (const key of [`__proto__${serial}`, `a|b\r\n${serial}`, `${'ü'.repeat(9000)}${serial}`]) {
      await state.recordFailure(key, { failures: 1, perSeconds: 1 });
      expect(await state.secondsBlocked(key, { failures: 1, perSeconds: 1 })).toBe(1);
    }
  });
});

describe('state in redis, shared', () => {
  const created: AuthState[] = [];
  const logged: string[] = [];

  async function createReplica(whenDown: 'refuse' | 'local'): Promise<AuthState> {
    logged.length = 0;
    const state = createAuthState({ driver: 'redis', url: store?.url ?? '', whenDown }, { clock: Date.now, log: (message) => void logged.push(message) });
    created.push(state);
    await expect.poll(() => logged.at(-1), { timeout: 8000 }).toBe('state: the shared store is connected');
    return state;
  }

  beforeEach((context) => {
    context.skip(store === undefined, 'neither valkey-server nor redis-server is installed');
  });
  afterEach(async () => {
    await Promise.all(created.splice(0).map((state) => state.close()));
    store?.signal('SIGCONT');
  });

  test('a count that one replica has seen is a replay at the other, and so are failures shared', async () => {
    const [first, second] = [await createReplica('refuse'), await createReplica('refuse')];
    await pause(2);
    const use = freshUse();
    expect(await first.spendNonceCount(use)).toBe('fresh');
    expect(await second.spendNonceCount(use)).toBe('replayed');
    expect(await second.spendNonceCount({ ...use, count: 2 })).toBe('fresh');
    for (const state of [first, second, first]) await state.recordFailure('shared', limits);
    expect(await second.secondsBlocked('shared', limits)).toBe(1);
  });

  test('a replica that joins later leaves nonces that are out as they are', async () => {
    const first = await createReplica('refuse');
    await pause(2);
    const use = freshUse();
    expect(await first.spendNonceCount(use)).toBe('fresh');
    const second = await createReplica('refuse');
    expect(await second.spendNonceCount(use)).toBe('replayed');
    expect(await second.spendNonceCount({ ...use, count: 2 })).toBe('fresh');
  });

  test.each([
    ['as it was', () => {}],
    ['empty', () => store?.lose()],
  ])('without the store nobody is let in, quickly; when it is back, %s, everything works, and nonces from before are forgotten', async (_, meanwhile) => {
    const state = await createReplica('refuse');
    await pause(2);
    const use = freshUse();
    expect(await state.spendNonceCount(use)).toBe('fresh');
    await store?.kill();
    for (const ask of [() => state.spendNonceCount({ ...use, count: 2 }), () => state.secondsBlocked('a', limits), () => state.recordFailure('a', limits)]) {
      const start = performance.now();
      await expect(ask()).rejects.toThrow(StateUnavailable);
      expect(performance.now() - start).toBeLessThan(700);
    }
    meanwhile();
    await store?.start();
    await untilUp(state);
    expect(await state.spendNonceCount(use)).toBe('forgotten');
    expect(await state.spendNonceCount({ ...use, count: 3 })).toBe('forgotten');
    await pause(2);
    expect(await state.spendNonceCount(freshUse())).toBe('fresh');
    expect(logged.map((message) => message.replace(/\(.*\)/, '()'))).toEqual([
      'state: the shared store is connected',
      'state: the shared store cannot be asked (); until it is back, log-ins are refused',
      'state: the shared store is connected',
    ]);
  });

  test('holds nothing longer than it has to', async () => {
    const state = await createReplica('refuse');
    await pause(2);
    await state.spendNonceCount(freshUse());
    await state.recordFailure('brief', limits);
    const redis = new Redis(store?.url ?? '');
    const keys = (await redis.keys('*')).filter((key) => !key.endsWith(':store'));
    const left = await Promise.all(keys.map((key) => redis.pttl(key)));
    redis.disconnect();
    expect(left.length).toBeGreaterThan(1);
    // -2: gone in between.
    for (const milliseconds of left.filter((value) => value !== -2)) {
      expect(milliseconds).toBeGreaterThan(0);
      expect(milliseconds).toBeLessThanOrEqual(lifetimeMilliseconds);
    }
  });

  test('a store that does not answer is given up after half a second, for later requests at once', async () => {
    const state = await createReplica('refuse');
    store?.signal('SIGSTOP');
    const start = performance.now();
    await expect(state.spendNonceCount(freshUse())).rejects.toThrow(StateUnavailable);
    expect(performance.now() - start).toBeLessThan(1500);
    const later = performance.now();
    await expect(state.spendNonceCount(freshUse())).rejects.toThrow(StateUnavailable);
    expect(performance.now() - later).toBeLessThan(100);
    store?.signal('SIGCONT');
    await untilUp(state);
    await pause(2);
    expect(await state.spendNonceCount(freshUse())).toBe('fresh');
  });

  test('a process that may go on by itself refuses what it cannot know of, before the outage and after it', async () => {
    const state = await createReplica('local');
    await pause(2);
    const before = freshUse();
    expect(await state.spendNonceCount(before)).toBe('fresh');
    await store?.kill();
    expect(await state.spendNonceCount(before)).toBe('forgotten');
    expect(await state.spendNonceCount({ ...before, count: 2 })).toBe('forgotten');
    const within = freshUse();
    expect(await state.spendNonceCount(within)).toBe('fresh');
    expect(await state.spendNonceCount(within)).toBe('replayed');
    for (let failure = 0; failure < limits.failures; failure += 1) await state.recordFailure('a', limits);
    expect(await state.secondsBlocked('a', limits)).toBe(1);
    await store?.start();
    await expect.poll(() => logged.at(-1), { timeout: 8000 }).toBe('state: the shared store is connected');
    expect(await state.spendNonceCount(within)).toBe('forgotten');
    await pause(2);
    expect(await state.spendNonceCount(freshUse())).toBe('fresh');
    expect(logged.filter((message) => message.includes('this process remembers for itself'))).toHaveLength(1);
    const between = freshUse();
    expect(await state.spendNonceCount(between)).toBe('fresh');
    await store?.kill();
    expect(await state.spendNonceCount(between)).toBe('forgotten');
    await store?.start();
  });

  test('an outage of the connection alone is an outage too: what was spent within is forgotten after it', async () => {
    const state = await createReplica('local');
    store?.signal('SIGSTOP');
    await state.secondsBlocked('a', limits);
    await pause(2);
    const within = freshUse();
    expect(await state.spendNonceCount(within)).toBe('fresh');
    store?.signal('SIGCONT');
    await expect.poll(() => logged.filter((message) => message.endsWith('is connected')), { timeout: 8000 }).toHaveLength(2);
    expect(await state.spendNonceCount(within)).toBe('forgotten');
  });
});

test('a store that was never there refuses, and does not keep the process', async () => {
  const logged: string[] = [];
  const url = `redis://user:hidden@127.0.0.1:${await freePort()}`;
  const state = createAuthState({ driver: 'redis', url, whenDown: 'refuse' }, { clock: Date.now, log: (message) => void logged.push(message) });
  await expect(state.spendNonceCount(freshUse())).rejects.toThrow(StateUnavailable);
  await pause(300);
  await state.close();
  expect(logged).toEqual(['state: the shared store cannot be asked (ECONNREFUSED); until it is back, log-ins are refused']);
});
