import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { commandIn } from '../commands/commands.ts';
import { freePort } from '../fixtures/free-port.ts';
import { LIMITS } from '../limits.ts';
import { copyKept, hashOf } from '../tooling/kept-folders.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(product, 'src/cli/platform-docs.mjs');
const READY = /Documentation: (http:\/\/\S+?)\/platform/;
/** Printed by a start when its build is done. */
const BUILT = /Documentation: (http:\/\/\S+?)\/platform[\s\S]*After an edit, run/;

export interface RunningServer {
  readonly origin: string;
  readonly port: number;
  /** Address of the administration at the start; the documentation's where it has none of its own. */
  readonly admin: { readonly origin: string; readonly port: number };
  readonly process: ChildProcess;
  /** Output so far, of both streams. */
  output(): string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | null>;
}

/** A temporary project folder with the sample descriptors; removed by {@link removeProject}. */
export function makeSampleProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-site-'));
  // Settings of this machine are no part of the sample.
  const isShared = (path: string): boolean => !path.endsWith('local.yaml');
  for (const part of ['api-descriptors', 'config'])
    cpSync(join(product, part), join(folder, part), { recursive: true, filter: isShared });
  return folder;
}

export function removeProject(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Builds a project as its user would. @throws with the command's output when it fails */
export async function buildProject(folder: string, ...options: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await commandIn(folder, ['build', ...options]);
  if (code !== 0) throw new Error(`The build ended with ${code}:\n${stdout}${stderr}`);
}

let productHash: string | undefined;

/**
 * Gives a project the `dist` that {@link buildProject} would give it, built once for all projects of the same content.
 * For suites that ask what is served; where the build is what is tested, or where templates are the project's own and
 * compiled for its folder, it is built.
 */
export async function provideBuild(folder: string, ...options: readonly string[]): Promise<void> {
  if (existsSync(join(folder, 'dist'))) throw new Error('What is built over an older build is built by buildProject.');
  productHash ??= hashOf(['src', 'package-lock.json'].map((path) => join(product, path)));
  // The server reads users at its start: a build does not depend on `data`.
  const hash = `${productHash.slice(0, 16)}-${hashOf([folder], ['data', 'dist']).slice(0, 16)}${options.join('')}`;
  await copyKept('builds', hash, join(folder, 'dist'), async (target) => {
    await buildProject(folder, ...options);
    cpSync(join(folder, 'dist'), target, { recursive: true });
  });
}

/** The built server, with no node_modules in reach. */
export function startBuiltServer(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return start([join(folder, 'dist/server/entry.mjs')], folder, { PORT: '0', ...environment }, READY);
}

/** Runs what `npm start` runs: the first start, the build, the server. Resolves when the build is done, too. */
export function startProject(folder: string, environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  return start([cli, 'start'], folder, environment, BUILT);
}

/** Runs what `npm start` runs. Resolves when there is a server, at a port of its own. */
export function startUnbuilt(folder: string): Promise<RunningServer> {
  return start([cli, 'start'], folder, { PORT: '0' }, READY);
}

/** `npx platform-docs <start or dev>` in a project that has installed the product. */
export function startInstalled(folder: string, ...args: readonly string[]): Promise<RunningServer> {
  return start([join(folder, 'node_modules/.bin/platform-docs'), ...args], folder, {}, READY);
}

/** Astro's development server of a site that has the product installed. */
export function startSiteDevelopment(folder: string, port: number): Promise<RunningServer> {
  const args = [join(folder, 'node_modules/astro/bin/astro.mjs'), 'dev', '--host', '127.0.0.1', '--port', String(port)];
  return start(args, folder, { ASTRO_DEV_BACKGROUND: '' }, READY);
}

/** Astro's development server of the product. */
export async function startDevelopmentServer(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const astro = join(product, 'node_modules/astro/bin/astro.mjs');
  const args = [astro, 'dev', '--root', product, '--port', String(await freePort()), '--ignore-lock'];
  return start(args, folder, { ASTRO_DEV_BACKGROUND: '', ...environment }, /(http:\/\/127\.0\.0\.1:\d+)/);
}

function start(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let isReady = false;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start:\n${text}`));
    }, LIMITS.program);
    const fail = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${signal ?? code}:\n${text}`));
    };
    child.once('close', fail);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const origin = isReady ? undefined : ready.exec(text)?.[1];
        if (origin === undefined) return;
        isReady = true;
        clearTimeout(timer);
        child.off('close', fail);
        const stop = (): Promise<number | null> => {
          child.kill('SIGTERM');
          return ended;
        };
        const adminOrigin = /Administration: (http:\/\/\S+?)\/platform/.exec(text)?.[1] ?? origin;
        const admin = { origin: adminOrigin, port: portOf(adminOrigin) };
        resolve({ origin, port: portOf(origin), admin, process: child, output: () => text, stop });
      });
    }
  });
}

function portOf(origin: string): number {
  return Number(new URL(origin).port);
}
