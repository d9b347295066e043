import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remedyFor, runNpm } from './npm.mjs';
import { hasEnded } from './one-at-a-time.mjs';

/**
 * Node release for running the product if the installed Node is too old; runtime.json has its version and integrity.
 * @typedef {{ readonly name: string, readonly integrity: string }} RuntimePackage
 * @typedef {{ readonly version: string, readonly packages: Readonly<Record<string, RuntimePackage>> }} RuntimeTable
 */

/** @type {RuntimeTable} */
const table = JSON.parse(readFileSync(new URL('./runtime.json', import.meta.url), 'utf8'));

/** Error that prevents the start of a command, with a one-line message: problem and remedy. */
export class LaunchError extends Error {}

const INSTALL = 'Install Node 22.12 or newer.';

/**
 * @param {Platform} platform
 * @returns {RuntimePackage}
 * @throws {LaunchError} if npm has no Node for the platform
 */
export function runtimeFor({ os, cpu, libc }) {
  const wanted = libc === 'musl' ? undefined : table.packages[`${os}-${cpu}`];
  if (wanted !== undefined) return wanted;
  const place = `${os} ${cpu}${libc === 'musl' ? ' with musl' : ''}`;
  throw new LaunchError(`Node ${process.versions.node} is too old, and npm has no newer one for ${place}. ${INSTALL}`);
}

/**
 * Downloads a Node from npm unless it is in the cache, and returns the path of its executable.
 * @param {string} cacheFolder created if missing
 * @param {Platform} platform
 * @param {(line: string) => void} print
 * @returns {Promise<string>}
 * @throws {LaunchError}
 */
export async function provideRuntime(cacheFolder, platform, print) {
  const wanted = runtimeFor(platform);
  const { os, cpu } = platform;
  const folder = join(cacheFolder, `node-${table.version}-${os}-${cpu}`);
  const node = join(folder, 'bin', os === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  print(
    `Node ${process.versions.node} is older than 22.12: ` +
      `fetching Node ${table.version} from npm for this project, once (about 120 MB)…`,
  );
  const draft = `${folder}.draft-${process.pid}`;
  try {
    removeDrafts(cacheFolder);
    mkdirSync(draft, { recursive: true });
    for (const [name, content] of Object.entries(projectOf(wanted)))
      writeFileSync(join(draft, name), JSON.stringify(content));
    // npm verifies the package by the integrity value in the lock file; package scripts do not run.
    const problem = await runNpm(['ci', '--ignore-scripts'], { cwd: draft, node: process.execPath });
    if (problem !== null)
      throw new LaunchError(
        `Node ${table.version} could not be fetched: ${problem}. ${remedyFor(problem)}, or: ${INSTALL}`,
      );
    const unpacked = join(draft, 'node_modules', wanted.name);
    // Headers and manuals are half of the package and not needed.
    for (const part of ['include', 'share']) rmSync(join(unpacked, part), { recursive: true, force: true });
    moveInto(unpacked, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return node;
}

/**
 * Removes incomplete downloads of ended processes, and one with our process id, left by an earlier process.
 * @param {string} cacheFolder
 */
function removeDrafts(cacheFolder) {
  for (const name of existsSync(cacheFolder) ? readdirSync(cacheFolder) : []) {
    const writer = Number(/\.draft-(\d{1,10})$/.exec(name)?.[1] ?? 0);
    if (writer !== 0 && (writer === process.pid || hasEnded(writer)))
      rmSync(join(cacheFolder, name), { recursive: true, force: true });
  }
}

/** Creates the files of a project that depends only on this package, for `npm ci`. @param {RuntimePackage} wanted */
function projectOf({ name, integrity }) {
  const project = { name: 'runtime', version: '1.0.0', private: true, dependencies: { [name]: table.version } };
  return {
    'package.json': project,
    'package-lock.json': {
      ...project,
      lockfileVersion: 3,
      requires: true,
      packages: { '': project, [`node_modules/${name}`]: { version: table.version, integrity } },
    },
  };
}

/** @param {string} source @param {string} target folder; another command may have created it with the same content */
function moveInto(source, target) {
  try {
    renameSync(source, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

/**
 * Platform of packages with binaries, in the values of npm's `os`, `cpu` and `libc`.
 * @typedef {{ readonly os: string, readonly cpu: string, readonly libc: 'glibc' | 'musl' | null }} Platform
 */

/** @returns {Platform} platform of this process; `libc` is slow to determine, so it is computed on first use */
export function currentPlatform() {
  /** @type {Platform['libc'] | undefined} */
  let libc;
  return {
    os: process.platform,
    cpu: process.arch,
    get libc() {
      libc ??= libcOf();
      return libc;
    },
  };
}

/** Checks Node's report, which contains the version of glibc, but nothing for musl. @returns {Platform['libc']} */
function libcOf() {
  if (process.platform !== 'linux') return null;
  // Looking up host names of open connections may take seconds. Node 20 ignores this, but has no open connection yet.
  process.report.excludeNetwork = true;
  /** @type {unknown} */
  const report = process.report.getReport();
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : {};
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header ? 'glibc' : 'musl';
}
