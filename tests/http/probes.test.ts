import { describe, expect, test } from 'vitest';
import { whileTesting } from '../while-testing.ts';
import { mcpCases } from './mcp/cases.ts';
import { runMcpCase } from './mcp/run-case.ts';
import { openSession, readSamples } from './mcp/session.ts';
import { isProbeFor, runProbe } from './probe-runner.ts';
import { discoveryProbes } from './probes/discovery-probes.ts';
import { probes } from './probes.ts';
import { serveSamples } from './served-project.ts';

const project = whileTesting(serveSamples);

/** The development server answers them in development/development.test.ts. */
describe('the built server answers', () => {
  test.each([...probes, ...discoveryProbes].filter((probe) => isProbeFor('production', probe)))(
    '$name ($source)',
    async (probe) => {
      expect(await runProbe(project.server.origin, probe)).toEqual([]);
    },
  );
});

describe('programs of language models', () => {
  test.each(mcpCases)('$name ($source)', async (one) => {
    expect(await runMcpCase(project.server.origin, one)).toEqual([]);
  });

  test.each(['modern', 'legacy'] as const)('read the samples with the client of the official SDK: %s', async (era) => {
    const client = await openSession(project.server.origin, { era });
    await readSamples(client);
    await client.close();
  });
});
