import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';

const module = new URL('../../../src/build/thread-priority.ts', import.meta.url);

/** What a process says of the niceness of its main thread and its other ones after it called a function. */
async function niceness(call: string): Promise<{ main: number; others: readonly number[]; own: number }> {
  const script = `
    import { readdirSync, readlinkSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { preferMainThread, preferOtherThreads } from ${JSON.stringify(module.href)};
    ${call};
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    const others = readdirSync('/proc/self/task').map(Number).filter((thread) => thread !== process.pid && thread !== own);
    parentPort.postMessage({ main: getPriority(process.pid), others: others.map((thread) => getPriority(thread)), own: getPriority(own) });
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const [answer] = await once(worker, 'message');
  await worker.terminate();
  return answer;
}

describe.runIf(process.platform === 'linux')('priorities of threads', () => {
  test('a thread lets the others go first', async () => {
    const { main, others, own } = await niceness('preferOtherThreads()');
    expect(own).toBe(Math.max(5, main));
    expect(new Set(others)).toEqual(new Set([main]));
  });

  test('the main thread goes first', async () => {
    const { main, others } = await niceness('preferMainThread()');
    expect(main).toBeLessThan(20);
    expect(others.length).toBeGreaterThan(0);
    expect(new Set(others)).toEqual(new Set([Math.max(5, main)]));
  });
});
