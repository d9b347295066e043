import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isProbeFor, runProbe } from './probe-runner.ts';
import { probes } from './probes.ts';
import type { RunningServer } from './servers.ts';
import { makeSampleProject, provideBuild, removeProject, startBuiltServer, startDevelopmentServer } from './servers.ts';

const modes = [
  { mode: 'production', name: 'the built server', start: startBuiltServer },
  { mode: 'development', name: 'astro dev', start: startDevelopmentServer },
] as const;

let folder: string;
beforeAll(() => {
  folder = makeSampleProject();
  provideBuild(folder);
}, 60_000);
afterAll(() => removeProject(folder));

describe.each(modes)('$name answers', ({ mode, start }) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start(folder);
  }, 60_000);
  afterAll(() => server?.stop());

  test.each(probes.filter((probe) => isProbeFor(mode, probe)))('$name ($source)', async (probe) => {
    expect(await runProbe(server.origin, probe)).toEqual([]);
  });
});
