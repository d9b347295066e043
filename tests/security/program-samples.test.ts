import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '../../src/model/api.ts';
import type { OperationRecord } from '../../src/model/records.ts';
import { samplesOf } from '../../src/presentation/samples/samples.ts';
import { apiRecord, service } from '../fixtures/model/rich-api.ts';
import { EchoServer } from '../fixtures/samples/echo-server.ts';
import { HOSTILE_VALUES } from '../fixtures/samples/hostile-values.ts';
import { expected, PLACES, type Place, SECRET } from '../fixtures/samples/places.ts';
import { isInstalled } from '../http/clients/programs.ts';

/** How all samples of a language are run in one process, each as if it were alone. */
interface Runner {
  readonly language: string;
  readonly extension: string;
  readonly packageName: string;
  /** Programs that may have the library, the first that says so counts. */
  readonly programs: readonly string[];
  readonly probe: readonly string[];
  /** Values that it has no way to write: something stands for them, or for the whole body. */
  readonly cannotWrite?: RegExp;
  /** So many of the cases, where each takes long. */
  readonly most?: number;
  /** A program over the files `c0`, `c1`, …. */
  main(count: number): string;
}

const RUNNERS: readonly Runner[] = [
  {
    language: 'javascript',
    extension: 'mjs',
    packageName: 'nodejs',
    programs: [process.execPath],
    probe: ['--version'],
    main: (count) => `for (let at = 0; at < ${count}; at += 1) await import(\`./c\${at}.mjs\`).catch(console.error);`,
  },
  {
    language: 'python',
    extension: 'py',
    packageName: 'python3-requests',
    programs: ['python3', '/usr/bin/python3'],
    probe: ['-c', 'import requests'],
    main: (count) =>
      `import traceback\nfor at in range(${count}):\n  try: exec(compile(open(f"c{at}.py").read(), "c", "exec"), {})\n  except Exception: traceback.print_exc()`,
  },
  {
    language: 'php',
    extension: 'php',
    packageName: 'php-cli, php-curl',
    programs: ['php'],
    probe: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    main: (count) =>
      `<?php for ($at = 0; $at < ${count}; $at++) { try { include "c$at.php"; } catch (Throwable $e) { echo $e; } }`,
  },
  {
    language: 'ruby',
    extension: 'rb',
    packageName: 'ruby',
    programs: ['ruby'],
    probe: ['-e', 'require "net/http"'],
    main: (count) => `${count}.times { |at| begin; load "./c#{at}.rb"; rescue StandardError => e; warn e; end }`,
  },
  {
    language: 'httpie',
    extension: 'sh',
    packageName: 'httpie',
    programs: ['python3', '/usr/bin/python3'],
    probe: ['-c', 'import httpie'],
    cannotWrite: /[^\P{Cc}\n\t]|\\(?:[:=@;]|$)/u,
    most: 60,
    // The shell makes words of a command; starting the program for each of them would take most of the time.
    main: (count) =>
      `import subprocess, traceback\nfrom httpie.core import main\nfor at in range(${count}):\n` +
      `  words = subprocess.run(["sh", "-c", "http() { printf '%s\\\\0' \\"$@\\"; }\\n" + open(f"c{at}.sh").read()], capture_output=True).stdout.decode()\n` +
      '  try: main(["http", "--ignore-stdin", *words.split("\\0")[:-1]])\n  except BaseException: traceback.print_exc()',
  },
];

const echo = new EchoServer();
beforeAll(() => echo.open());
afterAll(() => echo.close());

const programOf = ({ programs, probe }: Runner): string | undefined =>
  programs.find((program) => isInstalled(program, ...probe));

function sampleOf(record: OperationRecord, language: string): string {
  const api = new Api(apiRecord({ services: [service('Thing', { operations: [record] })] }));
  const [found] = api.getService('Thing')?.getOperations() ?? [];
  return (found && samplesOf(found, echo.origin, [language])[0]?.text) ?? '';
}

const isOfHeader = ({ name }: Place): boolean => name === 'header value' || name === 'media type';

/** Libraries take control characters in parts, and of headers ASCII alone; ends of lines of parts are theirs. */
function expectedOf(place: Place, value: string): unknown {
  if (isOfHeader(place) && !/^[\t -~]*$/.test(value)) return place.instead;
  return / of a part$/.test(place.name) && place.name !== 'name of a part'
    ? place.reads?.(value)
    : expected(place, value);
}

/** Nothing but what describes a connection or a body may arrive beside what the sample says. */
const OWN_HEADERS =
  /^(?:host|user-agent|accept|accept-encoding|accept-language|connection|sec-fetch-mode|keep-alive|content-length)$/i;

function seen(value: unknown): unknown {
  return typeof value === 'string'
    ? value.replaceAll(/\r\n?/g, '\n')
    : Array.isArray(value)
      ? value.filter((entry) => !(Array.isArray(entry) && OWN_HEADERS.test(String(entry[0])))).map(seen)
      : value;
}

describe.each(RUNNERS.map((runner) => [runner.language, runner] as const))('samples in %s', (language, runner) => {
  const program = programOf(runner);
  test.skipIf(program === undefined)(
    `send what the descriptor says (skipped where it is not installed: ${runner.packageName})`,
    async () => {
      const text = fc.array(
        fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.string({ unit: 'grapheme', maxLength: 4 })),
        {
          maxLength: 2,
        },
      );
      const cases = fc
        .sample(fc.tuple(fc.constantFrom(...PLACES), text), { seed: 4, numRuns: 240 })
        .map(([place, parts]) => [place, parts.join('').toWellFormed()] as const)
        // Libraries resolve such segments.
        .filter(([place, value]) => place.name !== 'path value' || !/^\.{0,2}$/.test(value))
        .slice(0, runner.most);
      const samples = cases.map(([place, value], at) => sampleOf(place.record(`/c${at}`, value), language));
      for (const [at, sample] of samples.entries())
        writeFileSync(join(echo.folder, `c${at}.${runner.extension}`), sample);
      const main = join(echo.folder, `main.${runner.extension === 'sh' ? 'py' : runner.extension}`);
      writeFileSync(main, runner.main(cases.length));
      echo.arrivals.clear();
      const { stderr } = await promisify(execFile)(program ?? '', [main], {
        cwd: echo.folder,
        env: { PATH: process.env['PATH'], HOME: echo.folder, NO_PROXY: '*' },
        maxBuffer: 1e8,
      });
      for (const [at, [place, value]] of cases.entries()) {
        if (runner.cannotWrite?.test(value) === true) continue;
        const arrival = echo.arrivals.get(`c${at}`);
        const result = {
          place: place.name,
          value,
          sample: samples[at],
          arrived: arrival === undefined ? `nothing: ${stderr.slice(0, 300)}` : seen(place.arrived(arrival)),
        };
        expect(result).toEqual({ ...result, arrived: seen(expectedOf(place, value)) });
      }
      expect(JSON.stringify([...echo.arrivals])).not.toContain(SECRET);
    },
  );
});
