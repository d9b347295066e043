import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Extensions } from '../project/extensions.ts';
import { PRODUCT_FOLDER } from '../project/product.ts';

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

/** Packages that the site provides or that only builds need. */
const NOT_OURS: ReadonlySet<string> = new Set(['astro', '@astrojs/node', 'vite']);

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Names of our package and its direct and indirect dependencies. They are bundled into a site's server, because some
 * package managers let only a package itself resolve its dependencies.
 */
export function bundledPackages(): string[] {
  const names = new Set(['platform-documentation']);
  const seen = new Set<string>();
  const add = (folder: string): void => {
    if (seen.has(folder)) return;
    seen.add(folder);
    for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
      const dependency = NOT_OURS.has(name) ? undefined : folderOf(name, folder);
      if (dependency === undefined) continue;
      names.add(name);
      add(dependency);
    }
  };
  add(PRODUCT_FOLDER);
  return [...names].sort();
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Finds a package's folder as Node.js does, but without its package.json, which some packages do not export. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}
