import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasEnded } from '../files/writer.ts';
import type { Page } from '../presentation/page-data/document.ts';
import { EXTENSION_FILES, EXTENSIONS_VARIABLE, type Extensions, namedFiles } from '../project/extensions.ts';
import { fingerprint } from '../project/fingerprint.ts';
import { RENDERER_FILE } from '../project/folders.ts';
import { cacheFolder, IS_PACKAGE, PRODUCT_FOLDER } from '../project/product.ts';
import { templateFaults } from '../project/template-faults.ts';
import { astroRoot } from './astro-root.ts';
import { CompileError } from './build-errors.ts';
import { codeFingerprint, packedHash, productFingerprint } from './product-fingerprint.ts';
import { copyCompiled, keepCompiled, PARTS } from './renderer-cache.ts';
import { makeRepeatable } from './repeatable-server.ts';

const STAMP_FILE = 'renderer.json';
/** Prefix of a draft folder, before the id of the process that compiles the renderer. */
const DRAFT = '.renderer-';
/** Draft folders in `dist/`, which are renamed when they are complete; their names end with the id of the process. */
const DRAFTS = /^(?:\.renderer-|.+\.draft-)(?<writer>\d+)$/;

/**
 * Options that save a quarter of the bundler's memory at the same speed. By default, the heap grows to the size of the
 * machine's memory before garbage collection, and every core gets a thread with its own buffers.
 */
const SMALL_HEAP = ['--single-threaded-gc', '--max-semi-space-size=4'];
const SMALL_BUNDLER = { RAYON_NUM_THREADS: '1', ROLLDOWN_WORKER_THREADS: '1', ROLLDOWN_MAX_BLOCKING_THREADS: '1' };

export interface Renderer {
  /** Returns HTML in UTF-8; the caller owns the bytes. */
  renderPage(page: Page): Promise<Uint8Array<ArrayBuffer>>;
  /** Module with which other threads render the same pages; left out: only the main thread can render. */
  readonly module?: URL;
  /**
   * Folder of the files that pages link to, which are published with the pages; its URL path is `/`. Null: the
   * surrounding site serves these files.
   */
  readonly clientFolder: string | null;
}

/** Templates, and the compilation of their renderer. */
export interface Templates {
  /**
   * Resolves when the compiler has finished, to the hash of everything that was compiled; undefined if the hash is not
   * known.
   */
  readonly compilation: Promise<string | undefined>;
  /** True if the templates are compiled already, so that `compilation` resolves at once. */
  readonly isCurrent?: boolean;
  /** Resolves when the renderer is compiled. */
  readonly renderer: () => Promise<Renderer>;
}

/** Sources and target folder of a renderer. */
interface RendererSource {
  /** Path of the project's `dist/` folder. */
  readonly distFolder: string;
  readonly extensions: Extensions;
}

interface RendererState {
  /** Hash of the product's code. */
  readonly codeHash: string;
  /** Hash of everything that the renderer in `dist/` would be compiled from now. */
  readonly templateHash: string;
  /** Hash of the product and its packages alone. */
  readonly productHash: string;
  /** True if `dist/server` was compiled from the same templates. */
  readonly isCurrent: boolean;
}

/**
 * State of the renderer in `dist/`. All its inputs are known only once `dist/server` exists, since templates and
 * modules of a project may import anything.
 */
export function rendererState(source: RendererSource): RendererState {
  const server = join(source.distFolder, 'server');
  const codeHash = codeFingerprint();
  const productHash = productFingerprint(codeHash);
  const templateHash = rendererFingerprint(source, extensionFilesIn(server), productHash);
  return {
    codeHash,
    templateHash,
    productHash,
    isCurrent: readJson<{ templates?: string }>(join(server, STAMP_FILE))?.templates === templateHash,
  };
}

/** @param files project files, relative to the project */
function rendererFingerprint({ extensions }: RendererSource, files: readonly string[], own: string): string {
  const { projectFolder, templateMap, formatModules } = extensions;
  if (namedFiles(extensions).length === 0) return own;
  return fingerprint(projectFolder, files, JSON.stringify([own, projectFolder, templateMap, formatModules]));
}

