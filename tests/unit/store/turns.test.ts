import { expect, test } from 'vitest';
import { Turns } from '../../../src/store/turns.ts';

test('jobs run in their order, and what is ready runs between two of them', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const tick = (): void => {
    log.push('tick');
    if (log.length < 20) setImmediate(tick);
  };
  setImmediate(tick);
  await Promise.all(['a', 'b', 'c'].map((name) => turns.run(() => log.push(name))));
  expect(log.filter((entry) => entry !== 'tick')).toEqual(['a', 'b', 'c']);
  expect(log.join(' ')).toMatch(/a( tick)+ b( tick)+ c/);
});

test('a job that fails rejects for its own caller and stops no other', async () => {
  const turns = new Turns();
  const failing = turns.run(() => {
    throw new Error('broken');
  });
  const next = turns.run(() => 'fine');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});
