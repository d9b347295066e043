import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerPool } from '../../../src/threads/worker-pool.ts';
import { FakeWorker, startedWorkers } from '../../fixtures/auth/fake-worker.ts';

vi.mock('node:worker_threads', async () => ({
  Worker: (await import('../../fixtures/auth/fake-worker.ts')).FakeWorker,
}));

const LIMIT = 30_000;

const logged: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.restoreAllMocks();
  logged.length = 0;
  startedWorkers.length = 0;
});
afterEach(() => vi.useRealTimers());

function create(workers = 2, limits: { readonly jobMilliseconds?: number } = {}): WorkerPool<string> {
  const workerUrl = new URL('file:///worker.ts');
  const times = { waitMilliseconds: 1000, ...limits };
  const options = {
    workerUrl,
    name: 'w',
    title: 'worker',
    log: (line: string) => void logged.push(line),
    queueLimit: 1,
    ...times,
  };
  return new WorkerPool({
    ...options,
    workers,
    workerData: { a: 1 },
    environment: { A: 'b' },
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  });
}

test('threads get what they need and no more', () => {
  void create().run('job');
  expect(startedWorkers[0]?.options).toEqual({
    execArgv: [],
    env: { A: 'b' },
    name: 'w',
    workerData: { a: 1 },
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  });
});

test('a thread that is there comes before one that would have to be started', async () => {
  const pool = create();
  const jobs = [pool.run('a'), pool.run('b')];
  startedWorkers[1]?.emit('message', 'B');
  startedWorkers[0]?.emit('message', 'A');
  expect(await Promise.all(jobs)).toEqual([
    { kind: 'answered', message: 'A' },
    { kind: 'answered', message: 'B' },
  ]);
  startedWorkers[0]?.emit('exit');
  void pool.run('c');
  expect(startedWorkers.map(({ jobs: sent }) => sent)).toEqual([['a'], ['b', 'c']]);
});

test('a job without an end gives its thread back, and the next one gets a new thread', async () => {
  const pool = create(1, { jobMilliseconds: LIMIT });
  const endless = pool.run('a');
  await vi.advanceTimersByTimeAsync(LIMIT - 500);
  const waiting = pool.run('b');
  await vi.advanceTimersByTimeAsync(500);
  expect(await endless).toEqual({ kind: 'ended' });
  expect(logged).toEqual(['a worker gave nothing within 30 seconds and is replaced']);
  expect(startedWorkers[1]?.jobs).toEqual(['b']);
  startedWorkers[1]?.emit('message', 'B');
  expect(await waiting).toEqual({ kind: 'answered', message: 'B' });
});

test('a job that ends in time does not count against the next one of its thread', async () => {
  const pool = create(1, { jobMilliseconds: LIMIT });
  const first = pool.run('a');
  await vi.advanceTimersByTimeAsync(LIMIT - 1);
  startedWorkers[0]?.emit('message', 'A');
  await first;
  const second = pool.run('b');
  await vi.advanceTimersByTimeAsync(LIMIT - 1);
  startedWorkers[0]?.emit('message', 'B');
  expect(await second).toEqual({ kind: 'answered', message: 'B' });
  expect(startedWorkers).toHaveLength(1);
});

test('a job that cannot be given to a thread is refused, and its slot takes the next one', async () => {
  const pool = create(1);
  vi.spyOn(FakeWorker.prototype, 'postMessage').mockImplementationOnce(() => {
    throw new RangeError('no thread');
  });
  expect(await pool.run('a')).toEqual({ kind: 'busy' });
  expect(logged).toEqual(['a worker could not be given its work (RangeError)']);
  const next = pool.run('b');
  startedWorkers.at(-1)?.emit('message', 'B');
  expect(await next).toEqual({ kind: 'answered', message: 'B' });
});
