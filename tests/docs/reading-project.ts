import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commandIn } from '../commands/commands.ts';
import { freePort } from '../fixtures/free-port.ts';
import { makeSampleProject, provideBuild } from '../http/servers.ts';
import { LIMITS } from '../limits.ts';
import { placeInProject } from '../package/installed-project.ts';
import { productFolder } from './documents.ts';

const NOTHING = 'an empty folder';
const SITE = 'an Astro site';
/** Projects that a guide may begin with; keys are the words of `<!-- tested in: … -->`. */
const PLACES: Readonly<Record<string, () => string | Promise<string>>> = {
  [NOTHING]: () => mkdtempSync(join(tmpdir(), 'platform-documentation-guide-')),
  [SITE]: makeSite,
  'the samples': makeBuiltSamples,
  'the samples with their log-ins': makeSamplesWithLogIns,
};

/** Pages and a layout, without a word of the product, which lies below node_modules/ as its package has it. */
async function makeSite(): Promise<string> {
  const folder = await placeInProject();
  const source = join(productFolder, 'tests/fixtures/astro-site/src');
  for (const path of ['layouts/Site.astro', 'pages/index.astro', 'pages/404.astro'])
    cpSync(join(source, path), join(folder, 'src', path), { recursive: true });
  writeFileSync(join(folder, 'astro.config.mjs'), 'export default {};\n');
  return folder;
}

/** Makes the samples with the build that guides and suites share; README and the first guide begin with nothing. */
async function makeBuiltSamples(): Promise<string> {
  const folder = makeSampleProject();
  await provideBuild(folder);
  return folder;
}

/** Makes the samples as the first start leaves them: built, so that `start` builds nothing, and without a user. */
async function makeSamplesWithLogIns(): Promise<string> {
  const folder = makeSampleProject();
  cpSync(join(folder, 'config/autoload/local.yaml.dist'), join(folder, 'config/autoload/local.yaml'));
  await provideBuild(folder);
  mkdirSync(join(folder, 'data'));
  for (const file of ['htpasswd', 'htdigest']) writeFileSync(join(folder, 'data', file), '');
  return folder;
}

/** Astro's own command, which reads no variables for its address. */
const ASTRO = /^npx astro (?:dev|preview)\b/;
/** Commands that serve until they are ended; with what they print when they are up. */
const SERVERS: readonly (readonly [command: RegExp, ready: RegExp])[] = [
  [ASTRO, /Documentation: (http:\/\/\S+?)\/platform/],
  [/^(?:npx platform-docs dev|npm run dev)\b/, /(http:\/\/127\.0\.0\.1:\d+)/],
  [
    /^(?:npx platform-docs (?:start|serve)|npm start|node dist\/server\/entry\.mjs)\b/,
    /Documentation: (http:\/\/\S+?)\/platform/,
  ],
];
/**
 * Commands that are run in a process that has loaded the product already, where nothing else stands beside them; a
 * project that has the product as a package starts its own. An export starts one: it would draw with the templates that
 * the build of the project has loaded, not with those that the guide changed since.
 */
const COMMAND = /^npx platform-docs (?<words>(?:build|check|diff)(?: [\w./-]+)*)$/;
/** Address of the server in guides. */
const WRITTEN_ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):(?:4321|8080)\b/g;
/** Password that the reader of a guide types. */
const PASSWORD = 'correct horse battery';

/**
 * The programs that guides name, as far as a test has to stand in for something: the registry, which has no package of
 * this very tree, and the reader, who types a password.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  npm: `case "$1 $2" in
'install platform-documentation' | 'i platform-documentation')
  test -e node_modules/platform-documentation && exit
  mkdir -p node_modules/.bin
  ln -s '${productFolder.replace(/\/$/, '')}' node_modules/platform-documentation
  ln -s ../platform-documentation/src/cli/platform-docs.mjs node_modules/.bin/platform-docs ;;
*) PATH=\${PATH#*:} exec npm "$@" ;;
esac`,
  npx: `case "$1 $2" in
'platform-docs passwd') printf '%s\\n' '${PASSWORD}' | "node_modules/.bin/$@" ;;
*) exec "node_modules/.bin/$@" ;;
esac`,
  curl: `for argument do
  shift
  case "$last" in -u) argument="$argument:${PASSWORD}" ;; esac
  last=$argument
  set -- "$@" "$argument"
done
PATH=\${PATH#*:} exec curl -q -sS "$@"`,
};

interface Server {
  readonly origin: string;
  output(): string;
  stop(): Promise<void>;
}

/** The folder of a reader who follows one guide, block by block. */
export class ReadingProject {
  readonly folder: string;
  readonly #place: string;
  readonly #programs: string;
  #server: Server | undefined;

