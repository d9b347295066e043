import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { providePackages } from './packages.mjs';
import { currentPlatform, LaunchError, provideRuntime } from './runtime.mjs';

const PRODUCT = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * True if the product runs as an installed package, false if it runs in a clone. A package contains JavaScript in `lib`
 * instead of TypeScript sources, and npm has installed its dependencies with it.
 */
const IS_PACKAGE = !existsSync(join(PRODUCT, 'src/cli/platform-docs.ts'));
/** URL of the module that lets Node run the TypeScript sources of a clone. */
const PLAIN_SOURCES = new URL('../../project/plain-sources.mjs', import.meta.url).href;
/** Folder for a downloaded Node: for a package, it is in the project, since the package itself may be read-only. */
const CACHE = IS_PACKAGE
  ? join(process.cwd(), 'node_modules/.cache/platform-documentation/runtime')
  : join(PRODUCT, '.cache/runtime');
const REMEDY = 'Install Node 22.12 or newer. (With 20.19 or newer, this command fetches it by itself.)';
const NO_PROJECT =
  'There is no folder api-descriptors here. Start the command in the folder of the project, ' +
  'or make one with "platform-docs init".';
/**
 * Packages by the command that they provide, if the names differ. `typescript-native` (TypeScript 7) checks types;
 * `typescript` is version 6, whose API Astro and the declarations need.
 */
const PACKAGES = new Map([
  ['biome', '@biomejs/biome'],
  ['tsc', 'typescript-native'],
]);
/** Options for Node before 22.18, which does not run TypeScript by default and warns that it is experimental. */
const TYPESCRIPT_FLAGS = '--experimental-strip-types --disable-warning=ExperimentalWarning';

/**
 * Runs a script of the product with a suitable Node (DESIGN §2), after installing missing packages. Sets the exit code
 * of the script, or 1, with a one-line message, if the script cannot be started.
 * @param {string} script path of a TypeScript file of the product, or the name of a command of an installed package
 * @param {readonly string[]} args arguments of the script
 * @param {{ readonly withTools: boolean }} options `withTools`: install development dependencies, too
 */
export async function launch(script, args, { withTools }) {
  try {
    const kind = fitness(process.versions.node);
    if (kind === 'too-old') throw new LaunchError(`Node ${process.versions.node} is too old. ${REMEDY}`);
    // Without this check, a runtime would be downloaded into a folder that is not a project.
    if (kind === 'fetches' && IS_PACKAGE && isOutsideProject(process.cwd(), args)) throw new LaunchError(NO_PROJECT);
    const platform = currentPlatform();
    // Messages go to standard error, since the command may write a document to standard output.
    const output = process.stderr;
    const print = (/** @type {string} */ line) => output.write(`${line}\n`);
    const node = kind === 'runs' ? process.execPath : await provideRuntime(CACHE, platform, print);
    if (!IS_PACKAGE) await providePackages({ folder: PRODUCT, platform, withTools, node, output });
    const file = /\.[cm]?[jt]s$/.test(script) ? fileOf(script) : commandOf(script);
    const readsTypeScript = kind === 'runs' && 'typescript' in process.features && Boolean(process.features.typescript);
    if (readsTypeScript) await runHere(file, args);
    else await runWith(node, file, args);
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** @param {string} script path in the repository @returns {string} absolute path of the file to run */
function fileOf(script) {
  return join(PRODUCT, IS_PACKAGE ? script.replace(/^src\/(.*)\.ts$/, 'lib/$1.js') : script);
}

/**
 * Finds the executable file of an installed package.
 * @param {string} name name of the command; also the name of its package unless `PACKAGES` has another
 * @returns {string} absolute path
 */
export function commandOf(name) {
  const folder = join(PRODUCT, 'node_modules', PACKAGES.get(name) ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** @param {string} file @param {readonly string[]} args */
async function runHere(file, args) {
  afterNpm(() => process.kill(process.pid, 'SIGTERM'));
  process.argv = [process.execPath, file, ...args];
  if (!IS_PACKAGE) await import(PLAIN_SOURCES);
  await import(pathToFileURL(file).href);
}

/** @param {string} node @param {string} file @param {readonly string[]} args */
function runWith(node, file, args) {
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter),
    PLATFORM_LAUNCHER: String(process.pid),
    NODE_OPTIONS: [process.env['NODE_OPTIONS'], TYPESCRIPT_FLAGS].filter(Boolean).join(' '),
  };
  const preloaded = IS_PACKAGE ? [] : ['--import', PLAIN_SOURCES];
  const child = spawn(node, [...preloaded, file, ...args], { stdio: 'inherit', env });
  // For Ctrl-C, a terminal sends SIGINT to both processes: this process only waits until the command has ended.
  process.on('SIGINT', () => void (process.stdin.isTTY || child.kill('SIGINT')));
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => void child.kill(signal));
  afterNpm(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      process.exitCode = status ?? 1;
      resolve(undefined);
    });
  });
}

