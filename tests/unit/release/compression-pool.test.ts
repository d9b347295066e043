import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CompressionPool } from '../../../src/release/compression-pool.ts';

const half = (): Uint8Array<ArrayBuffer>[] => [new Uint8Array(24 * 1024 * 1024)];
const text = (): Uint8Array<ArrayBuffer>[] => [new TextEncoder().encode('A shelf of books. '.repeat(100))];

function scriptUrl(script: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${script}`)}`,
  );
}

describe('CompressionPool', () => {
  test('gives results in the order of the bodies', async () => {
    const pool = new CompressionPool();
    const { results } = await pool.add([...text(), new TextEncoder().encode('a')]);
    expect((await results).map(({ size }) => size)).toEqual([1800, null]);
    await pool.close();
  });

  test.each([
    ['throws', `parentPort.on('message', () => { throw new Error('broken'); });`, 'broken'],
    ['throws before the first body', `throw new Error('broken');`, 'broken'],
    ['ends', `parentPort.on('message', () => process.exit());`, 'A thread that compresses has ended.'],
  ])('of which a thread %s refuses what is under way and all that comes after', async (_, script, message) => {
    const pool = new CompressionPool(scriptUrl(script));
    const first = await pool.add(text());
    await expect(first.results).rejects.toThrow(message);
    // More than the queue holds: a caller that waited for room would wait forever.
    for (const bodies of [half(), half(), half()]) await expect(pool.add(bodies)).rejects.toThrow(message);
    await pool.close();
  });

  test('is closed once its threads have finished what they are at', async () => {
    const pool = new CompressionPool(
      scriptUrl(`parentPort.on('message', (batch) => {
        if (batch === null) return parentPort.close();
        for (const until = Date.now() + 50; Date.now() < until; );
        parentPort.postMessage({ id: batch.id, results: [] });
      });`),
      1,
    );
    const { results } = await pool.add(text());
    await pool.close();
    expect(await results).toEqual([]);
  });

  test('closed, leaves what is not begun', async () => {
    const pool = new CompressionPool(undefined, 1);
    const { results } = await pool.add(half());
    await pool.close();
    await expect(results).rejects.toThrow('A thread that compresses has ended.');
  });

  test('fails a caller that waits for room when a thread has failed', async () => {
    const pool = new CompressionPool(scriptUrl(`parentPort.on('message', () => { throw new Error('broken'); });`));
    const first = await pool.add(half());
    first.results.catch(() => undefined);
    await expect(pool.add(half())).rejects.toThrow('broken');
    await pool.close();
  });

  test('compresses here what no other thread has begun', async () => {
    const pool = new CompressionPool(scriptUrl(`parentPort.on('message', (batch) => batch ?? parentPort.close());`), 1);
    // More is not given to a thread that has not answered yet.
    const given = await pool.add(half());
    given.results.catch(() => undefined);
    const added = pool.add(text());
    let isDone = false;
    added
      .then(({ results }) => results)
      .then(() => {
        isDone = true;
      });
    await setImmediate();
    expect(isDone).toBe(false);
    await pool.help();
    expect((await (await added).results).map(({ size }) => size)).toEqual([1800]);
    await pool.close();
  });

  test('that is closed leaves nothing behind that could fail', async () => {
    const pool = new CompressionPool();
    await pool.add(half());
    await pool.close();
  });
});
