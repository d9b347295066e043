import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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
import { isInstalled } from '../http/clients/programs.ts';
import { LIMITS } from '../limits.ts';

const SHELLS = ['sh', 'bash', 'zsh'].filter((shell) => isInstalled(shell, '-c', ':'));

const echo = new EchoServer();
beforeAll(() => echo.open());
afterAll(() => echo.close());

function sampleOf(record: OperationRecord): string | null {
  const api = new Api(apiRecord({ services: [service('Thing', { operations: [record] })] }));
  const [found] = api.getService('Thing')?.getOperations() ?? [];
  return found === undefined ? null : curlOf(found, echo.origin);
}

const SCRIPT = 'script';
const CALLS = 'calls';
/** Records the arguments that the shell would give the program for a sample: their number, then each of them. */
const KEEP_CALLS = `curl() { printf '%s\\0' "$#" "$@" >>${CALLS}; }`;

/**
 * Runs all samples as a reader would who pastes them one after the other; what they print is nothing of interest. One
 * process of curl sends them all, each with nothing of the options of others: hundreds of starts take a minute.
 */
async function paste(samples: readonly string[], shell: string): Promise<void> {
  echo.arrivals.clear();
  writeFileSync(join(echo.folder, CALLS), '');
  writeFileSync(join(echo.folder, SCRIPT), `exec </dev/null\n${KEEP_CALLS}\n${samples.join('\n')}\n`);
  await runInFolder(shell, [SCRIPT]);
  const calls = callsIn(readFileSync(join(echo.folder, CALLS), 'utf8'));
  expect(calls).toHaveLength(samples.length);
  await runInFolder(
    'curl',
    calls.flatMap((call, at) => (at === 0 ? call : ['--next', ...call])),
  );
}

function runInFolder(program: string, args: readonly string[]): Promise<unknown> {
  return promisify(execFile)(program, args, {
    cwd: echo.folder,
    env: { PATH: process.env['PATH'], HOME: echo.folder },
    maxBuffer: 1e8,
    timeout: LIMITS.program,
  });
}

function callsIn(text: string): readonly (readonly string[])[] {
  const calls: (readonly string[])[] = [];
  const words = text.split('\0').slice(0, -1);
  for (let at = 0; at < words.length; at += 1 + Number(words[at]))
    calls.push(words.slice(at + 1, at + 1 + Number(words[at])));
  return calls;
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

describe.skipIf(!isInstalled('curl'))(
  'curl samples send what the descriptor says (skipped where it is not installed: curl)',
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
