/**
 * Kills builds at random moments while a server answers requests.
 * `node tests/launch.mjs tests/tooling/killed-builds.ts [kills] [seed]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isIntact } from '../../src/release/previous-release.ts';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { randomOf } from '../contracts/damage.ts';
import {
  buildProject,
  makeSampleProject,
  type RunningServer,
  removeProject,
  startBuiltServer,
} from '../http/servers.ts';
import { LIMITS } from '../limits.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
const ROOT = '/platform/documentation';
/** A page, a format that was written, one that is made when it is asked for, and the list. */
const PATHS = ['/Shop-v1/Item', '/Shop-v1.openapi.json', '/Shop-v1/Item.openapi.json', '.json'];

interface Killing {
  /** Milliseconds after which each build was killed; null: it had ended. */
  readonly moments: readonly (number | null)[];
  readonly requests: number;
  /** Faults as messages for people. */
  readonly faults: readonly string[];
}

/** A project of one API, with a word in it that says which state of the descriptor a document is of. */
export function makeShop(services = 1): string {
  const folder = makeSampleProject();
  rmSync(join(folder, 'api-descriptors'), { recursive: true });
  mkdirSync(join(folder, 'api-descriptors'));
  writeShop(folder, 0, services);
  return folder;
}

export function writeShop(folder: string, word: number, services = 1): void {
  const all = Array.from({ length: services }, (_, index) => (index === 0 ? 'Item' : `Item${index}`)).map(
    (name) =>
      `  - { name: ${name}, kind: rest, description: Is word${word}., route: /${name}, operations: [{ method: GET }] }\n`,
  );
  writeFileSync(
    join(folder, 'api-descriptors/shop.yaml'),
    `api: Shop\nversion: 1\ndescription: Is word${word}.\nservices:\n${all.join('')}`,
  );
}

/** Folders and files that a build which ended has no use for. */
export function tracesIn(folder: string): readonly string[] {
  const documentation = join(folder, 'dist/documentation');
  return [...readdirSync(documentation), ...readdirSync(join(documentation, 'releases'))].filter((name) =>
    /^\.|publishing/.test(name),
  );
}

/** Every document that a server answers with is of one state that was published, and the last never gets older. */
export class Readers {
  readonly #server: RunningServer;
  readonly #faults: string[] = [];
  readonly #ended: Promise<void>;
  #isRunning = true;
  #requests = 0;
  #newest = 0;

  constructor(server: RunningServer) {
    this.#server = server;
    this.#ended = this.#read();
  }

  async end(): Promise<Pick<Killing, 'requests' | 'faults'>> {
    this.#isRunning = false;
    await this.#ended;
    return { requests: this.#requests, faults: this.#faults };
  }

  async #read(): Promise<void> {
    while (this.#isRunning) {
      for (const path of PATHS) {
        this.#requests += 1;
        try {
          const response = await fetch(`${this.#server.origin}${ROOT}${path}`);
          this.#look(path, response.status, await response.text());
        } catch (error) {
          this.#faults.push(`${path}: ${String(error)}`);
        }
      }
      await sleep(5);
    }
  }

  #look(path: string, status: number, body: string): void {
    const words = new Set([...body.matchAll(/word(\d+)/g)].map(([, number]) => Number(number)));
    const [word = this.#newest] = words;
    if (status !== 200) this.#faults.push(`${path}: ${status} ${body.slice(0, 200)}`);
    else if (words.size > 1) this.#faults.push(`${path}: parts of several states, ${[...words]}`);
    else if (word < this.#newest) this.#faults.push(`${path}: word${word} after word${this.#newest}`);
    this.#newest = Math.max(this.#newest, word);
  }
}

/** @param longest a build is killed before so many milliseconds have passed */
export async function killBuilds(folder: string, kills: number, seed: number, longest: number): Promise<Killing> {
  const random = randomOf(seed);
  const server = await startBuiltServer(folder);
  const readers = new Readers(server);
  const moments: (number | null)[] = [];
  const faults: string[] = [];
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      writeShop(folder, kill, 40);
      const child = spawn(process.execPath, [cli, 'build'], { cwd: folder, env: cleanEnvironment(), stdio: 'ignore' });
      const ended = once(child, 'exit');
      const moment = random(longest);
      await sleep(moment);
      child.kill('SIGKILL');
      const [, signal] = await ended;
      moments.push(signal === 'SIGKILL' ? moment : null);
      const current = readFileSync(join(folder, 'dist/documentation/current'), 'utf8').trim();
      if (!isIntact(join(folder, 'dist/documentation/releases', current)))
        faults.push(`after ${moment} ms the release ${current} is not whole`);
    }
    writeShop(folder, kills + 1, 40);
    await buildProject(folder);
    const servesLast = async (): Promise<boolean> =>
      (await (await fetch(`${server.origin}${ROOT}/Shop-v1/Item`)).text()).includes(`word${kills + 1}.`);
    for (const limit = AbortSignal.timeout(LIMITS.wait); !limit.aborted && !(await servesLast()); ) await sleep(100);
    if (!(await servesLast())) faults.push('the last build is not served');
    faults.push(...tracesIn(folder).map((name) => `${name} was left behind`));
    const read = await readers.end();
    return { moments, requests: read.requests, faults: [...faults, ...read.faults] };
  } finally {
    await readers.end();
    await server.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kills = '20', seed = '1'] = process.argv.slice(2);
  const folder = makeShop(40);
  try {
    await buildProject(folder);
    writeShop(folder, 0, 41);
    const start = performance.now();
    await buildProject(folder);
    const longest = Math.ceil(performance.now() - start);
    const { moments, requests, faults } = await killBuilds(folder, Number(kills), Number(seed), longest);
    console.log(
      `A build takes ${longest} ms. Killed after ${moments.map((moment) => moment ?? 'its end').join(', ')} ms.`,
    );
    console.log(`${requests} requests, ${faults.length} faults.`);
    for (const fault of faults) console.log(`  ${fault}`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    removeProject(folder);
  }
}
