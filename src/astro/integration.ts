import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { ADMIN_ROOT } from '../presentation/page-data/admin-page.ts';
import { EXTENSION_FILES } from '../project/extensions.ts';
import { SITE_FOLDERS } from '../project/folders.ts';
import type { KeptInDevelopment } from '../server/development/compose-development.ts';
import { ANCHOR_ROUTE } from '../server/documentation/page-route.ts';
import { type CompiledSite, compiledSite, layoutOf, PAGE_ENTRYPOINTS, viteSettings } from './site.ts';

export type { Identity } from '../auth/contract.ts';

export interface PlatformDocumentationOptions {
  /**
   * Layout of the site, such as `/src/layouts/Site.astro`, for the pages of the documentation. It has the properties
   * `title`, `description` and `page`, and a slot for the page, which has its own styles. Scripts and styles of the
   * layout must be files of this site, since the pages' security policy blocks inline ones and those of other sites.
   */
  readonly layout?: string;
}

const ANCHOR = new URL('../pages/[...path].ts', import.meta.url);
const MIDDLEWARE = new URL('./documentation-middleware.ts', import.meta.url);
const STATIC_MIDDLEWARE = new URL('./static-middleware.ts', import.meta.url);
const SERVER_ENTRY = new URL('../server/entry.ts', import.meta.url);
/** Path of the preview module; Astro resolves it as a module specifier, which cannot be a URL. */
const PREVIEW = fileURLToPath(new URL('../server/node/preview.ts', import.meta.url));

/** Types of `Astro.locals` in pages of the site. */
const LOCALS = `declare namespace App {
  interface Locals {
    /** Client that sent the request; a guest without a log-in. */
    identity: import('platform-documentation/integration').Identity;
  }
}
`;

/** Exact type of the hook; Astro declares the hook of a configured adapter less exactly. */
type ConfigDone = NonNullable<AstroIntegration['hooks']['astro:config:done']>;

/** Imports the publishing code on demand, because its readers and formats take half a second to load. */
const publishing = () => import('./published-beside.ts');

const NOTHING_KEPT: KeptInDevelopment = {
  resources: null,
  runtime: null,
  reading: null,
  composed: null,
  isWrong: false,
};

/**
 * Adds the documentation to an Astro site, in development and in builds. With the adapter `@astrojs/node`, the command
 * `node dist/server/entry.mjs` serves the site and the documentation, with log-ins and published APIs; for a static
 * site the documentation is written as files. It reads `api-descriptors/` and `config/` in the root of the site.
 * @throws in Astro's hooks, with place, problem and remedy, for an unsuitable site or an error in the documentation
 */
export function platformDocumentation(options: PlatformDocumentationOptions = {}): AstroIntegration {
  let site: CompiledSite;
  let config: AstroConfig;
  let routes: readonly string[] = [];
  const kept: KeptInDevelopment = { ...NOTHING_KEPT };
  return {
    name: 'platform-documentation',
    hooks: {
      async 'astro:config:setup'({ config: found, command, injectRoute, addMiddleware, updateConfig }) {
        const layout = layoutOf(found, options.layout);
        const names = Object.keys(options);
        site = await compiledSite(found, { isBuilt: command !== 'dev', layout, options: names });
        for (const [pattern, entrypoint] of PAGE_ENTRYPOINTS)
          injectRoute({ pattern, entrypoint, prerender: site.isStatic });
        if (!site.isStatic) injectRoute({ pattern: ANCHOR_ROUTE, entrypoint: ANCHOR, prerender: false });
        addMiddleware({ order: 'pre', entrypoint: site.isStatic ? STATIC_MIDDLEWARE : MIDDLEWARE });
        updateConfig({ vite: viteSettings(found, site, { isBuilt: command !== 'dev', kept }) });
        // The security policy of our pages blocks inline styles and assets.
        if (layout !== undefined)
          updateConfig({ build: { inlineStylesheets: 'never' }, vite: { build: { assetsInlineLimit: 0 } } });
      },
      async 'astro:config:done'(done) {
        config = done.config;
        if (site.isHost) done.injectTypes({ filename: 'locals.d.ts', content: LOCALS });
        // Sets the adapter again, with our server as its entry point, which calls Astro's handler.
        const setAdapter = config.adapter?.hooks['astro:config:done'] as ConfigDone | undefined;
        await setAdapter?.({
          ...done,
          setAdapter: (adapter) =>
            done.setAdapter({
              ...adapter,
              entrypointResolution: 'auto',
              serverEntrypoint: SERVER_ENTRY,
              previewEntrypoint: PREVIEW,
            }),
        });
      },
      'astro:routes:resolved'({ routes: found }) {
        routes = found
          .filter(({ params, origin }) => params.length === 0 && origin !== 'internal')
          .map(({ pattern }) => pattern);
      },
      async 'astro:build:start'({ setPrerenderer, logger }) {
        if (!site.isStatic) return;
        const { prerenderBeside } = await publishing();
        setPrerenderer((astro) => prerenderBeside(astro, { site, config, logger }));
      },
      async 'astro:build:done'({ logger, pages }) {
        // The product's own build publishes later, and then needs the list of the bundled extension files.
        if (!site.isHost)
          writeFileSync(
            join(fileURLToPath(config.build.server), EXTENSION_FILES),
            `${JSON.stringify(site.extensionFiles())}\n`,
          );
        else if (!site.isStatic) {
          const paths = [...routes, ...pages.map(({ pathname }) => pathname)];
          await (await publishing()).publishBeside({ site, config, logger }, paths);
        }
      },
      'astro:server:setup'({ server, logger }) {
        const { project } = site.folders;
        const folders = SITE_FOLDERS.map((folder) => join(project, folder));
        server.watcher.add(folders);
        server.watcher.on('all', (_event, file) => {
          if (!folders.some((folder) => file.startsWith(folder + sep))) return;
          logger.info(`${relative(project, file)} changed.`);
        });
      },
      'astro:server:start'({ address, logger }) {
        const origin = originOf(address) + config.base.replace(/\/$/, '');
        logger.info(`Documentation: ${origin}${DOCUMENTATION_ROOT}`);
        logger.info(`Administration, from this machine only: ${origin}${ADMIN_ROOT}`);
      },
      async 'astro:server:done'() {
        kept.runtime?.close();
        await kept.resources?.close();
        Object.assign(kept, NOTHING_KEPT);
      },
    },
  };
}

/** Origin at which the local machine reaches the server. */
function originOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
