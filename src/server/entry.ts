// biome-ignore-all assist/source/organizeImports: the first import has to run before @astrojs/node is loaded
import { autostart } from './node/no-autostart.ts';
import { fileURLToPath } from 'node:url';
import { handler, options } from '@astrojs/node/server.js';
import { serve } from './node-server.ts';
import { DERIVATION_WORKER_FILE, PASSWORD_WORKER_FILE, RENDERER_FILE } from '../project/folders.ts';
import { loadEverything, renderPage } from './page-renderer.ts';

export { handler, renderPage };

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
  const besideThis = (path: string): URL => new URL(path, import.meta.url);
  const customFormats = await loadEverything();
  return serve({
    customFormats,
    documentationFolder: fileURLToPath(besideThis('../documentation/')),
    firstFolder,
    projectFolder: fileURLToPath(besideThis(import.meta.env.PLATFORM_PROJECT_FOLDER)),
    passwordWorkerUrl: besideThis(PASSWORD_WORKER_FILE),
    derivation: { workerUrl: besideThis(DERIVATION_WORKER_FILE), rendererUrl: besideThis(RENDERER_FILE) },
    hasPages: import.meta.env.PLATFORM_HAS_PAGES,
    version: import.meta.env.PLATFORM_VERSION,
    listensOn: options,
    astro: handler,
    renderPage,
    environment,
    command,
  });
}

if (autostart && (await serveDocumentation(process.env)) === null) process.exitCode = 1;
