import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { type Plugin, searchForWorkspaceRoot, type UserConfig } from 'vite';
import { basePathOf } from '../model/locations.ts';
import { createConfigurationReader } from '../project/configuration.ts';
import { type Extensions, extensionsFrom } from '../project/extensions.ts';
import { DERIVATION_WORKER_FILE, PASSWORD_WORKER_FILE, RENDERER_FILE } from '../project/folders.ts';
import type { LiveExtensions } from '../project/live-extensions.ts';
import { CODE_FOLDER, PRODUCT_FOLDER, productVersion } from '../project/product.ts';
import { createExtensionPlugin } from '../release/extension-plugin.ts';
import { DocumentationError, hostProblems, isStaticSite } from '../release/host-site.ts';
import { namesWithoutPlaces } from '../release/repeatable-server.ts';
import { createSitePlugin, inSiteLayout } from '../release/site-plugin.ts';
import type { KeptInDevelopment } from '../server/development/compose-development.ts';
import { type DevelopmentFolders, deniedPatterns } from '../server/development/private-files.ts';
import { templateFolders } from '../server/development/templates.ts';
import { PAGE_ROUTE, VIEW_SCRIPT_ROUTE } from '../server/documentation/page-route.ts';

/**
 * Site that Astro builds or serves: either a host site, which also has its own pages, or the product's own site, which
 * consists only of the documentation.
 */
export interface CompiledSite {
  readonly isHost: boolean;
  /** Whether the site is built as static files, without a server. */
  readonly isStatic: boolean;
  readonly folders: DevelopmentFolders;
  readonly extensions: LiveExtensions;
  readonly plugins: readonly Plugin[];
  /** Lists the bundled files outside the product, relative to the project; the list is complete only after bundling. */
  extensionFiles(): readonly string[];
}

export const PAGE_ENTRYPOINTS: ReadonlyMap<string, URL> = new Map([
  [PAGE_ROUTE, new URL('../views/DocumentationPage.astro', import.meta.url)],
  [VIEW_SCRIPT_ROUTE, new URL('../views/ViewScriptPage.astro', import.meta.url)],
]);

const CODE = join(PRODUCT_FOLDER, CODE_FOLDER);

/** Resolves the path of a layout; a leading slash means the root of the site, as in Vite's URLs. */
export function layoutOf({ root }: AstroConfig, layout: string | undefined): string | undefined {
  return layout === undefined ? undefined : fileURLToPath(new URL(layout.replace(/^\/+/, ''), root));
}

interface SiteOptions {
  readonly isBuilt: boolean;
  readonly layout: string | undefined;
  /** Names of the specified options of the integration. */
  readonly options: readonly string[];
}

/**
 * Collects the data about a site that the integration needs. Modules that only some commands need are imported on
 * demand: live extensions here, the listener of the development server below.
 * @throws DocumentationError with place, problem and remedy, if the site cannot contain the documentation
 */
export async function compiledSite(
  config: AstroConfig,
  { isBuilt, layout, options }: SiteOptions,
): Promise<CompiledSite> {
  const root = withoutSlash(fileURLToPath(config.root));
  const isHost = withoutSlash(fileURLToPath(config.srcDir)) !== CODE;
  const settings = {
    base: config.base,
    basePath: basePathOf(createConfigurationReader(root, process.env)().configuration.site.baseUrl),
    output: config.output,
    adapter: config.adapter?.name,
    assets: config.build.assets,
    hasAssetsPrefix: config.build.assetsPrefix !== undefined,
    layout,
    options,
  };
  const problems = isHost ? hostProblems({ ...settings, astro: astroIn(root) }) : [];
  if (problems.length > 0) throw new DocumentationError(problems.join('\n'));
  // A build of the product specifies its project in the environment; other commands use the current folder.
  const named = isHost ? undefined : extensionsFrom(process.env);
  const project = isHost ? root : (named?.projectFolder ?? process.cwd());
  const live = named === undefined ? await followedExtensions(project) : fixedExtensions(named);
  const extensions: LiveExtensions =
    layout === undefined ? live : { ...live, current: () => inSiteLayout(live.current()) };
  const { plugin, files } = createExtensionPlugin(extensions, !isHost);
  return {
    isHost,
    isStatic: isBuilt && isHost && isStaticSite(settings),
    folders: { root, product: withoutSlash(PRODUCT_FOLDER), project, isHost },
    extensions,
    plugins: isHost ? [plugin, createSitePlugin(layout)] : [plugin],
    extensionFiles: files,
  };
}

/** Resolves the version of Astro that the site uses; our package may have a different one in its node_modules. */
function astroIn(root: string): string {
  return createRequire(join(root, 'package.json'))('astro/package.json').version;
}

