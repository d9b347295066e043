import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

const module = new URL('../../../src/threads/thread-resources.ts', import.meta.url);

interface Niceness {
  readonly main: number;
  readonly others: readonly number[];
  readonly own: number;
}

/** Niceness of each thread of a process that began with a given one, after one thread called a function. */
function nicenessAfter(call: string, begin: number): Niceness {
  const thread = `
    import { readdirSync, readlinkSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { preferMainThread, preferOtherThreads } from ${JSON.stringify(module.href)};
    ${call};
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    const others = readdirSync('/proc/self/task').map(Number).filter((thread) => thread !== process.pid && thread !== own);
    console.log(JSON.stringify({ main: getPriority(process.pid), others: others.map((thread) => getPriority(thread)), own: getPriority(own) }));
  `;
  const url = `data:text/javascript,${encodeURIComponent(thread)}`;
  const script = `new (require('node:worker_threads').Worker)(new URL(${JSON.stringify(url)}))`;
  return JSON.parse(execFileSync('nice', ['-n', String(begin), process.execPath, '-e', script], { encoding: 'utf8' }));
}

describe.runIf(process.platform === 'linux').each([0, 10, 17])(
  'in a process that is %i nicer than this one',
  (begin) => {
    test('a thread lets the others go first', () => {
      const { main, others, own } = nicenessAfter('preferOtherThreads()', begin);
      expect(own).toBe(Math.min(19, main + 5));
      expect(new Set(others)).toEqual(new Set([main]));
    });

    test('the main thread goes first', () => {
      const { main, others } = nicenessAfter('preferMainThread()', begin);
      expect(others.length).toBeGreaterThan(0);
      expect(new Set(others)).toEqual(new Set([Math.min(19, main + 5)]));
    });
  },
);
