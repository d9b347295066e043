import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger, AstroPrerenderer } from 'astro';
import type { Page } from '../presentation/page-data/document.ts';
import { DocumentationError } from '../release/host-site.ts';
import { publishBesideServer, writeBesidePages } from '../release/publish-beside-site.ts';
import { loadEntry, type Renderer } from '../release/renderer.ts';
import { isPageRoute, pageRouteOf, prerenderRequest } from '../server/documentation/page-route.ts';
import { bytesOfPage } from '../server/documentation/rendered-page.ts';
import type { CompiledSite } from './site.ts';

type RouteData = Parameters<AstroPrerenderer['render']>[1]['routeData'];

interface BuiltSite {
  readonly site: CompiledSite;
  readonly config: AstroConfig;
  readonly logger: AstroIntegrationLogger;
}

/**
 * Publishes the documentation of a site for which Astro has built a server.
 * @param paths paths of the site's own pages
 * @throws DocumentationError for errors in the documentation, and for an adapter in an unsupported mode
 */
export async function publishBeside({ site, config, logger }: BuiltSite, paths: readonly string[]): Promise<void> {
  const { mode, ...renderer } = await loadEntry(new URL(config.build.serverEntry, config.build.server));
  if (mode !== 'standalone')
    throw new DocumentationError(
      `astro.config: adapter: node({ mode: '${mode}' }) has no server that log-ins and published APIs could be in. Write mode: 'standalone'.`,
    );
  const folder = fileURLToPath(new URL('../documentation', config.build.server));
  const { done, warnings } = await publishBesideServer(folder, { ...renderer, clientFolder: null }, projectOf(site), {
    paths,
    hasSlash: config.trailingSlash === 'always',
  });
  for (const warning of warnings) logger.warn(warning);
  logger.info(done);
}

/** Wraps Astro's prerenderer so that it also renders and writes the documentation of a static site. */
export function prerenderBeside(astro: AstroPrerenderer, built: BuiltSite): AstroPrerenderer {
  return {
    ...astro,
    async getStaticPaths() {
      const paths = await astro.getStaticPaths();
      const routes = new Map(
        paths.filter(({ route }) => isPageRoute(route.route)).map(({ route }) => [route.route, route]),
      );
      await writeFiles(built, {
        renderPage: (page) => renderPage(astro, routes, page),
        clientFolder: null,
      });
      return paths.filter(({ route }) => !isPageRoute(route.route));
    },
  };
}

async function renderPage(
  astro: AstroPrerenderer,
  routes: ReadonlyMap<string, RouteData>,
  page: Page,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = pageRouteOf(page);
  const routeData = routes.get(path);
  if (routeData === undefined) throw new Error(`Astro has no route ${path}.`);
  const rendered: Parameters<typeof prerenderRequest>[0] = { page };
  const result = await astro.render(prerenderRequest(rendered), { routeData });
  if (rendered.failure !== undefined) throw rendered.failure;
  return bytesOfPage(result instanceof Response ? result : result.response, page);
}

async function writeFiles({ site, config, logger }: BuiltSite, renderer: Renderer): Promise<void> {
  const pageFormat = config.build.format === 'directory' ? 'directory' : 'file';
  const { done, warnings } = await writeBesidePages(fileURLToPath(config.outDir), renderer, {
    ...projectOf(site),
    pageFormat,
  });
  for (const warning of warnings) logger.warn(warning);
  logger.info(done);
}

function projectOf({ folders }: CompiledSite): {
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
} {
  return { projectFolder: folders.project, environment: process.env };
}
