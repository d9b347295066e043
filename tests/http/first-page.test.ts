import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { whileTesting } from '../while-testing.ts';
import { holdPublishing } from './hold-publishing.ts';
import type { Probe } from './probe.ts';
import { answerTo, isProbeFor, send } from './probe-runner.ts';
import { discoveryProbes } from './probes/discovery-probes.ts';
import { probes } from './probes.ts';
import { serveProject, serveSamples } from './served-project.ts';
import { makeSampleProject, type RunningServer, removeProject, startUnbuilt } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
const LIST = '/platform/documentation';
/** Long enough for what is started to be there before the build is done. */
const MANY_OPERATIONS = 600;

/** Samples as {@link serveSamples} has them: a first start would add settings. */
function makeUnbuiltProject(): string {
  const folder = makeSampleProject();
  rmSync(join(folder, 'config/autoload/local.yaml.dist'));
  mkdirSync(join(folder, 'dist'));
  return folder;
}

/** Everything of an answer that a client may rely on. */
async function answerOf(origin: string, probe: Probe): Promise<unknown> {
  const { status, headers, body } = await answerTo(probe, ({ method, path, headers: fields }) =>
    send(origin, { method, path, headers: { Host: 'docs.example', ...fields } }),
  );
  const { date: _, ...kept } = Object.fromEntries(headers);
  return { status, headers: kept, body };
}

describe('where the build fails once the descriptors are read', () => {
  const built = whileTesting(serveSamples);
  const unbuilt = whileTesting(() => {
    const folder = makeUnbuiltProject();
    // Nothing can be published where a file stands in place of the folder.
    writeFileSync(join(folder, 'dist/documentation'), '');
    return serveProject(folder, startUnbuilt);
  });

  test('the start says why, and how the server goes on', async () => {
    await expect
      .poll(unbuilt.server.output)
      .toContain('The build failed, so the server makes pages on request. Fix the errors above, then build again.');
    expect(unbuilt.server.output()).toMatch(/dist.documentation.*\sNothing was published\./s);
    // The folder of the first release goes once the start has said so.
    await expect
      .poll(() => readdirSync(join(unbuilt.folder, 'dist')).sort())
      .toEqual(['client', 'documentation', 'server']);
  });

  test.each([...probes, ...discoveryProbes].filter((probe) => isProbeFor('production', probe)))(
    'the answer is that of a built release: $name ($source)',
    async (probe) => {
      expect(await answerOf(unbuilt.server.origin, probe)).toEqual(await answerOf(built.server.origin, probe));
    },
  );
});

describe('a first start', () => {
  let folder: string;
  let server: RunningServer | undefined;
  beforeEach(() => {
    folder = makeUnbuiltProject();
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    removeProject(folder);
  });

  test('answers before anything is published, and switches without a failed request', async () => {
    const documentation = join(folder, 'dist/documentation');
    mkdirSync(documentation);
    const unlock = await holdPublishing(folder);
    server = await startUnbuilt(folder);
    const { origin } = server;
    const [first, page] = [await releaseOf(origin), await ask(`${origin}${LIST}`)];
    expect([page.status, existsSync(join(documentation, 'current'))]).toEqual([200, false]);
    const abort = new AbortController();
    const clients = [true, false].flatMap((keepAlive) =>
      [LIST, `${LIST}/Library-v1/Book`, '/library/book'].map((path) =>
        askAlways(origin + path, new Agent({ keepAlive, maxSockets: 1 }), abort.signal),
      ),
    );
    unlock();
    await expect.poll(() => releaseOf(origin)).not.toBe(first);
    await sleep(200);
    abort.abort();
    // Each client got the same from the first request to the last, and nothing else.
    expect(await Promise.all(clients)).toEqual(clients.map(() => [expect.stringMatching(/^200 /)]));
    expect([await releaseOf(origin), await ask(`${origin}${LIST}`)]).toEqual([
      readFileSync(join(documentation, 'current'), 'utf8').trim(),
      page,
    ]);
    await expect.poll(server.output).toContain('After an edit, run');
    // The folder of the first pages is removed after the message.
    await expect.poll(() => readdirSync(join(folder, 'dist')).sort()).toEqual(['client', 'documentation', 'server']);
  });

  test.each([
    ['before there is a server', () => hasFirstRelease(folder)],
    ['behind a server', (output: string) => output.includes('Documentation: ')],
  ])('of which the build is interrupted %s ends, and leaves nothing', async (_, isReached) => {
    writeFileSync(join(folder, 'api-descriptors/large.json'), JSON.stringify(largeDescription()));
    rmSync(join(folder, 'dist'), { recursive: true });
    const child = spawn(process.execPath, [cli, 'start'], {
      cwd: folder,
      env: { ...cleanEnvironment(), PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
    await expect.poll(() => isReached(output), { interval: 5 }).toBe(true);
    child.kill('SIGTERM');
    expect([await ended, output]).toEqual([130, expect.stringContaining('Interrupted. Nothing was published.')]);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });
});

function hasFirstRelease(folder: string): boolean {
  const dist = join(folder, 'dist');
  const names = existsSync(dist) ? readdirSync(dist) : [];
  return names.some((name) => name.startsWith('first.draft-') && existsSync(join(dist, name, 'current')));
}

function largeDescription() {
  const operation = { summary: 'List things', responses: { 200: { description: 'OK' } } };
  const paths = Array.from({ length: MANY_OPERATIONS }, (_, index) => [`/things-${index}`, { get: operation }]);
  return { openapi: '3.1.0', info: { title: 'Large', version: '1.0.0' }, paths: Object.fromEntries(paths) };
}

async function releaseOf(origin: string): Promise<string | undefined> {
  return /^release (\S+)$/m.exec((await ask(`${origin}/healthz`)).body)?.[1];
}

interface Answer {
  readonly status: number | undefined;
  readonly tag: string | undefined;
  readonly body: string;
}

/** @throws when the connection fails */
function ask(url: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { headers: { Accept: 'text/html, application/json' }, ...(agent && { agent }) },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode, tag: response.headers.etag, body }));
      },
    );
    request.once('error', reject);
  });
}

/** Asks again and again. @returns the different answers, or the failure */
async function askAlways(url: string, agent: Agent, signal: AbortSignal): Promise<readonly string[]> {
  const answers = new Set<string>();
  while (!signal.aborted) {
    const { status, tag, body } = await ask(url, agent).catch((error: Error) => ({
      status: error.message,
      tag: undefined,
      body: '',
    }));
    answers.add(`${status} ${tag} ${body}`);
    // Clients that never wait take the processor from the build, which gives way to the server.
    await sleep(5);
  }
  agent.destroy();
  return [...answers];
}
