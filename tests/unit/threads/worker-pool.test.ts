import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerPool } from '../../../src/threads/worker-pool.ts';
import { startedWorkers } from '../../fixtures/auth/fake-worker.ts';

vi.mock('node:worker_threads', async () => ({ Worker: (await import('../../fixtures/auth/fake-worker.ts')).FakeWorker }));

const IDLE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  startedWorkers.length = 0;
});
afterEach(() => vi.useRealTimers());

function create(): WorkerPool<string> {
  const workerUrl = new URL('file:///worker.ts');
  const options = { workerUrl, name: 'w', title: 'worker', log: () => undefined, queueLimit: 1, waitMilliseconds: 1000, idleMilliseconds: IDLE };
  return new WorkerPool({ ...options, workers: 2, workerData: { a: 1 }, environment: { A: 'b' }, resourceLimits: { maxOldGenerationSizeMb: 8 } });
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

test('an idle thread ends, and the next job starts another', async () => {
  const pool = create();
  const first = pool.run('a');
  const exits = vi.fn();
  startedWorkers[0]?.on('exit', exits);
  await vi.advanceTimersByTimeAsync(IDLE * 2);
  expect(exits).not.toHaveBeenCalled();
  startedWorkers[0]?.emit('message', 'A');
  await first;
  await vi.advanceTimersByTimeAsync(IDLE);
  expect(exits).toHaveBeenCalledOnce();
  const second = pool.run('b');
  expect(startedWorkers[1]?.jobs).toEqual(['b']);
  startedWorkers[1]?.emit('message', 'B');
  expect(await second).toEqual({ kind: 'answered', message: 'B' });
});
