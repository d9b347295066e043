import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fitness } from './node-version.mjs';
import { afterNpm } from './npm-end.mjs';
import { installAhead, providePackages } from './packages.mjs';
import { currentPlatform } from './platform.mjs';
import { isOutsideProject } from './project-folder.mjs';
import { LaunchError, provideRuntime, runtimeFor } from './runtime.mjs';

const PRODUCT = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * The package that is made from the repository has no sources: JavaScript in `lib`, and dependencies that its project
 * has installed.
 */
const IS_PACKAGE = !existsSync(join(PRODUCT, 'src/cli/platform-docs.ts'));
/** Module that lets Node run the sources of a clone. */
const PLAIN_SOURCES = new URL('../../project/plain-sources.mjs', import.meta.url).href;
/** A package may be read-only. */
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
    // It would be fetched into this folder.
    if (kind === 'fetches' && IS_PACKAGE && isOutsideProject(process.cwd(), args)) throw new LaunchError(NO_PROJECT);
    const platform = currentPlatform();
    // Standard output is the command's own, which may be a document.
    const output = process.stderr;
    const packages = { folder: PRODUCT, platform, withTools, node: process.execPath, output };
    const node = kind === 'runs' ? process.execPath : await fetchedNode(packages);
    if (!IS_PACKAGE) await providePackages({ ...packages, node });
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

/**
 * Packages that were never installed are installed meanwhile, by the Node that is there; what is missing then is asked
 * for again.
 * @param {import('./packages.mjs').PackageOptions} packages
 * @returns {Promise<string>} path of the Node
 * @throws {LaunchError} at once where there is none for the platform
 */
async function fetchedNode(packages) {
  const { platform, output } = packages;
  runtimeFor(platform);
  const [runtime] = await Promise.allSettled([
    provideRuntime(CACHE, platform, (line) => output.write(`${line}\n`)),
    IS_PACKAGE ? undefined : installAhead(packages),
  ]);
  if (runtime.status === 'rejected') throw runtime.reason;
  return runtime.value;
}

/** @param {string} script path in the repository @returns {string} absolute path of what runs */
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
  // Ctrl-C reaches both from the terminal: the command decides when to end.
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
