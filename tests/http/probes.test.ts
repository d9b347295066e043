import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mcpCases } from './mcp/cases.ts';
import { runMcpCase } from './mcp/run-case.ts';
import { openSession, readSamples } from './mcp/session.ts';
import { isProbeFor, runProbe } from './probe-runner.ts';
import { discoveryProbes } from './probes/discovery-probes.ts';
import { probes } from './probes.ts';
import type { RunningServer } from './servers.ts';
import { makeSampleProject, provideBuild, removeProject, startBuiltServer } from './servers.ts';

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = makeSampleProject();
  provideBuild(folder);
  server = await startBuiltServer(folder);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

/** The development server answers them in development/development.test.ts. */
describe('the built server answers', () => {
  test.each([...probes, ...discoveryProbes].filter((probe) => isProbeFor('production', probe)))(
    '$name ($source)',
    async (probe) => {
      expect(await runProbe(server.origin, probe)).toEqual([]);
    },
  );
});

describe('programs of language models', () => {
  test.each(mcpCases)('$name ($source)', async (one) => {
    expect(await runMcpCase(server.origin, one)).toEqual([]);
  });

  test.each(['modern', 'legacy'] as const)('read the samples with the client of the official SDK: %s', async (era) => {
    const client = await openSession(server.origin, { era });
    await readSamples(client);
    await client.close();
  });
});
