import { formatModules } from 'virtual:platform-documentation/format-modules';
import { templateMap } from 'virtual:platform-documentation/template-map';
import { createApp } from 'astro/app/entrypoint';
import { type AstroComponentFactory, createComponent, renderToString } from 'astro/runtime/server/index.js';
import { type LoadedFormats, loadFormatModules } from '../formats/extension/load-format-modules.ts';
import type { Page } from '../presentation/page-data/document.ts';
import { pageRouteOf } from './documentation/page-route.ts';
import { bytesOfPage, pageFailure } from './documentation/rendered-page.ts';

/*
 * Renders pages without the rest of the server. Builds and threads that generate documents load only this module.
 */

const app = createApp({ streaming: false });
const routes = new Map<string, ReturnType<typeof preparedRoute>>();

/** Loader of a route's template, which has another type in Astro's declarations. */
type Load = () => Promise<{ page(): Promise<{ readonly default: AstroComponentFactory }> }>;

/**
 * Finds a route by its pattern, since the site may have its own rules for matching paths, and makes its template put
 * the HTML into `locals` where there is a place for it: in a response, it would be encoded, copied and decoded again.
 */
async function preparedRoute(path: string) {
  const routeData = app.manifest.routes.find((route) => route.routeData.route === path)?.routeData;
  const loaders = app.manifest.pageMap as Map<string, Load> | undefined;
  const module = await (await loaders?.get(routeData?.component ?? '')?.())?.page();
  if (routeData !== undefined && module !== undefined) {
    const { default: template } = module;
    const draw: AstroComponentFactory = async (result, props, slots) => {
      const { locals } = result.createAstro(props, slots);
      if (locals.documentationHtml === undefined) return template(result, props, slots);
      const html = await renderToString(result, template, props, slots, true);
      if (html instanceof Response) return html;
      locals.documentationHtml = html;
      return new Response(null, result.response);
    };
    const page = async () => ({ ...module, default: createComponent(draw, template.moduleId) });
    loaders?.set(routeData.component, async () => ({ page }));
  }
  return routeData && { routeData };
}

/** Prepares a route once; again after a failure, since files may be missing for a moment while they are replaced. */
function routeAt(path: string): ReturnType<typeof preparedRoute> {
  const known = routes.get(path);
  if (known !== undefined) return known;
  const made = preparedRoute(path);
  routes.set(path, made);
  made.catch(() => routes.delete(path));
  return made;
}

/**
 * Renders a page as HTML, in UTF-8. The build calls this for every document, the server for problem pages.
 * @throws an error with the template's message, and a line for each template of the project that may be the cause
 */
export async function renderPage(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const locals: Partial<App.Locals> = { documentationPage: page, documentationHtml: '' };
  try {
    const path = pageRouteOf(page);
    const route = await routeAt(path);
    const response = await app.render(new Request(`http://localhost${path}`), { ...route, locals });
    if (locals.renderFailure !== undefined) throw locals.renderFailure;
    return await bytesOfPage(response, page, locals.documentationHtml);
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
