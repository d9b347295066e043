import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { remedyFor, runNpm } from './npm.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { LaunchError } from './runtime.mjs';

/**
 * An entry of `packages` in package-lock.json.
 * @typedef {{
 *   readonly version?: string, readonly dev?: boolean, readonly optional?: boolean,
 *   readonly os?: readonly string[], readonly cpu?: readonly string[], readonly libc?: readonly string[],
 * }} LockEntry
 */
/** @typedef {Readonly<Record<string, LockEntry>>} Lock entries by folder, such as `node_modules/astro` */

/**
 * Finds packages that the lock file requires on a platform and that are not installed in the required version, for
 * example because an older Node or another platform did not need them.
 * @param {Lock} wanted entries of package-lock.json
 * @param {Lock} installed entries of `node_modules/.package-lock.json`, which npm writes
 * @param {import('./runtime.mjs').Platform} platform
 * @param {boolean} withTools true to include development dependencies
 * @returns {readonly string[]} folders of the packages
 */
export function missingPackages(wanted, installed, platform, withTools) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && (withTools || entry.dev !== true) && isNeeded(entry, platform))
    .filter(([path, { version }]) => installed[path]?.version !== version)
    .map(([path]) => path);
}

/**
 * True if npm must install a package on a platform. An optional package for all platforms does not count: it is a
 * dependency of a package for one platform, and is installed with that package.
 * @param {LockEntry} entry @param {import('./runtime.mjs').Platform} platform
 */
function isNeeded({ optional, os, cpu, libc }, platform) {
  if (optional === true && os === undefined && cpu === undefined) return false;
  return fits(os, platform.os) && fits(cpu, platform.cpu) && (platform.libc === null || fits(libc, platform.libc));
}

/**
 * Applies npm's rule for `os`, `cpu` and `libc`: `!name` excludes a value; other names are the only allowed values.
 * @param {readonly string[] | undefined} list @param {string} value
 */
function fits(list, value) {
  if (list === undefined) return true;
  if (list.includes(`!${value}`)) return false;
  return list.every((name) => name.startsWith('!')) || list.includes(value);
}

/**
 * @typedef {{
 *   readonly folder: string,
 *   readonly platform: import('./runtime.mjs').Platform,
 *   readonly withTools: boolean,
 *   readonly node: string,
 *   readonly output: { readonly isTTY?: boolean, write(text: string): unknown },
 * }} PackageOptions `folder`: has package-lock.json; `withTools`: include development dependencies; `node`: runs npm
 */

/**
 * Installs missing packages of the lock file; usually none is missing. If several commands start at once, one of them
 * installs the packages, and the others wait.
 * @param {PackageOptions} options
 * @throws {LaunchError}
 */
export async function providePackages(options) {
  const { folder, platform, withTools, output } = options;
  if (isChecked(options)) return;
  const lock = readLock(join(folder, 'package-lock.json'));
  const installed = () => readLock(join(folder, 'node_modules', '.package-lock.json'));
  const missing = () => missingPackages(lock, installed(), platform, withTools);
  if (missing().length === 0) return noteChecked(options);
  const mark = join(folder, '.cache', 'installing');
  const install = async () => {
    const absent = missing();
    if (absent.length > 0) await installPackages(absent, installed(), options);
    const left = missing();
    if (left.length > 0)
      throw new LaunchError(`npm left out ${left.length} packages, such as ${left[0]}. ${cureFor('')}`);
  };
  const waiting = `Waiting for another process, which installs packages. If there is none, remove ${mark}\n`;
  await oneAtATime(mark, install, () => output.write(waiting));
}

/** True if an earlier check is valid; checking takes 10 % of a short command's time. @param {PackageOptions} options */
function isChecked(options) {
  try {
    return readFileSync(checkedFile(options), 'utf8') === traceOf(options);
  } catch {
    return false;
  }
}

/** @param {PackageOptions} options */
function noteChecked(options) {
  const file = checkedFile(options);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, traceOf(options));
  } catch {
    // Without this file, the next command repeats the check.
  }
}

/** @param {PackageOptions} options */
function checkedFile({ folder }) {
  return join(folder, 'node_modules', '.cache', 'platform-documentation', 'checked-packages');
}

/**
 * Fingerprint of the files that the check depends on: both lock files, and the Node executable, which determines the
 * platform.
 * @param {PackageOptions} options @throws errors of the operating system
 */
function traceOf({ folder, withTools, node }) {
  const files = [join(folder, 'package-lock.json'), join(folder, 'node_modules', '.package-lock.json'), node];
  const states = files.map((file) => {
    const { mtimeNs, size, ino } = statSync(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  });
  return [node, withTools, ...states].join('\n');
}

/** @param {string} problem */
function cureFor(problem) {
  return `${remedyFor(problem)}, then run "npm ci".`;
}

/** @param {readonly string[]} absent @param {Lock} installed @param {PackageOptions} options @throws {LaunchError} */
async function installPackages(absent, installed, { folder, withTools, node, output }) {
  const isFirst = Object.keys(installed).length === 0;
  // Development dependencies stay if they were installed before.
  const keepsTools = withTools || Object.values(installed).some(({ dev }) => dev === true);
  const cause = `Node, the platform or package-lock.json changed since, such as ${absent[0]?.replace(/^.*node_modules\//, '')}`;
  const task = isFirst
    ? 'Installing packages'
    : `Installing ${absent.length} missing packages${withTools ? '' : ` (${cause})`}`;
  const stop = showProgress(task, output);
  // `npm ci` would delete node_modules while a server may be using it.
  const args = isFirst ? ['ci'] : ['install', '--no-save'];
  const problem = await runNpm([...args, '--ignore-scripts', ...(keepsTools ? [] : ['--omit=dev'])], {
    cwd: folder,
    node,
  });
  stop();
  if (problem !== null) throw new LaunchError(`The packages could not be installed: ${problem}. ${cureFor(problem)}`);
}

/** @param {string} file @returns {Lock} empty if the file is missing or invalid */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Shows progress: one line with the elapsed seconds on a terminal, two lines elsewhere.
 * @param {string} task
 * @param {{ readonly isTTY?: boolean, write(text: string): unknown }} output
 * @returns {() => void} function that ends the progress display
 */
function showProgress(task, output) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  output.write(output.isTTY ? `${task}…` : `${task}…\n`);
  const timer = output.isTTY ? setInterval(() => output.write(`\r${task}… ${seconds()} s`), 1000) : undefined;
  return () => {
    clearInterval(timer);
    output.write(
      `${output.isTTY ? '\r' : ''}Installed in ${seconds()} s.${output.isTTY ? ' '.repeat(task.length) : ''}\n`,
    );
  };
}
