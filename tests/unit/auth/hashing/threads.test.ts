import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPasswordWorkers, type PasswordWorkersOptions } from '../../../../src/auth/hashing/password-workers.ts';
import { type FakeWorker, startedWorkers } from '../../../fixtures/auth/fake-worker.ts';

const seen = vi.hoisted(() => ({ cores: 4 }));
vi.mock('node:worker_threads', async () => ({
  Worker: (await import('../../../fixtures/auth/fake-worker.ts')).FakeWorker,
}));
vi.mock('node:os', () => ({ availableParallelism: () => seen.cores }));

const workerUrl = new URL('file:///worker.ts');
let log: string[];

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  startedWorkers.length = 0;
});
afterEach(() => vi.useRealTimers());

function create(options: Partial<PasswordWorkersOptions> = {}) {
  return createPasswordWorkers({ workerUrl, log: (message) => log.push(message), workers: 1, ...options });
}

function worker(index = 0): FakeWorker {
  const found = startedWorkers[index];
  if (found === undefined) throw new Error(`no worker ${index} was started`);
  return found;
}

describe('threads', () => {
  test('start with the first password, and get neither flags nor the environment', () => {
    const pool = create();
    expect(startedWorkers).toEqual([]);
    void pool.verify('x', 's', ['d'], 'ada');
    expect([worker().url, worker().options, worker().jobs]).toEqual([
      workerUrl,
      { execArgv: [], env: {}, name: 'passwords' },
      [{ password: 'x', stored: 's', decoys: ['d'] }],
    ]);
  });

  test('keep the process alive while they hash, and only then', async () => {
    const pool = create();
    for (const password of ['a', 'b']) {
      const check = pool.verify(password, 's', [], 'ada');
      expect(worker().isRef).toBe(true);
      worker().emit('message', true);
      expect([await check, worker().isRef]).toEqual(['right', false]);
    }
    expect(startedWorkers).toHaveLength(1);
  });

  test.each([
    [1, 1],
    [2, 1],
    [8, 7],
  ])('of %i cores, %i hash', (cores, expected) => {
    seen.cores = cores;
    const pool = createPasswordWorkers({ workerUrl, log() {} });
    for (let index = 0; index < 20; index += 1) void pool.verify(`${index}`, 's', [], 'ada');
    expect(startedWorkers).toHaveLength(expected);
  });

  test.each([false, 1, 'true', null, undefined])('that answer %j have not said right', async (answer) => {
    const check = create().verify('x', 's', [], 'ada');
    worker().emit('message', answer);
    expect(await check).toBe('wrong');
  });

  test.each([
    [new TypeError('secret'), 'a password worker failed (TypeError) and is replaced'],
    ['secret', 'a password worker failed (unknown error) and is replaced'],
  ])('that fail by %s are replaced, and the log has the kind of error alone', async (error, message) => {
    const pool = create();
    const check = pool.verify('x', 's', [], 'ada');
    worker().emit('error', error);
    worker().emit('exit');
    expect([await check, log]).toEqual(['busy', [message]]);
    void pool.verify('y', 's', [], 'ada');
    expect(worker(1).jobs).toHaveLength(1);
  });
});

describe('who waits', () => {
  test('is four for each thread, a second each', async () => {
    const pool = create({ workers: 2 });
    const checks = Array.from({ length: 11 }, (_, index) => pool.verify(`${index}`, 's', [], 'ada'));
    expect(await checks[10]).toBe('busy');
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([checks[2], 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(checks.slice(2))).toEqual(Array(9).fill('busy'));
  });

  test('and comes to be verified is not refused any more, however long that takes', async () => {
    const pool = create({ waitMilliseconds: 100 });
    const [first, second] = [pool.verify('a', 's', [], 'ada'), pool.verify('b', 's', [], 'ada')];
    worker().emit('message', false);
    expect([await first, vi.getTimerCount()]).toEqual(['wrong', 0]);
    await vi.advanceTimersByTimeAsync(1000);
    worker().emit('message', true);
    expect(await second).toBe('right');
  });

  test('is refused at once when the pool is closed, and nothing is left to wait for', async () => {
    const pool = create({ waitMilliseconds: 60_000 });
    const checks = ['a', 'b', 'c'].map((password) => pool.verify(password, 's', [], 'ada'));
    await pool.close();
    expect([await Promise.all(checks), vi.getTimerCount()]).toEqual([['busy', 'busy', 'busy'], 0]);
    expect([await pool.verify('d', 's', [], 'ada'), startedWorkers.length]).toEqual(['busy', 1]);
  });
});
