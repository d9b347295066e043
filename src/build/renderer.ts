import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '../model/document.ts';
import { fingerprint } from './fingerprint.ts';

/** Everything that a template can reach; a change in any of it compiles the renderer anew. */
const TEMPLATE_PATHS = ['src', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
const STAMP_FILE = 'renderer.json';

/**
 * The bundler's heap otherwise grows to what the machine has before it is cleaned, and every core gets a thread with buffers of its own:
 * together these take a quarter of the memory and none of the speed away.
 */
const SMALL_HEAP = ['--single-threaded-gc', '--max-semi-space-size=4'];
const SMALL_BUNDLER = { RAYON_NUM_THREADS: '1', ROLLDOWN_WORKER_THREADS: '1', ROLLDOWN_MAX_BLOCKING_THREADS: '1' };

/** The templates are wrong; the message says where. */
export class TemplateError extends Error {}

export interface Renderer {
  /** HTML in UTF-8; the bytes are the caller's. */
  renderPage(page: Page): Promise<Uint8Array<ArrayBuffer>>;
  /** Folder of files that pages link to; its URL path is `/`. */
  readonly clientFolder: string;
}

export function rendererFingerprint(productFolder: string): string {
  return fingerprint(productFolder, TEMPLATE_PATHS, process.version);
}

/** True when `dist/server` is what the templates would compile to. */
export function isRendererCurrent(distFolder: string, templateHash: string): boolean {
  try {
    return (JSON.parse(readFileSync(join(distFolder, 'server', STAMP_FILE), 'utf8')) as { templates?: string }).templates === templateHash;
  } catch {
    return false;
  }
}

/** The renderer of the templates as they are: the one in `dist/`, compiled first when it is not theirs. */
export async function currentRenderer(productFolder: string, distFolder: string): Promise<Renderer> {
  const templateHash = rendererFingerprint(productFolder);
  if (!isRendererCurrent(distFolder, templateHash)) await compileRenderer(productFolder, distFolder, templateHash, new AbortController().signal);
  return loadRenderer(distFolder);
}

/**
 * Lets Astro compile templates and server into a folder of its own, in a process of its own: what the bundler needs in memory is given
 * back before the documentation is built. `dist/server` and `dist/client` are replaced only when it worked.
 * @throws {@link TemplateError} when it did not
 */
export async function compileRenderer(productFolder: string, distFolder: string, templateHash: string, signal: AbortSignal): Promise<void> {
  const draft = join(distFolder, `.renderer-${process.pid}`);
  mkdirSync(distFolder, { recursive: true });
  try {
    await runAstroBuild(productFolder, draft, signal);
    writeFileSync(join(draft, 'server', STAMP_FILE), `${JSON.stringify({ templates: templateHash })}\n`);
    for (const part of ['client', 'server']) replaceFolder(join(draft, part), join(distFolder, part));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

export async function loadRenderer(distFolder: string): Promise<Renderer> {
  process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
  const entry = pathToFileURL(join(distFolder, 'server', 'entry.mjs')).href;
  const { renderPage } = (await import(entry)) as Pick<Renderer, 'renderPage'>;
  return { renderPage, clientFolder: join(distFolder, 'client') };
}

function runAstroBuild(productFolder: string, outputFolder: string, signal: AbortSignal): Promise<void> {
  const packageFile = createRequire(import.meta.url).resolve('astro/package.json');
  const { bin } = JSON.parse(readFileSync(packageFile, 'utf8')) as { bin: { astro: string } };
  const environment = { ...process.env, ...SMALL_BUNDLER, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const child = spawn(process.execPath, [...SMALL_HEAP, join(dirname(packageFile), bin.astro), 'build', '--outDir', outputFolder], {
    cwd: productFolder,
    env: environment,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new TemplateError(`The templates do not compile. Mend what Astro says:\n${output.trim()}`)),
    );
  });
}

function replaceFolder(from: string, to: string): void {
  if (!existsSync(from)) mkdirSync(from, { recursive: true });
  const old = `${to}.old-${process.pid}`;
  if (existsSync(to)) renameSync(to, old);
  renameSync(from, to);
  rmSync(old, { recursive: true, force: true });
}
