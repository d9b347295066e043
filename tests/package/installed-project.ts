import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fitness } from '../../src/cli/launcher/launch.mjs';
import { provideLibrary } from './library.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));

interface Finished {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Archive made by `npm pack`. */
interface Tarball {
  /** Absolute path. */
  readonly file: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Runs a program with what a user's shell has, and nothing of vitest. @param folders of programs that come first */
export function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  folders: readonly string[] = [dirname(process.execPath)],
  timeout?: number,
): Finished {
  const kept = ['HOME', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  const env = {
    ...Object.fromEntries(kept),
    PATH: [...folders, process.env['PATH']].join(':'),
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const { status, stdout, stderr } = spawnSync(program, [...args], { cwd: folder, encoding: 'utf8', env, timeout });
  return { status, output: stdout, errors: stderr };
}

/** Time for an installation from the registry, which takes half a minute. */
const INSTALL_MILLISECONDS = 180_000;

/**
 * Installs packages that only one test needs, which the registry has. An npm that no longer does anything is ended, and
 * a second one has a cache of its own: two that share one have been seen to wait for ever.
 */
export function installFromRegistry(folder: string, packages: readonly string[]): Finished {
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = (...more: readonly string[]): Finished =>
    runIn(folder, 'npm', ['install', ...options, ...more, ...packages], undefined, INSTALL_MILLISECONDS);
  const first = install();
  return first.status === 0 ? first : install('--cache', join(folder, '.npm'));
}

/** Packs the product as `npm publish` would; `prepare`, which only warms caches, is left out. */
export function pack(folder: string): Tarball {
  const prepack = runIn(product, 'npm', ['run', 'prepack']);
  if (prepack.status !== 0) throw new Error(prepack.output + prepack.errors);
  const { output } = runIn(product, 'npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const packed: unknown = JSON.parse(output);
  // A list of them, or from npm 12 on a map by name.
  const [tarball] = Object.values(packed as object) as readonly (Omit<Tarball, 'file'> & {
    readonly filename: string;
  })[];
  if (tarball === undefined) throw new Error(`npm pack says nothing of a tarball:\n${output}`);
  return { ...tarball, file: join(folder, tarball.filename) };
}

/**
 * A new project that has installed a tarball and nothing else. Its dependencies are those that this clone has, so that
 * no registry is asked; npm itself checks that they are all there.
 * @param parent folder in which the project is made
 */
export function installInProject(tarball: string, parent: string = tmpdir()): string {
  const project = mkdtempSync(join(parent, 'platform-documentation-installed-'));
  writeFileSync(join(project, 'package.json'), '{ "name": "site", "private": true, "type": "module" }\n');
  copyDependencies(project);
  const options = [
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--cache',
    join(project, '.npm'),
  ];
  const { status, errors } = runIn(project, 'npm', ['install', ...options, tarball]);
  if (status !== 0) throw new Error(`npm does not install it: ${errors}`);
  return project;
}

/**
 * A new project with the product as its package has it, put there by hand: without what npm itself does, and in a tenth
 * of the time.
 */
export async function placeInProject(): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), 'platform-documentation-placed-'));
  writeFileSync(join(project, 'package.json'), '{ "name": "site", "private": true, "type": "module" }\n');
  copyDependencies(project);
  const target = join(project, 'node_modules/platform-documentation');
  await provideLibrary(target);
  copyFileSync(join(product, 'package.json'), join(target, 'package.json'));
  cpSync(join(product, 'config/examples'), join(target, 'config/examples'), { recursive: true });
  cpSync(join(product, 'src/cli'), join(target, 'src/cli'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  symlinkSync('../platform-documentation/src/cli/platform-docs.mjs', join(project, 'node_modules/.bin/platform-docs'));
  return project;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Copies the packages of the lock file that are not for development only. */
function copyDependencies(project: string): void {
  const { packages }: Lock = JSON.parse(readFileSync(join(product, 'package-lock.json'), 'utf8'));
  const isTop = (path: string): boolean => path.lastIndexOf('node_modules/') === 0;
  const wanted = Object.entries(packages).filter(
    ([path, { dev }]) => isTop(path) && dev !== true && existsSync(join(product, path)),
  );
  for (const [path] of wanted) linkFolder(join(product, path), join(project, path));
  const commands = 'node_modules/.bin';
  mkdirSync(join(project, commands));
  for (const name of readdirSync(join(product, commands))) {
    const target = readlinkSync(join(product, commands, name));
    if (existsSync(join(project, commands, target))) symlinkSync(target, join(project, commands, name));
  }
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

/** Hard links cost nothing, and are not possible from one file system to another. */
function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** Moves what the project has installed beside the product to where only the product finds it. */
export function nestPackages(project: string): void {
  const [top, own] = [join(project, 'node_modules'), join(project, 'node_modules/platform-documentation/node_modules')];
  mkdirSync(own);
  for (const name of readdirSync(top))
    if (!/^\.cache$|^platform-documentation$/.test(name)) renameSync(join(top, name), join(own, name));
}

/** Every file and folder of a package, with a hash of each file; without other packages below it. */
export function listing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => isOwn(relative(folder, path)))
    .map(({ entry, path }) =>
      entry.isFile() ? `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}` : path,
    )
    .sort();
}

/** Files of other packages are those of this clone. */
function isOwn(path: string): boolean {
  return !path.includes('node_modules');
}

/** Root may write nevertheless, see {@link listing}. */
export function setWritable(folder: string, isWritable: boolean): void {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isOwn)
    .map((path) => join(folder, path));
  for (const path of [folder, ...entries])
    chmodSync(path, isWritable ? statSync(path).mode | 0o200 : statSync(path).mode & ~0o222);
}

/** A Node that can only fetch a newer one; Node prints its version faster than npm does anything. */
export function olderNode(): string | undefined {
  const candidates = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].map((path) =>
    join(path, 'node'),
  );
  return candidates.find((node) => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', env: {} });
    return typeof stdout === 'string' && fitness(stdout.trim().replace('v', '')) === 'fetches';
  });
}
