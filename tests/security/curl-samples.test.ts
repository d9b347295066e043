import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '../../src/model/api.ts';
import type { OperationRecord } from '../../src/model/records.ts';
import { curlOf } from '../../src/presentation/samples/operation-request.ts';
import { apiRecord, service } from '../fixtures/model/rich-api.ts';
import { EchoServer } from '../fixtures/samples/echo-server.ts';
import { HOSTILE_VALUES as VALUES } from '../fixtures/samples/hostile-values.ts';
import { expected, PLACES, type Place, SECRET } from '../fixtures/samples/places.ts';

const SHELLS = ['sh', 'bash', 'zsh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

const echo = new EchoServer();
beforeAll(() => echo.open());
afterAll(() => echo.close());

function sampleOf(record: OperationRecord): string | null {
  const api = new Api(apiRecord({ services: [service('Thing', { operations: [record] })] }));
  const [found] = api.getService('Thing')?.getOperations() ?? [];
  return found === undefined ? null : curlOf(found, echo.origin);
}

/** Runs all samples as a reader would who pastes them one after the other; what they print is nothing of interest. */
async function paste(samples: readonly string[], shell: string): Promise<void> {
  echo.arrivals.clear();
  const script = join(echo.folder, 'script');
  writeFileSync(script, `exec </dev/null\n${samples.join('\n')}\n`);
  await promisify(execFile)(shell, [script], {
    cwd: echo.folder,
    env: { PATH: process.env['PATH'], HOME: echo.folder },
    maxBuffer: 1e8,
    timeout: 90_000,
  });
}

async function arrivedOf(cases: readonly (readonly [Place, string])[], shell: string) {
  const samples = cases.map(([place, value], at) => sampleOf(place.record(`/c${at}`, value)) ?? '');
  await paste(samples, shell);
  return cases.map(([place, value], at) => {
    const arrival = echo.arrivals.get(`c${at}`);
    return {
      place: place.name,
      value,
      sample: samples[at],
      arrived: arrival === undefined ? 'nothing' : place.arrived(arrival),
    };
  });
}

describe.skipIf(!hasCurl)(
  'curl samples send what the descriptor says (skipped where it is not installed: curl)',
  { timeout: 120_000 },
  () => {
    test.each(PLACES.map((place) => [place.name, place] as const))('%s', async (_, place) => {
      const results = await arrivedOf(
        VALUES.map((value) => [place, value] as const),
        'sh',
      );
      for (const [at, result] of results.entries())
        expect(result).toEqual({ ...result, arrived: expected(place, VALUES[at] ?? '') });
      expect(JSON.stringify([...echo.arrivals])).not.toContain(SECRET);
    });

    test.each(SHELLS)('in %s, for values of any characters', async (shell) => {
      const text = fc.array(fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'grapheme', maxLength: 4 })), {
        maxLength: 4,
      });
      const cases = fc.sample(fc.tuple(fc.constantFrom(...PLACES), text), { seed: 9, numRuns: 150 });
      const results = await arrivedOf(
        cases.map(([place, parts]) => [place, parts.join('').toWellFormed()] as const),
        shell,
      );
      for (const [at, result] of results.entries()) {
        const [place] = cases[at] ?? [];
        expect(result).toEqual({ ...result, arrived: place && expected(place, result.value) });
      }
      expect(JSON.stringify([...echo.arrivals])).not.toContain(SECRET);
    });
  },
);
