import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { providePackages } from './packages.mjs';
import { currentPlatform, LaunchError, provideRuntime } from './runtime.mjs';

const PRODUCT = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * Whether the product runs as a package, not as a clone: a package has JavaScript in `lib` instead of sources, and its
 * project has installed its dependencies.
 */
const IS_PACKAGE = !existsSync(join(PRODUCT, 'src/cli/platform-docs.ts'));
/** Module that lets Node run the sources of a clone. */
const PLAIN_SOURCES = new URL('../../project/plain-sources.mjs', import.meta.url).href;
/** Folder of the cache: in the project for a package, which may be read-only. */
const CACHE = IS_PACKAGE
  ? join(process.cwd(), 'node_modules/.cache/platform-documentation/runtime')
  : join(PRODUCT, '.cache/runtime');
const REMEDY = 'Install Node 22.12 or newer. (With 20.19 or newer, this command fetches it by itself.)';
const NO_PROJECT =
  'There is no folder api-descriptors here. Start the command in the folder of the project, ' +
  'or make one with "platform-docs init".';
/**
 * Packages that provide commands. TypeScript 7 checks the types of modules; Astro and the declarations need the API of
 * 6.
 */
const PACKAGES = new Map([
  ['biome', '@biomejs/biome'],
  ['tsc', 'typescript-native'],
]);
/** Nodes before 22.18 read TypeScript only when asked to, and warn that it is new. */
const TYPESCRIPT_FLAGS = '--experimental-strip-types --disable-warning=ExperimentalWarning';

/**
 * Runs a script of the product on a Node that can (DESIGN §2), after everything that it needs is installed. Ends the
 * process with the script's exit code, or with 1 and one line where that is not possible.
 * @param {string} script path of a TypeScript file of the product, or the name of a package with a command of its own
 * @param {readonly string[]} args
 * @param {{ readonly withTools: boolean }} options whether it needs what only development needs
 */
export async function launch(script, args, { withTools }) {
  try {
    const kind = fitness(process.versions.node);
    if (kind === 'too-old') throw new LaunchError(`Node ${process.versions.node} is too old. ${REMEDY}`);
    // A runtime would be fetched into this folder.
    if (kind === 'fetches' && IS_PACKAGE && isOutsideProject(process.cwd(), args)) throw new LaunchError(NO_PROJECT);
    const platform = currentPlatform();
    // Standard output belongs to the command, whose result may be a document.
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
 * The file of a command that an installed package brings.
 * @param {string} name of the command, which its package has too
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
  // A terminal sends Ctrl-C to both processes: the command decides when to end.
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

/** The first Node that Astro and the TypeScript of this product run on. */
const NEEDED = [22, 12];
/** The first Node that can fetch a newer one: what npm and the packages ask for. */
const OLDEST = [20, 19];

/**
 * Reports what a version of Node can do.
 * @param {string} version such as `22.12.0`
 * @returns {'runs' | 'fetches' | 'too-old'} `fetches`: it can fetch a runtime and start the product with it (DESIGN §2)
 */
export function fitness(version) {
  if (isAtLeast(version, NEEDED)) return 'runs';
  return isAtLeast(version, OLDEST) ? 'fetches' : 'too-old';
}

/** @param {string} version @param {readonly number[]} least major and minor */
function isAtLeast(version, [leastMajor = 0, leastMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Commands that read files of a project, and fail without one. */
const COMMANDS = new Set(['start', 'serve', 'build', 'check', 'export', 'verify']);
/** Options with which these commands need no project. */
const ABOUT_COMMANDS = /^(-h|--help|--rules|--explain)(=|$)/;
/** Folders of a project; every project has at least one, `dist` alone if only the published files were copied. */
const FOLDERS = ['api-descriptors', 'config', 'dist'];

/**
 * Whether a command can only report that its folder is no project: then no runtime is fetched.
 * @param {string} folder where the command was started
 * @param {readonly string[]} args of `platform-docs`
 */
export function isOutsideProject(folder, [command = '', ...options]) {
  if (!COMMANDS.has(command) || options.some((option) => ABOUT_COMMANDS.test(option))) return false;
  return FOLDERS.every((name) => !existsSync(join(folder, name)));
}

const LOOK_MILLISECONDS = 500;

/**
 * Calls back when npm, or the shell in which npm starts a command, has ended: the shell forwards no signal, and SIGHUP
 * and SIGKILL end only npm. A command that another program has started may outlive that program, as with `nohup`.
 * @param {() => void} end
 */
export function afterNpm(end) {
  // Other package managers set it, too.
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
 * Process id of the parent of a shell that runs one command and waits for it, as dash does; other shells become it.
 * @param {number} shell
 * @returns {string | undefined} undefined when the process is no such shell, or the system does not say
 */
function npmBehind(shell) {
  try {
    const [, option] = readFileSync(`/proc/${shell}/cmdline`, 'utf8').split('\0');
    // State and parent follow the name, which is in parentheses and may have any character.
    return option === '-c' ? readFileSync(`/proc/${shell}/stat`, 'utf8').match(/.*\) \S+ (\d+)/s)?.[1] : undefined;
  } catch {
    return undefined;
  }
}
