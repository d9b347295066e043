/**
 * `npm run bench`: every figure beside its baseline, measured in the same run. `npm run bench -- <descriptor>` builds
 * that file instead of GitHub's API; `-- --only build`, `--only rebuild`, `--only first-page`, `--only http`,
 * `--only derived`, `--only search` or `--only log-ins` runs one part; `--rounds` and `--seconds` make it shorter or
 * longer.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeBareAstroProject } from './bare-astro.ts';
import { benchDerived } from './derived.ts';
import { benchFirstPage } from './first-page.ts';
import { once } from './load.ts';
import { benchLogIns } from './log-ins.ts';
import { type Measurement, measure } from './measure.ts';
import { pageBytes } from './page-bytes.ts';
import { profiling, stagesOf } from './profile.ts';
import { benchRebuild } from './rebuild.ts';
import { listed, median, row } from './report.ts';
import { benchSearch } from './search.ts';
import { startBuilt } from './servers.ts';
import { compareInTurns } from './turns.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(product, 'src/cli/platform-docs.mjs');
const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '30' },
  },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
// On a disk, files removed shortly before make new ones slow; memory has no such history.
const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'platform-documentation-bench-'));
process.once('exit', () => rmSync(base, { recursive: true, force: true }));

const runs = (part: string): boolean => values.only === undefined || values.only === part;
if (runs('build')) await benchBuild(positionals[0] ?? githubDescriptor());
if (runs('rebuild')) {
  const [own] = positionals;
  const descriptors = own === undefined ? { GitHub: githubDescriptor() } : { [own]: own };
  await benchRebuild({ cli, product, base, descriptors, rounds });
}
if (runs('first-page')) await benchFirstPage({ cli, product, base, rounds });
if (runs('http')) await benchHttp();
if (runs('derived')) await benchDerivedDocuments(positionals[0] ?? githubDescriptor());
if (runs('search')) await benchSearch(projectOf('search', positionals[0] ?? githubDescriptor()));
if (runs('log-ins')) await benchLogIns(join(base, 'log-ins'));

/** A folder with one descriptor. */
function projectOf(name: string, descriptor: string): string {
  const project = join(base, name);
  mkdirSync(join(project, 'api-descriptors/bench'), { recursive: true });
  copyFileSync(descriptor, join(project, `api-descriptors/bench/v1${extname(descriptor)}`));
  return project;
}

function githubDescriptor(): string {
  return createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
}

async function benchBuild(descriptor: string): Promise<void> {
  const project = projectOf('project', descriptor);
  const runs: { readonly ours: Measurement; readonly first: Measurement; readonly bare: Measurement }[] = [];
  let pages = 0;
  // Installing does this, unless it was done.
  await measure(['npm', 'run', 'prepare'], product);
  for (let round = 0; round < rounds; round += 1) {
    const ours = await coldBuild(project);
    const first = await coldBuild(project, ['--force']);
    pages = Number(/(\d+) pages/.exec(ours.output)?.[1] ?? 0);
    const bareFolder = join(base, `bare-${round}`);
    writeBareAstroProject(bareFolder, join(product, 'node_modules'), pages);
    const bare = await measure(
      [process.execPath, join(product, 'node_modules/astro/bin/astro.mjs'), 'build'],
      bareFolder,
    );
    if (bare.status !== 0) throw new Error(`The bare build failed:\n${bare.output}`);
    runs.push({ ours, first, bare });
    rmSync(bareFolder, { recursive: true });
  }
  const seconds = (which: 'ours' | 'first' | 'bare'): number => median(runs.map((run) => run[which].seconds));
  const memory = (which: 'ours' | 'first' | 'bare'): number => median(runs.map((run) => run[which].peakMegabytes));
  const cpu = (which: 'ours' | 'first' | 'bare'): number => median(runs.map((run) => run[which].cpuSeconds));
  console.log(`Cold build, ${pages} pages, median of ${rounds}; templates compiled when the product was installed`);
  row('time, s', seconds('ours'), seconds('bare'), 'bare Astro, as many trivial pages', 2);
  row('CPU, s', cpu('ours'), cpu('bare'), 'bare Astro', 2);
  row('memory, MB', memory('ours'), memory('bare'), 'bare Astro, all processes together', 0);
  console.log('The same with templates compiled anew');
  row('time, s', seconds('first'), seconds('bare'), 'bare Astro', 2);
  row('memory, MB', memory('first'), memory('bare'), 'bare Astro', 0);
  const again = await measure([process.execPath, cli, 'build'], project);
  row('nothing changed, s', again.seconds, seconds('bare'), 'bare Astro', 2);
  await benchStages(project);
}

/** Says where the time of a cold build goes, and of what its pages consist. */
async function benchStages(project: string): Promise<void> {
  const profiles = join(base, 'profiles');
  await coldBuild(project, [], profiling(profiles));
  for (const [index, stages] of stagesOf(profiles).entries())
    console.log(`${index === 0 ? 'Main thread' : `Thread ${index}`}, s: ${listed(stages, 2)}`);
  const bytes = await pageBytes(project);
  console.log(`HTML, MB: ${listed(new Map([...bytes].map(([part, all]) => [part, all / 1e6])), 1)}`);
}

async function benchDerivedDocuments(descriptor: string): Promise<void> {
  const project = projectOf('derived', descriptor);
  await coldBuild(project);
  await benchDerived(project, Number(values.seconds));
}

async function coldBuild(
  project: string,
  options: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  rmSync(join(project, 'dist'), { recursive: true, force: true });
  const measured = await measure([process.execPath, cli, 'build', ...options], project, environment);
  if (measured.status !== 0) throw new Error(`The build failed:\n${measured.output}`);
  return measured;
}

async function benchHttp(): Promise<void> {
  const project = join(base, 'site');
  cpSync(join(product, 'api-descriptors'), join(project, 'api-descriptors'), { recursive: true });
  const built = await measure([process.execPath, cli, 'build'], project);
  if (built.status !== 0) throw new Error(`The build failed:\n${built.output}`);
  const server = await startBuilt(project);
  const { port } = server;
  try {
    console.log('Negotiated requests of one service page, 32 connections, 80 turns, requests/s (95 % interval)');
    for (const [name, headers] of await requestKinds(port)) {
      const request = `GET /platform/documentation/Library-v1/Book HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
      await compareInTurns(name, port, await once(port, request), () => request);
    }
  } finally {
    await server.stop();
  }
}

async function requestKinds(port: number): Promise<readonly (readonly [string, string])[]> {
  const head = (
    await once(
      port,
      'GET /platform/documentation/Library-v1/Book HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n',
    )
  ).toString('latin1');
  const tag = /^etag: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
  return [
    ['html, identity', 'Accept: text/html\r\n'],
    ['html, br', 'Accept: text/html\r\nAccept-Encoding: br\r\n'],
    ['html, 304', `Accept: text/html\r\nIf-None-Match: ${tag}\r\n`],
    ['json, identity', 'Accept: application/json\r\n'],
    ['json, br', 'Accept: application/json\r\nAccept-Encoding: br\r\n'],
  ];
}