/** Minimum Node version of Astro and of the TypeScript sources. */
const NEEDED = [22, 12];
/** Minimum Node version for downloading a newer Node, as npm and the packages require. */
const OLDEST = [20, 19];

/**
 * Determines whether a version of Node can run the product.
 * @param {string} version such as `22.12.0`
 * @returns {'runs' | 'fetches' | 'too-old'} `fetches`: it can only download a Node that runs it (DESIGN §2)
 */
export function fitness(version) {
  if (isAtLeast(version, NEEDED)) return 'runs';
  return isAtLeast(version, OLDEST) ? 'fetches' : 'too-old';
}

/** @param {string} version @param {readonly number[]} least minimum major and minor version */
function isAtLeast(version, [leastMajor = 0, leastMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Commands that fail outside a project. */
const COMMANDS = new Set(['start', 'serve', 'build', 'check', 'export', 'fetch', 'verify']);
/** Options with which these commands work outside a project. */
const ABOUT_COMMANDS = /^(-h|--help|--rules|--explain)(=|$)/;
/** Folders of a project. Each project has at least one, for example only `dist` on a server with the built files. */
const FOLDERS = ['api-descriptors', 'config', 'dist'];

/**
 * True if a command would fail because its folder is not a project: then no runtime is downloaded.
 * @param {string} folder folder in which the command was started
 * @param {readonly string[]} args arguments of `platform-docs`
 */
export function isOutsideProject(folder, [command = '', ...options]) {
  if (!COMMANDS.has(command) || options.some((option) => ABOUT_COMMANDS.test(option))) return false;
  return FOLDERS.every((name) => !existsSync(join(folder, name)));
}

const LOOK_MILLISECONDS = 500;

/**
 * Calls `end` when npm, or the shell in which npm started this command, has ended: such a shell forwards no signals,
 * and SIGHUP and SIGKILL end only npm. Without npm, a command may outlive its parent process, as with `nohup`.
 * @param {() => void} end
 */
export function afterNpm(end) {
  // Other package managers set this variable, too.
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const npm = npmBehind(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npmBehind(parent) ?? npm) === npm) return;
    clearInterval(timer);
    end();
  }, LOOK_MILLISECONDS);
  timer.unref();
}

/**
 * Finds the parent process of a shell that npm started with `-c` and that waits for its command, as dash does.
 * @param {number} shell process id
 * @returns {string | undefined} id of the parent process; undefined if there is no such shell or no /proc
 */
function npmBehind(shell) {
  try {
    const [, option] = readFileSync(`/proc/${shell}/cmdline`, 'utf8').split('\0');
    // The process name comes first, in parentheses, and may contain any character; then state and parent id follow.
    return option === '-c' ? readFileSync(`/proc/${shell}/stat`, 'utf8').match(/.*\) \S+ (\d+)/s)?.[1] : undefined;
  } catch {
    return undefined;
  }
}
