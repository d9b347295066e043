// biome-ignore-all assist/source/organizeImports: the first import has to run before @astrojs/node is loaded
import { addedListeners, autostart } from './node/no-autostart.ts';
import { fileURLToPath } from 'node:url';
import { handler, options } from '@astrojs/node/server.js';
import type { Documentation, HostOptions } from './mounted/contract.ts';
import { mount } from './mounted/mount.ts';
import { serve } from './node-server.ts';
import { DERIVATION_WORKER_FILE, PASSWORD_WORKER_FILE, RENDERER_FILE } from '../project/folders.ts';
import { loadEverything, renderPage } from './page-renderer.ts';

export { handler, renderPage };

const listeners = addedListeners();

/** Mode that Astro's configuration sets for the adapter. */
export const { mode } = options;

/**
 * Serves the documentation in `dist/documentation`, with `config/` and `data/` of the project folder, and the site's
 * own pages.
 * @param command command as typed, if it takes `--port`; null: this file was run directly
 * @param firstFolder see `ReleaseFolders`
 * @returns the port of the server; null if it could not start and has printed the reason
 */
export async function serveDocumentation(
  environment: Readonly<Record<string, string | undefined>>,
  command: string | null = null,
  firstFolder?: string,
): Promise<number | null> {
  return serve({
    ...(await compiled()),
    firstFolder,
    listensOn: options,
    astro: handler,
    environment,
    command,
  });
}

/** Composes the documentation for the server of a host, with the same files as {@link serveDocumentation}. */
export async function mountDocumentation(host: HostOptions): Promise<Documentation> {
  // Rejections of a host are its own.
  for (const listener of listeners) process.off('unhandledRejection', listener);
  const { derivation, ...own } = await compiled();
  return mount({
    ...own,
    ...host,
    projectFolder: host.projectFolder ?? own.projectFolder,
    // A small API in memory needs no threads, which take longer to start than its documents to make.
    ...(host.projectFolder === undefined && { derivation }),
    // A host has pages of its own, and files such as /sitemap.xml.
    hasPages: true,
  });
}

/** Parts of the composition that the build has determined. */
async function compiled() {
  const besideThis = (path: string): URL => new URL(path, import.meta.url);
  return {
    customFormats: await loadEverything(),
    documentationFolder: fileURLToPath(besideThis('../documentation/')),
    projectFolder: fileURLToPath(besideThis(import.meta.env.PLATFORM_PROJECT_FOLDER)),
    passwordWorkerUrl: besideThis(PASSWORD_WORKER_FILE),
    derivation: { workerUrl: besideThis(DERIVATION_WORKER_FILE), rendererUrl: besideThis(RENDERER_FILE) },
    hasPages: import.meta.env.PLATFORM_HAS_PAGES,
    version: import.meta.env.PLATFORM_VERSION,
    renderPage,
  };
}

if (autostart && (await serveDocumentation(process.env)) === null) process.exitCode = 1;
