import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../fixtures/free-port.ts';
import { writeBareAstroProject } from './bare-astro.ts';
import { measure } from './measure.ts';
import { median, row } from './report.ts';

const ROOT = '/platform/documentation';
const LOOK_MILLISECONDS = 5;
/** Beside the repository, where it is there. */
const DIGITAL_OCEAN = 'shared/specs/digitalocean-v2-bundled.yaml.gz';

interface FirstPageOptions {
  readonly cli: string;
  readonly product: string;
  /** A folder for projects. */
  readonly base: string;
  readonly rounds: number;
}

interface Start {
  /** Seconds from the command to the first answer of the list, and to that of a service asked for after it. */
  readonly list: number;
  readonly service: number;
  /** Seconds from the command to the published release. */
  readonly built: number;
}

/** Compares the first answers of `platform-docs start`, where nothing was built before, with a whole build by Astro. */
export async function benchFirstPage({ cli, product, base, rounds }: FirstPageOptions): Promise<void> {
  const digitalOcean = join(product, '..', DIGITAL_OCEAN);
  if (!existsSync(digitalOcean)) return console.log(`First page: ${digitalOcean} is missing.`);
  const project = join(base, 'first-page');
  mkdirSync(join(project, 'api-descriptors'), { recursive: true });
  writeFileSync(join(project, 'api-descriptors/bench-v1.yaml'), gunzipSync(readFileSync(digitalOcean)));
  const starts: Start[] = [];
  const again: Start[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(join(project, 'dist'), { recursive: true, force: true });
    starts.push(await start(cli, project));
    again.push(await start(cli, project));
    const folder = join(base, `bare-first-${round}`);
    writeBareAstroProject(folder, join(product, 'node_modules'), 1_300);
    bare.push(
      (await measure([process.execPath, join(product, 'node_modules/astro/bin/astro.mjs'), 'build'], folder)).seconds,
    );
    rmSync(folder, { recursive: true });
  }
  console.log(`First page of a start, DigitalOcean, median of ${rounds}`);
  for (const [title, of] of [
    ['nothing built', starts],
    ['built before', again],
  ] as const)
    for (const name of ['list', 'service', 'built'] as const)
      row(`${title}, ${name}, s`, median(of.map((one) => one[name])), median(bare), 'bare Astro', 2);
}

/** Starts a project, and ends the server once its release is published. */
async function start(cli: string, project: string): Promise<Start> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, [cli, 'start', '--port', String(port)], { cwd: project, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const seconds = (): number => (performance.now() - begin) / 1000;
  const whenAnswered = async (path: string): Promise<number> => {
    while (!(await isAnswered(port, path))) await sleep(LOOK_MILLISECONDS);
    return seconds();
  };
  const list = await whenAnswered(ROOT);
  const service = await whenAnswered(`${ROOT}/bench-v1/v2-droplets`);
  while (!existsSync(join(project, 'dist/documentation/current'))) await sleep(LOOK_MILLISECONDS);
  const built = seconds();
  child.kill('SIGTERM');
  await ended;
  return { list, service, built };
}

function isAnswered(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, agent: false, headers: { Accept: 'text/html' } };
    get(options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}
