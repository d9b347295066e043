import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { Turns } from '../../../../src/release/drawing/turns.ts';

const MEGABYTE = 1024 * 1024;
const MORE_THAN_ALL = 100 * MEGABYTE;

test('every page is taken once, the first ones first', () => {
  const claims = Turns.claims();
  const [one, other] = [new Turns(claims, 20), new Turns(claims, 20)];
  const taken = [one.take('none'), other.take('wait'), one.take('none'), other.take('none'), one.take('wait')];
  expect(taken.flat()).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(taken.map(({ length }) => length)).toEqual([8, 8, 4, 0, 0]);
});

test('nothing is taken once it has ended', () => {
  const turns = new Turns(Turns.claims(), 20);
  turns.end();
  expect(turns.isEnded).toBe(true);
  expect([turns.take('none'), turns.take('wait')]).toEqual([[], []]);
});

test('what writes does not wait for room, which it makes itself', () => {
  const turns = new Turns(Turns.claims(), 20);
  turns.hold(MORE_THAN_ALL);
  expect(turns.take('none')).toEqual([]);
  turns.release(MORE_THAN_ALL);
  expect(turns.take('none')).toHaveLength(8);
});

describe('a thread that waits for room', () => {
  const workers: Worker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
  });

  /** Number of pages that a thread takes once there is room. */
  function taking(turns: { readonly claims: ReturnType<typeof Turns.claims> }): Promise<number> {
    const url = new URL('../../../../src/release/drawing/turns.ts', import.meta.url).href;
    const script = `import { parentPort, workerData } from 'node:worker_threads';
      const { Turns } = await import(${JSON.stringify(url)});
      parentPort.postMessage(new Turns(workerData.claims, 20).take('wait').length);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData: turns });
    workers.push(worker);
    return new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  }

  test.each<[what: string, change: (turns: Turns) => void, pages: number]>([
    ['goes on when enough is written', (turns) => turns.release(MORE_THAN_ALL), 8],
    ['ends', (turns) => turns.end(), 0],
  ])('%s', async (_, change, pages) => {
    const claims = Turns.claims();
    const turns = new Turns(claims, 20);
    turns.hold(MORE_THAN_ALL);
    let taken: number | undefined;
    const answer = taking({ claims }).then((count) => {
      taken = count;
      return count;
    });
    await setTimeout(300);
    expect(taken).toBeUndefined();
    change(turns);
    expect(await answer).toBe(pages);
  });
});