function extensionFilesIn(serverFolder: string): readonly string[] {
  return readJson<readonly string[]>(join(serverFolder, EXTENSION_FILES)) ?? [];
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/**
 * Starts to provide the renderer that a build needs.
 * @param force compiles even if the existing renderer is current
 */
export function provideTemplates(
  source: RendererSource,
  state: RendererState,
  force: boolean,
  signal: AbortSignal,
): Templates {
  const { templateHash, isCurrent } = state;
  const isReady = !force && (isCurrent || copyRenderer(source, state));
  const compiled = (): Promise<string> => (force ? compileRenderer(source, signal) : newRenderer(source, signal));
  const compilation = isReady ? Promise.resolve(templateHash) : compiled();
  const renderer = rendererIn(source.distFolder);
  return { compilation, isCurrent: isReady, renderer: () => compilation.then(() => renderer) };
}

/** Returns the renderer in `dist/`, which is compiled first if it is outdated. */
export async function currentRenderer(source: RendererSource): Promise<Renderer> {
  const state = rendererState(source);
  if (!state.isCurrent && !copyRenderer(source, state)) await newRenderer(source, new AbortController().signal);
  return rendererIn(source.distFolder);
}

/**
 * Copies a current renderer into `dist/`: that of the package, or one from the cache, compiled by the product's
 * installation or another build. A renderer with templates or formats of a project is not cached.
 * @returns false if there is none
 */
function copyRenderer({ distFolder, extensions }: RendererSource, { codeHash, templateHash }: RendererState): boolean {
  if (namedFiles(extensions).length > 0) return false;
  const draft = draftFolder(distFolder);
  const isCopied =
    (IS_PACKAGE && copyCompiled(PRODUCT_FOLDER, packedHash(PRODUCT_FOLDER, codeHash), draft)) ||
    copyCompiled(cacheFolder(extensions.projectFolder), templateHash, draft);
  if (!isCopied) return false;
  writeStamp(draft, templateHash);
  replaceParts(draft, distFolder);
  rmSync(draft, { recursive: true, force: true });
  return true;
}

/** Compiles a renderer as {@link compileRenderer} does, and keeps a copy in the cache. */
async function newRenderer(source: RendererSource, signal: AbortSignal): Promise<string> {
  const { distFolder, extensions } = source;
  const compiled = await compileRenderer(source, signal);
  if (namedFiles(extensions).length === 0 && rendererState(source).isCurrent)
    keepCompiled(cacheFolder(extensions.projectFolder), compiled, distFolder);
  return compiled;
}

/**
 * Runs Astro to compile templates and server into a draft folder. A child process does this, so that the bundler's
 * memory is freed before the documentation is built. `dist/server` and `dist/client` are replaced only on success.
 * @returns hash of everything that the renderer was compiled from
 * @throws {@link CompileError} when the templates do not compile
 */
async function compileRenderer(source: RendererSource, signal: AbortSignal): Promise<string> {
  const { distFolder, extensions } = source;
  const draft = draftFolder(distFolder);
  const own = productFingerprint();
  const started = Date.now();
  try {
    await runAstroBuild(draft, extensions, signal);
    makeRepeatable(join(draft, 'server'), draft, [PRODUCT_FOLDER, extensions.projectFolder]);
    const files = extensionFilesIn(join(draft, 'server'));
    const now = productFingerprint();
    const templateHash = rendererFingerprint(source, files, now);
    // If a file changed during compilation, its old content may have been compiled.
    const changed = own !== now || files.some((file) => isNewer(join(extensions.projectFolder, file), started));
    writeStamp(draft, changed ? '' : templateHash);
    replaceParts(draft, distFolder);
    return templateHash;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Compiles the templates of a project and discards the result.
 * @throws {@link CompileError} when they do not compile
 */
export async function tryTemplates(extensions: Extensions): Promise<void> {
  const distFolder = mkdtempSync(join(tmpdir(), 'platform-documentation-check-'));
  try {
    await compileRenderer({ distFolder, extensions }, new AbortController().signal);
  } finally {
    rmSync(distFolder, { recursive: true, force: true });
  }
}

function writeStamp(folder: string, templateHash: string): void {
  writeFileSync(join(folder, 'server', STAMP_FILE), `${JSON.stringify({ templates: templateHash })}\n`);
}

function draftFolder(distFolder: string): string {
  mkdirSync(distFolder, { recursive: true });
  return join(distFolder, `${DRAFT}${process.pid}`);
}

/** Removes drafts of killed builds from `dist/`. */
export function removeDrafts(distFolder: string): void {
  for (const name of readdirSync(distFolder)) {
    const writer = DRAFTS.exec(name)?.groups?.['writer'];
    if (writer !== undefined && hasEnded(Number(writer)))
      rmSync(join(distFolder, name), { recursive: true, force: true });
  }
}

function isNewer(file: string, time: number): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) >= time;
}

/** Renderer in `dist/`, which is loaded for its first page: work that needs no renderer comes first. */
export function rendererIn(distFolder: string): Renderer {
  const file = pathToFileURL(join(distFolder, 'server', RENDERER_FILE));
  let loaded: Promise<Pick<Renderer, 'renderPage'>> | undefined;
  return {
    async renderPage(page) {
      loaded ??= loadCompiled(file);
      return (await loaded).renderPage(page);
    },
    module: file,
    clientFolder: join(distFolder, 'client'),
  };
}

/** Exports of the compiled server: the function that renders pages, and the mode of the adapter. */
interface ServerEntry extends Pick<Renderer, 'renderPage'> {
  readonly mode: string;
}

/** Imports the compiled server, without starting it. */
export function loadEntry<Entry extends ServerEntry>(entry: URL): Promise<Entry> {
  return loadCompiled(entry);
}

function loadCompiled<Module>(file: URL): Promise<Module> {
  process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
  return import(file.href);
}

/**
 * Environment variables that the compiler gets. If a module reads `import.meta.env`, Astro copies into the server every
 * variable whose name occurs in this module, even within a word, such as `CI`, `DEV`, or one with a secret.
 */
const COMPILER_VARIABLES = /^(?:path|pathext|home|userprofile|systemroot|comspec|tmpdir|temp|tmp|node_options)$/i;

function runAstroBuild(outputFolder: string, extensions: Extensions, signal: AbortSignal): Promise<void> {
  const packageFile = createRequire(import.meta.url).resolve('astro/package.json');
  const { bin } = JSON.parse(readFileSync(packageFile, 'utf8')) as { bin: { astro: string } };
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => COMPILER_VARIABLES.test(name))),
    ...SMALL_BUNDLER,
    ASTRO_TELEMETRY_DISABLED: '1',
    // Astro needs the variable, which may be unset in containers, but writes nothing to this folder.
    HOME: process.env['HOME'] ?? outputFolder,
    NODE_ENV: 'production',
    [EXTENSIONS_VARIABLE]: JSON.stringify(extensions),
  };
  const child = spawn(
    process.execPath,
    [...SMALL_HEAP, join(dirname(packageFile), bin.astro), 'build', '--outDir', outputFolder],
    {
      cwd: astroRoot(extensions.projectFolder),
      env: environment,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    // The process writes files until it exits: removing its folder earlier would leave files behind.
    child.once('error', (error) => (signal.aborted ? child.once('close', () => reject(error)) : reject(error)));
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new CompileError(output, templateFaults(output, extensions), extensions.projectFolder)),
    );
  });
}

function replaceParts(draft: string, distFolder: string): void {
  for (const part of PARTS) replaceFolder(join(draft, part), join(distFolder, part));
}

function replaceFolder(from: string, to: string): void {
  if (!existsSync(from)) mkdirSync(from, { recursive: true });
  const old = `${to}.old-${process.pid}`;
  if (existsSync(to)) renameSync(to, old);
  renameSync(from, to);
  rmSync(old, { recursive: true, force: true });
}
