import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Extensions } from '../project/extensions.ts';
import { bundledPackages } from './installed-packages.ts';

const SOURCE_FOLDER = fileURLToPath(new URL('../', import.meta.url));
/** Template that replaces our layout if the pages use the layout of a site. */
const FRAME_IN_SITE = join(SOURCE_FOLDER, 'views', 'SiteLayout.astro');
const SITE_LAYOUT = 'virtual:platform-documentation/site-layout.astro';
/** Astro's module that imports all middleware, including that of the site. */
const MIDDLEWARE_LIST = '\0virtual:astro:middleware';
/** Module id prefix of wrapped middleware of the site. */
const WRAPPED_MIDDLEWARE = '\0platform-documentation:middleware-of-site:';
/** Packages that are resolved from the site, since its generated modules use them: ours may have different versions. */
const OF_SITE = /^(?:astro|@astrojs\/node)(?:\/|$)/;
/** Warning about a pseudo-class of our styles that Vite's parser does not know but keeps unchanged. */
const UNKNOWN_TO_VITE = /'target-current' is not recognized/;
/** Names of the Vite environments for server code. */
const SERVER_ENVIRONMENTS: ReadonlySet<string> = new Set(['ssr', 'prerender', 'astro']);

/**
 * Vite plugin that compiles our templates and our server as part of an Astro site.
 * @param layout absolute path of the site's layout; undefined if our pages do not use a layout of the site
 */
export function createSitePlugin(layout: string | undefined): Plugin {
  let root = '';
  // Cached, since the list is needed for every environment of every Vite server in a build.
  let bundled: string[] | undefined;
  return {
    name: 'platform-documentation:site',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      const { warn } = config.logger;
      config.logger.warn = (message, options) => void (UNKNOWN_TO_VITE.test(message) || warn(message, options));
    },
    configEnvironment(name, _config, { command }) {
      if (!SERVER_ENVIRONMENTS.has(name)) return undefined;
      // Otherwise Node.js would load our public modules from node_modules, and each class would exist twice. The
      // development server does not bundle our dependencies, since some are CommonJS packages.
      if (command !== 'build') return { resolve: { noExternal: ['platform-documentation'] } };
      bundled ??= bundledPackages();
      return { resolve: { noExternal: bundled } };
    },
    async resolveId(source, importer, options) {
      if (source === SITE_LAYOUT) return layout ?? null;
      if (importer === MIDDLEWARE_LIST && isAbsolute(source) && !source.startsWith(SOURCE_FOLDER))
        return WRAPPED_MIDDLEWARE + source;
      if (OF_SITE.test(source) && importer?.startsWith(SOURCE_FOLDER))
        return this.resolve(source, join(root, 'index.html'), { ...options, skipSelf: true });
      return null;
    },
    load(id) {
      return id.startsWith(WRAPPED_MIDDLEWARE) ? middlewareOfSite(id.slice(WRAPPED_MIDDLEWARE.length)) : null;
    },
  };
}

/** Uses the layout of the site for our pages; a layout from the configuration takes precedence. */
export function inSiteLayout(extensions: Extensions): Extensions {
  return { ...extensions, templateMap: { 'platform-documentation/layout': FRAME_IN_SITE, ...extensions.templateMap } };
}

/**
 * Wraps the middleware of the site so that our pages skip it. They are rendered at internal routes, which no visitor
 * requests, so log-ins and redirections of the site must not apply.
 */
function middlewareOfSite(file: string): string {
  const middleware =
    '(context, next) => (context.locals.documentationPage === undefined ? own(context, next) : next())';
  return `import { onRequest as own } from ${JSON.stringify(file)}; export const onRequest = ${middleware};`;
}
