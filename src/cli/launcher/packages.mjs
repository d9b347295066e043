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
/** @typedef {Readonly<Record<string, LockEntry>>} Lock by folder: `node_modules/astro` */

/**
 * Paths of the packages that the lock file needs on a platform and that are not installed in its version, such as those
 * that an older Node or another platform has left out.
 * @param {Lock} wanted
 * @param {Lock} installed what npm has noted of the folder
 * @param {import('./runtime.mjs').Platform} platform
 * @param {boolean} withTools the packages of development too
 * @returns {readonly string[]}
 */
export function missingPackages(wanted, installed, platform, withTools) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && (withTools || entry.dev !== true) && isNeeded(entry, platform))
    .filter(([path, { version }]) => installed[path]?.version !== version)
    .map(([path]) => path);
}

/**
 * Whether npm installs a package on a platform. An optional package without a platform is a dependency of one with a
 * platform, and counts as unneeded: it comes with that one.
 * @param {LockEntry} entry @param {import('./runtime.mjs').Platform} platform
 */
function isNeeded({ optional, os, cpu, libc }, platform) {
  if (optional === true && os === undefined && cpu === undefined) return false;
  return fits(os, platform.os) && fits(cpu, platform.cpu) && (platform.libc === null || fits(libc, platform.libc));
}

/**
 * npm's rule: a name with `!` is refused, every other list names what is accepted.
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
 * }} PackageOptions `folder`: with package-lock.json; `withTools`: what tests need too; `node`: the Node that runs npm
 */

/**
 * Installs the packages of the lock file that are missing, mostly none. When several commands start at once, one
 * installs and the others wait.
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

/** Whether a former check still holds; a new one takes 10 % of a short command. @param {PackageOptions} options */
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
    // Without the note, the next command compares again.
  }
}

/** @param {PackageOptions} options */
function checkedFile({ folder }) {
  return join(folder, 'node_modules', '.cache', 'platform-documentation', 'checked-packages');
}

/**
 * Fingerprint of the files that the comparison depends on: both lists, and the binary of Node, which decides the
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
  // Packages for tests stay if they were installed before.
  const keepsTools = withTools || Object.values(installed).some(({ dev }) => dev === true);
  const cause = `Node, the platform or package-lock.json changed since, such as ${absent[0]?.replace(/^.*node_modules\//, '')}`;
  const task = isFirst
    ? 'Installing packages'
    : `Installing ${absent.length} missing packages${withTools ? '' : ` (${cause})`}`;
  const stop = showProgress(task, output);
  // `npm ci` would remove node_modules under a running server.
  const args = isFirst ? ['ci'] : ['install', '--no-save'];
  const problem = await runNpm([...args, '--ignore-scripts', ...(keepsTools ? [] : ['--omit=dev'])], {
    cwd: folder,
    node,
  });
  stop();
  if (problem !== null) throw new LaunchError(`The packages could not be installed: ${problem}. ${cureFor(problem)}`);
}

/** @param {string} file @returns {Lock} empty when there is none */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * One line that counts seconds on a terminal, two lines elsewhere.
 * @param {string} task
 * @param {{ readonly isTTY?: boolean, write(text: string): unknown }} output
 * @returns {() => void} ends the display
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
