import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

const MODULE = new URL('../../../src/threads/thread-resources.ts', import.meta.url);

/** Runs in a process of its own: other tests allocate, too. */
const PROGRAM = `
  import { shrinkHeap } from ${JSON.stringify(MODULE.href)};
  let garbage = Array.from({ length: 400_000 }, (_, index) => ({ index, text: 'number ' + index }));
  const kept = garbage.slice(0, 10);
  garbage = null;
  const before = process.memoryUsage().heapTotal;
  shrinkHeap();
  const after = process.memoryUsage().heapTotal;
  let exposed = typeof globalThis.gc;
  console.log(JSON.stringify({ before, after, exposed, kept: kept[9].text }));
`;

/** Shrinks in several threads at once, as those that make documents do when a server starts. */
const AT_ONCE = `
  import { once } from 'node:events';
  import { Worker } from 'node:worker_threads';
  const url = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(`
    import { shrinkHeap } from ${JSON.stringify(MODULE.href)};
    for (let count = 0; count < 25; count += 1) shrinkHeap();
  `)}));
  const ends = Array.from({ length: 3 }, () => once(new Worker(url), 'exit').then(() => 'ended', ({ message }) => message));
  console.log(JSON.stringify(await Promise.all(ends)));
`;

function outputOf(program: string) {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--input-type=module'];
  return JSON.parse(execFileSync(process.execPath, [...flags, '--eval', program], { encoding: 'utf8' }));
}

test('threads do it at the same time', () => {
  expect(outputOf(AT_ONCE)).toEqual(['ended', 'ended', 'ended']);
});

test('what is not used any more is given back, and what is used stays', () => {
  const { before, after, exposed, kept } = outputOf(PROGRAM);
  expect(after).toBeLessThan(before / 2);
  expect(exposed).toBe('undefined');
  expect(kept).toBe('number 9');
});

/** Niceness of the main thread and of the others in a process that began with a given one. */
function nicenessAfter(begin: number): { readonly main: number; readonly others: readonly number[] } {
  const thread = `
    import { readdirSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { preferMainThread } from ${JSON.stringify(MODULE.href)};
    preferMainThread(5);
    const others = readdirSync('/proc/self/task').map(Number).filter((thread) => thread !== process.pid);
    console.log(JSON.stringify({ main: getPriority(process.pid), others: others.map((thread) => getPriority(thread)) }));
  `;
  const url = `data:text/javascript,${encodeURIComponent(thread)}`;
  const script = `new (require('node:worker_threads').Worker)(new URL(${JSON.stringify(url)}))`;
  return JSON.parse(execFileSync('nice', ['-n', String(begin), process.execPath, '-e', script], { encoding: 'utf8' }));
}

describe.runIf(process.platform === 'linux')('the main thread goes first', () => {
  test.each([0, 10, 17])('in a process that is %i nicer than this one', (begin) => {
    const { main, others } = nicenessAfter(begin);
    expect(others.length).toBeGreaterThan(0);
    expect(new Set(others)).toEqual(new Set([Math.min(19, main + 5)]));
  });
});
