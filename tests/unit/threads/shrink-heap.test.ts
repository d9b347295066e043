import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../src/threads/shrink-heap.ts', import.meta.url);

/** In a process of its own: other tests allocate, too. */
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

test('what is not used any more is given back, and what is used stays', () => {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--input-type=module'];
  const { before, after, exposed, kept } = JSON.parse(
    execFileSync(process.execPath, [...flags, '--eval', PROGRAM], { encoding: 'utf8' }),
  );
  expect(after).toBeLessThan(before / 2);
  expect(exposed).toBe('undefined');
  expect(kept).toBe('number 9');
});
