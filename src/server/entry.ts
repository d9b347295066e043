// biome-ignore-all assist/source/organizeImports: the first import has to run before @astrojs/node is loaded
import { autostart } from './node/no-autostart.ts';
import { fileURLToPath } from 'node:url';
import { handler, options } from '@astrojs/node/server.js';
import { createApp } from 'astro/app/entrypoint';
import { formatModules } from 'virtual:platform-documentation/format-modules';
import { type LoadedFormats, loadFormatModules } from '../formats/extension/load-format-modules.ts';
import type { Page } from '../model/page/document.ts';
import { rememberMarkdown } from '../views/markdown.ts';
import { serve } from './node/node-server.ts';
import { fittingPage } from './documentation/fitting-page.ts';
import { pageFailure } from './documentation/page-failure.ts';
import { pageRouteOf } from './documentation/page-route.ts';
import { bytesOfPage } from './documentation/rendered-page.ts';
import { DERIVATION_WORKER_FILE, PASSWORD_WORKER_FILE } from './derivation/worker-files.ts';

export { handler, rememberMarkdown };

/** What the adapter of the site was configured to make. */
export const { mode } = options;

const app = createApp({ streaming: false });
/** By their patterns: a site may have rules of its own about which paths match them. */
const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, { routeData }]));

/**
 * A page as HTML, in UTF-8. The build calls this for every document, the server for problems.
 * @throws with what the template has thrown, and a line for each template of the project that it may be
 */
export function renderPage(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  return fittingPage(page, renderOnce);
}

async function renderOnce(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const locals: Partial<App.Locals> = { documentationPage: page };
  try {
    const path = pageRouteOf(page);
    const response = await app.render(new Request(`http://localhost${path}`), { locals, ...routes.get(path) });
    if (locals.renderFailure !== undefined) throw locals.renderFailure;
    return await bytesOfPage(response, page);
  } catch (cause) {
    throw pageFailure(page, cause);
  }
}

/**
 * Loads what Astro would load at the first request, because the next build takes away the files that this process came
 * from.
 * @returns the project's own formats
 */
export async function loadEverything(): Promise<LoadedFormats> {
  const { pageMap, middleware } = app.manifest;
  await Promise.all([...(pageMap?.values() ?? []), middleware].map((load) => load?.()));
  const load = async (file: string): Promise<unknown> =>
    (await formatModules.find((module) => module.file === file)?.load())?.default;
  return loadFormatModules(formatModules, load);
}

/**
 * Serves the documentation that lies beside this file, with `config/` and `data/` beside the folder `dist`, and the
 * site's own pages.
 * @param command what was typed and takes `--port`; null: this file was
 * @returns the port that it listens on; null when it could not start, and the reason was printed
 */
export async function serveDocumentation(
  environment: Readonly<Record<string, string | undefined>>,
  command: string | null = null,
): Promise<number | null> {
  const besideThis = (path: string): URL => new URL(path, import.meta.url);
  const customFormats = await loadEverything();
  return serve({
    customFormats,
    documentationFolder: fileURLToPath(besideThis('../documentation/')),
    projectFolder: fileURLToPath(besideThis(import.meta.env.PLATFORM_PROJECT_FOLDER)),
    passwordWorkerUrl: besideThis(PASSWORD_WORKER_FILE),
    derivation: { workerUrl: besideThis(DERIVATION_WORKER_FILE), rendererUrl: new URL(import.meta.url) },
    hasPages: import.meta.env.PLATFORM_HAS_PAGES,
    listensOn: options,
    astro: handler,
    renderPage,
    environment,
    command,
  });
}

if (autostart && (await serveDocumentation(process.env)) === null) process.exitCode = 1;
