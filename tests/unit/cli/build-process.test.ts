import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runBuildProcess } from '../../../src/cli/build-process.ts';

test('a build that is interrupted before it listens to signals ends as an interrupted one', async () => {
  const interruption = new AbortController();
  const building = runBuildProcess([], tmpdir(), { signal: interruption.signal });
  // In the same turn: the child has not loaded a line yet.
  interruption.abort();
  expect(await building).toMatchObject({ status: 130, isKilled: false });
});
