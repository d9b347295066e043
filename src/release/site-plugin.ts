import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Extensions } from '../project/extensions.ts';
import { PRODUCT_FOLDER } from '../project/product.ts';

const SOURCE_FOLDER = fileURLToPath(new URL('../', import.meta.url));
/** Template that replaces the frame of our pages when a site has them in its own layout. */
const FRAME_IN_SITE = join(SOURCE_FOLDER, 'views', 'SiteLayout.astro');
const SITE_LAYOUT = 'virtual:platform-documentation/site-layout.astro';
/** Astro's list of middleware, with the site's own. */
const MIDDLEWARE_LIST = '\0virtual:astro:middleware';
/** Prefix of the path of middleware that is not ours. */
const WRAPPED_MIDDLEWARE = '\0platform-documentation:middleware-of-site:';
/** Packages to take from the site, which generates modules for them: ours may have other versions. */
const OF_SITE = /^(?:astro|@astrojs\/node)(?:\/|$)/;
/** Pseudo-classes of our styles that Vite's parser does not know, and keeps as they are. */
const UNKNOWN_TO_VITE = /'target-current' is not recognized/;
/** Vite's names for where code of the server runs. */
const SERVER_ENVIRONMENTS: ReadonlySet<string> = new Set(['ssr', 'prerender', 'astro']);

/**
 * Lets an Astro site that has pages of its own compile our templates and our server with them.
 * @param layout absolute path of the site's layout; undefined: our pages are in none
 */
export function createSitePlugin(layout: string | undefined): Plugin {
  let root = '';
  // Cached, since every environment of every server of a build needs the list.
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
      // Otherwise Node would load public modules of the package from node_modules, and each class would exist twice.
      // The development server needs CommonJS packages as they are.
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

/** Puts our pages into the layout of the site; a layout that the configuration names takes precedence. */
export function inSiteLayout(extensions: Extensions): Extensions {
  return { ...extensions, templateMap: { 'platform-documentation/layout': FRAME_IN_SITE, ...extensions.templateMap } };
}

/**
 * Our pages are rendered at routes of their own, which no visitor asks for: log-ins and redirections of the site are
 * not for them.
 */
function middlewareOfSite(file: string): string {
  const middleware =
    '(context, next) => (context.locals.documentationPage === undefined ? own(context, next) : next())';
  return `import { onRequest as own } from ${JSON.stringify(file)}; export const onRequest = ${middleware};`;
}

/** Packages that the site provides, and packages that only builds need. */
const NOT_OURS: ReadonlySet<string> = new Set(['astro', '@astrojs/node', 'vite']);

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Names of our package and its dependencies, direct and indirect. They are bundled into a site's server, because with
 * some package managers only a package itself can reach its dependencies.
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

/** Finds a package as Node does, but by its folder: some packages do not export their package.json. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}
