import { expect, test } from 'vitest';
import { bytesWithin } from '../../../src/http/bytes-within.ts';

test.each<readonly [parts: readonly string[], most: number, text: string | null, isCancelled: boolean]>([
  [[], 4, '', false],
  [['ab', 'cd'], 4, 'abcd', false],
  [['ab', 'cde', 'f'], 4, null, true],
  // The mark at the beginning is part of the bytes.
  [['\uFEFFa'], 4, '\uFEFFa', false],
])('a body of %j, of which at most %i bytes are read, is %j', async (parts, most, text, isCancelled) => {
  let cancelled = false;
  const left = parts.map((part) => Buffer.from(part));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = left.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
    cancel() {
      cancelled = true;
    },
  });
  expect((await bytesWithin(body, most))?.toString('utf8') ?? null).toBe(text);
  expect(cancelled).toBe(isCancelled);
});

test('a response without a body has no bytes', async () => {
  expect(await bytesWithin(null, 4)).toEqual(Buffer.alloc(0));
});