/** Extensions of a build, which reads each file once. */
function fixedExtensions(named: Extensions): LiveExtensions {
  return { current: () => named, note: () => undefined, refresh: () => false };
}

async function followedExtensions(project: string): Promise<LiveExtensions> {
  const { followExtensions } = await import('../project/live-extensions.ts');
  return followExtensions(project, process.env);
}

interface ViteOptions {
  readonly isBuilt: boolean;
  readonly kept: KeptInDevelopment;
}

/** Vite settings that are added to those of the site. */
export function viteSettings(
  { base, build, trailingSlash }: AstroConfig,
  site: CompiledSite,
  { isBuilt, kept }: ViteOptions,
): UserConfig {
  const { isHost, isStatic, folders, extensions } = site;
  if (!isBuilt) {
    const open = [
      isHost ? searchForWorkspaceRoot(folders.root) : folders.root,
      folders.product,
      ...templateFolders(extensions.current()),
    ];
    const fs = { strict: true, allow: open, deny: [...deniedPatterns(folders)] };
    // Without these settings, Vite would answer OPTIONS itself and could listen on another port than the given one, and
    // Node would load the public modules of a package in node_modules a second time, with a second copy of each class.
    const pathOf = (route: string): string => base.replace(/\/$/, '') + route + (trailingSlash === 'always' ? '/' : '');
    const own = isHost ? {} : { ssr: { noExternal: ['platform-documentation'] } };
    return {
      ...own,
      server: { fs, ...(isHost ? {} : { cors: false, strictPort: true }) },
      plugins: [...site.plugins, documentationMiddleware(site, kept, pathOf)],
    };
  }
  const projectFolder = isHost ? relative(fileURLToPath(build.server), folders.root).split(sep).join('/') : '../..';
  return {
    define: {
      'import.meta.env.PLATFORM_PROJECT_FOLDER': JSON.stringify(`${projectFolder}/`),
      'import.meta.env.PLATFORM_HAS_PAGES': JSON.stringify(isHost),
      'import.meta.env.PLATFORM_VERSION': JSON.stringify(productVersion()),
    },
    // Scripts of pages are final bundles: no later bundler needs annotations for tree shaking.
    worker: { rolldownOptions: { output: { comments: { annotation: false } } } },
    // The product's own build must run without node_modules.
    ...(isHost ? {} : { ssr: { noExternal: true as const } }),
    plugins: [
      ...site.plugins,
      ...(isStatic ? [] : [workerFiles()]),
      ...(isHost ? [] : [namesWithoutPlaces([folders.product, extensions.current().projectFolder]), licenses()]),
    ],
  };
}

function withoutSlash(folder: string): string {
  return folder.replace(/[\\/]$/, '');
}

/** Entry modules of threads, and modules that threads load later: file in the built server, and source. */
const WORKERS: readonly (readonly [file: string, source: URL])[] = [
  [PASSWORD_WORKER_FILE, new URL('../auth/hashing/password-worker.ts', import.meta.url)],
  [DERIVATION_WORKER_FILE, new URL('../server/derivation/derivation-worker.ts', import.meta.url)],
  [RENDERER_FILE, new URL('../server/page-renderer.ts', import.meta.url)],
];

function workerFiles(): Plugin {
  return {
    name: 'platform-documentation:worker-files',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      for (const [fileName, source] of WORKERS) this.emitFile({ type: 'chunk', id: fileURLToPath(source), fileName });
    },
  };
}

/**
 * Vite plugin for a server that contains its packages: it puts their licenses into a file beside the server. It removes
 * the comments from their code, and those that say where the packages lie, and makes sources smaller in memory.
 */
function licenses(): Plugin {
  // V8 keeps a source as one byte a character only if all of them are Latin.
  const output = { comments: false, charset: 'ascii' as const };
  const rolldownOptions = { output, experimental: { attachDebugInfo: 'none' as const } };
  const build = { license: { fileName: 'licenses.md' }, rolldownOptions };
  return {
    name: 'platform-documentation:licenses',
    configEnvironment: (name) => (name === 'ssr' ? { build } : undefined),
  };
}

/** Vite plugin whose middleware answers requests before Vite and Astro do. */
function documentationMiddleware(
  { folders, extensions }: CompiledSite,
  kept: KeptInDevelopment,
  pathOf: (route: string) => string,
): Plugin {
  return {
    name: 'platform-documentation:middleware',
    enforce: 'post',
    async configureServer(server) {
      const { createDevelopmentListener } = await import('../server/development/development-listener.ts');
      const handle = createDevelopmentListener({
        server,
        folders,
        extensions,
        kept,
        entrypoints: PAGE_ENTRYPOINTS,
        pathOf,
      });
      // Astro puts its checks of paths and origins first when it configures the server; ours must precede them.
      return () => void server.middlewares.stack.unshift({ route: '', handle });
    },
  };
}
