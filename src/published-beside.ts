import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger, AstroPrerenderer } from 'astro';
import type { CompiledSite } from './astro-site.ts';
import { publishBesideSite, readBesideSite } from './build/publish-beside-site.ts';
import type { Renderer } from './build/renderer.ts';
import { loadEntry } from './build/renderer.ts';
import { writeStaticTree } from './build/static-tree.ts';
import { DOCUMENTATION_ROOT } from './model/locations.ts';
import type { Page } from './model/document.ts';
import { isPageRoute, pageRouteOf } from './server/page-route.ts';
import { type PrerenderedPage, whilePrerendering } from './server/prerendered-page.ts';
import { bytesOfPage } from './server/rendered-page.ts';

type RouteData = Parameters<AstroPrerenderer['render']>[1]['routeData'];

interface BuiltSite {
  readonly site: CompiledSite;
  readonly config: AstroConfig;
  readonly logger: AstroIntegrationLogger;
}

/**
 * Publishes the documentation beside a server that Astro has compiled.
 * @throws with what is wrong with the documentation, or with the adapter
 */
export async function publishBeside({ site, config, logger }: BuiltSite): Promise<void> {
  const { mode, ...renderer } = await loadEntry(new URL(config.build.serverEntry, config.build.server));
  if (mode !== 'standalone')
    throw new Error(`astro.config: adapter: node({ mode: '${mode}' }) has no server that log-ins and published APIs could be in. Write mode: 'standalone'.`);
  const folder = fileURLToPath(new URL('../documentation', config.build.server));
  const project = { projectFolder: site.folders.project, environment: process.env };
  const { apis, documents, warnings } = await publishBesideSite(folder, { ...renderer, clientFolder: null }, project);
  for (const warning of warnings) logger.warn(warning);
  logger.info(`Published ${apis} API versions, ${documents} pages.`);
}

/** Writes the documentation of a static site while Astro writes the site's pages: what renders them renders ours, too. */
export function prerenderBeside(astro: AstroPrerenderer, built: BuiltSite): AstroPrerenderer {
  return {
    ...astro,
    async getStaticPaths() {
      const paths = await astro.getStaticPaths();
      const routes = new Map(paths.filter(({ route }) => isPageRoute(route.route)).map(({ route }) => [route.route, route]));
      await writeFiles(built, { renderPage: (page) => renderPage(astro, routes, page), rememberMarkdown: () => undefined, clientFolder: null });
      return paths.filter(({ route }) => !isPageRoute(route.route));
    },
  };
}

async function renderPage(astro: AstroPrerenderer, routes: ReadonlyMap<string, RouteData>, page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const path = pageRouteOf(page);
  const routeData = routes.get(path);
  if (routeData === undefined) throw new Error(`Astro has no route ${path}.`);
  const rendered: PrerenderedPage = { page };
  const result = await whilePrerendering(rendered, () => astro.render(new Request(`http://localhost${path}`), { routeData }));
  if (rendered.failure !== undefined) throw rendered.failure;
  return bytesOfPage(result instanceof Response ? result : result.response, page);
}

async function writeFiles({ site, config, logger }: BuiltSite, renderer: Renderer): Promise<void> {
  const { site: reading, warnings } = await readBesideSite(site.folders.project, process.env);
  for (const warning of warnings) logger.warn(warning);
  const { access } = reading.configuration;
  if (access.kind !== 'public') {
    logger.warn(
      `The documentation is left out: it needs a log-in by ${access.name}, and files ask for none. Remove platform-documentation.access and what ` +
        `authentication.paths says of ${DOCUMENTATION_ROOT}, or use the adapter @astrojs/node.`,
    );
    return;
  }
  const pageFormat = config.build.format === 'directory' ? 'directory' : 'file';
  const { apis, pages, files, leftOut } = await writeStaticTree(fileURLToPath(config.outDir), reading, renderer, pageFormat);
  for (const path of leftOut) logger.warn(`${path} is left out: no file can have that name.`);
  logger.info(`Wrote ${apis} API versions, ${pages} pages, ${files} files. A static site has neither log-ins nor published APIs.`);
}