  /** @param place what the guide says that it begins with */
  static async open(place = NOTHING): Promise<ReadingProject> {
    const make = PLACES[place];
    if (make === undefined)
      throw new Error(`No guide begins with ${JSON.stringify(place)}; write one of ${Object.keys(PLACES).join(', ')}.`);
    return new ReadingProject(await make(), place);
  }

  private constructor(folder: string, place: string) {
    this.folder = folder;
    this.#place = place;
    this.#programs = mkdtempSync(join(tmpdir(), 'platform-documentation-programs-'));
    for (const [name, script] of Object.entries(STAND_INS)) {
      writeFileSync(join(this.#programs, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(this.#programs, name), 0o755);
    }
    if (place === NOTHING || place === SITE) return;
    writeFileSync(join(this.folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    this.#runShell('npm install platform-documentation');
    cpSync(join(productFolder, 'config/examples'), join(this.folder, 'config/examples'), { recursive: true });
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    for (const folder of [this.folder, this.#programs]) rmSync(folder, { recursive: true, force: true });
  }

  /** Makes or replaces a file that a guide shows. */
  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }

  /**
   * Runs the lines of a block.
   * @returns what a reader sees, with the address that guides write
   * @throws where a command fails
   */
  async run(text: string): Promise<string> {
    const lines = text.split('\n');
    const last = lines.at(-1) ?? '';
    const server = SERVERS.find(([command]) => command.test(last));
    if (server === undefined) return this.#asWritten(await this.#runLines(lines));
    const before = this.#runShell(lines.slice(0, -1).join('\n'));
    await this.#server?.stop();
    this.#server = await this.#startServer(last, server[1]);
    return this.#asWritten(before + this.#server.output());
  }

  #asWritten(output: string): string {
    return this.#server === undefined ? output : output.replaceAll(this.#server.origin, 'http://127.0.0.1:4321');
  }

  async #runLines(lines: readonly string[]): Promise<string> {
    const commands = this.#place === SITE ? [] : lines.map((line) => COMMAND.exec(line)?.groups?.['words'] ?? '');
    if (!commands.every(Boolean) || commands.length === 0) return this.#runShell(lines.join('\n'));
    let output = '';
    for (const words of commands) {
      const { code, stdout, stderr } = await commandIn(this.folder, words.split(' '));
      output += stdout + stderr;
      if (code !== 0) throw new Error(`This ended with ${code}:\n${words}\n${output}`);
    }
    return output;
  }

  #runShell(text: string): string {
    if (text.trim() === '') return '';
    const here = this.#server === undefined ? text : text.replaceAll(WRITTEN_ADDRESS, this.#server.origin);
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', here], {
      cwd: this.folder,
      encoding: 'utf8',
      env: this.#environment(),
    });
    if (status !== 0) throw new Error(`This ended with ${status}:\n${here}\n${stdout}${stderr}`);
    return stdout + stderr;
  }

  async #startServer(command: string, ready: RegExp): Promise<Server> {
    // The port that the guide names may be taken here.
    const address = ASTRO.test(command) ? ` --host 127.0.0.1 --port ${await freePort()}` : '';
    const anywhere = command.replace(/ --port \d+/, '').replace(/ --host \S+/, '') + address;
    const child = spawn('sh', ['-c', `exec ${anywhere}`], {
      cwd: this.folder,
      env: { ...this.#environment(), PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`The server did not start:\n${output}`));
      }, LIMITS.program);
      child.once('close', () => {
        clearTimeout(timer);
        reject(new Error(`The server ended:\n${output}`));
      });
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          output += chunk;
          const origin = ready.exec(output)?.[1];
          if (origin === undefined) return;
          clearTimeout(timer);
          const stop = async (): Promise<void> => {
            child.kill('SIGTERM');
            await ended;
          };
          resolve({ origin, output: () => output, stop });
        });
    });
  }

  /** Without what vitest sets for itself. */
  #environment(): Record<string, string> {
    return {
      PATH: `${this.#programs}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: process.env['HOME'] ?? this.folder,
      ASTRO_TELEMETRY_DISABLED: '1',
    };
  }
}
