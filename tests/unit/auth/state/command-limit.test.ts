import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StateUnavailable } from '../../../../src/auth/state/contract.ts';
import { RedisConnection } from '../../../../src/auth/state/redis-connection.ts';
import { settled } from '../../../fixtures/auth/fake-redis.ts';
import { LIMITS } from '../../../limits.ts';

/** More than the limit of a command. */
const STALL_MILLISECONDS = 700;

let hasAnswered: Int32Array<SharedArrayBuffer>;
let worker: Worker;
let connection: RedisConnection;
const changes: [isUp: boolean, reason: string][] = [];

beforeEach(async () => {
  hasAnswered = new Int32Array(new SharedArrayBuffer(4));
  const program = new URL('../../../fixtures/auth/answering-store.ts', import.meta.url);
  worker = new Worker(program, { workerData: hasAnswered.buffer });
  const [port] = await once(worker, 'message');
  connection = new RedisConnection(`redis://127.0.0.1:${port}`, Date.now, (isUp, reason) => {
    changes.push([isUp, reason]);
  });
  await expect.poll(() => changes.at(-1)).toEqual([true, 'connected']);
  changes.length = 0;
});
afterEach(async () => {
  await connection.close();
  await worker.terminate();
});

const ask = (key: string): Promise<number> => connection.run((redis) => redis.millisecondsBlocked(key, 3));

test('what was answered counts, though this process stood still until the limit had passed', async () => {
  const asked = ask('heard');
  // The client sends in the next turn of the event loop.
  await settled();
  const sentMilliseconds = performance.now();
  expect(Atomics.wait(hasAnswered, 0, 0, LIMITS.wait)).not.toBe('timed-out');
  while (performance.now() - sentMilliseconds < STALL_MILLISECONDS);
  expect(await asked).toBe(1);
  expect(changes).toEqual([]);
});

test('what is not answered is given up', async () => {
  await expect(ask('silent')).rejects.toThrow(
    new StateUnavailable('the shared store did not answer: Command timed out'),
  );
  expect(changes[0]).toEqual([false, 'Command timed out']);
});
