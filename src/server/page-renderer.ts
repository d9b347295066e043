import { formatModules } from 'virtual:platform-documentation/format-modules';
import { templateMap } from 'virtual:platform-documentation/template-map';
import { createApp } from 'astro/app/entrypoint';
import { type LoadedFormats, loadFormatModules } from '../formats/extension/load-format-modules.ts';
import type { Page } from '../presentation/page-data/document.ts';
import { pageRouteOf } from './documentation/page-route.ts';
import { bytesOfPage, pageFailure } from './documentation/rendered-page.ts';

/*
 * Renders pages without the rest of the server. Builds and threads that generate documents load only this module.
 */

const app = createApp({ streaming: false });
/** Routes by pattern, for direct lookup: the site may have its own rules for matching paths. */
const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, { routeData }]));

/**
 * Renders a page as HTML, in UTF-8. The build calls this for every document, the server for problem pages.
 * @throws an error with the template's message, and a line for each template of the project that may be the cause
 */
export async function renderPage(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const locals: Partial<App.Locals> = { documentationPage: page };
  try {
    const path = pageRouteOf(page);
    const response = await app.render(new Request(`http://localhost${path}`), { locals, ...routes.get(path) });
    if (locals.renderFailure !== undefined) throw locals.renderFailure;
    return await bytesOfPage(response, page);
  } catch (cause) {
    throw pageFailure(page, cause, templateMap);
  }
}

/**
 * Loads the modules that Astro would load at the first request, because the next build deletes their files.
 * @returns the project's own formats
 */
export async function loadEverything(): Promise<LoadedFormats> {
  const { pageMap, middleware } = app.manifest;
  await Promise.all([...(pageMap?.values() ?? []), middleware].map((load) => load?.()));
  const load = async (file: string): Promise<unknown> =>
    (await formatModules.find((module) => module.file === file)?.load())?.default;
  return loadFormatModules(formatModules, load);
}
