import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { templateFolders } from './build/development-templates.ts';
import { createExtensionPlugin } from './build/extension-plugin.ts';
import { EXTENSION_FILES, extensionsFrom } from './build/extensions.ts';
import type { LiveExtensions } from './build/live-extensions.ts';
import { followExtensions } from './build/live-extensions.ts';
import { PRODUCT_FOLDER } from './build/product.ts';
import { SITE_FOLDERS } from './build/site-folders.ts';
import { ADMIN_ROOT } from './model/admin-page.ts';
import { DOCUMENTATION_ROOT } from './model/locations.ts';
import type { KeptInDevelopment } from './server/compose-development.ts';
import type { DevelopmentFolders } from './server/development-files.ts';
import { deniedPatterns } from './server/development-files.ts';
import { createDevelopmentListener } from './server/development-listener.ts';
import { PAGE_ROUTE, VIEW_SCRIPT_ROUTE } from './server/page-route.ts';
import { DERIVATION_WORKER_FILE, PASSWORD_WORKER_FILE } from './server/worker-files.ts';

const PAGE_ENTRYPOINTS: ReadonlyMap<string, URL> = new Map([
  [PAGE_ROUTE, new URL('./views/DocumentationPage.astro', import.meta.url)],
  [VIEW_SCRIPT_ROUTE, new URL('./views/ViewScriptPage.astro', import.meta.url)],
]);

const NOTHING_KEPT: KeptInDevelopment = { parts: null, runtime: null, reading: null };

/** Routes, watched folders and what the templates need to know. */
export function platformDocumentation(): AstroIntegration {
  // A build says which project it is for; everything else works on the current folder.
  const named = extensionsFrom(process.env);
  const live = followExtensions(named?.projectFolder ?? process.cwd(), process.env);
  const extension = createExtensionPlugin(() => named ?? live.current());
  const kept: KeptInDevelopment = { ...NOTHING_KEPT };
  let compiledServer = '';
  return {
    name: 'platform-documentation',
    hooks: {
      'astro:config:setup'({ config, injectRoute, updateConfig, command }) {
        const folders = { root: withoutSlash(fileURLToPath(config.root)), product: withoutSlash(PRODUCT_FOLDER), project: process.cwd() };
        // What a build leaves runs without node_modules; the development server needs CommonJS packages as they are.
        if (command === 'build') updateConfig({ vite: { ssr: { noExternal: true }, plugins: [extension.plugin, workerFiles()] } });
        // Vite would answer OPTIONS itself.
        else {
          const server = {
            cors: false,
            fs: { strict: true, allow: [folders.root, folders.product, ...templateFolders(live.current())], deny: [...deniedPatterns(folders)] },
          };
          // Node would read public modules of a package, which is below node_modules, and each class would be there twice.
          const ssr = { noExternal: ['platform-documentation'] };
          updateConfig({ vite: { server, ssr, plugins: [extension.plugin, documentationMiddleware(folders, live, kept)] } });
        }
        for (const [pattern, entrypoint] of PAGE_ENTRYPOINTS) injectRoute({ pattern, entrypoint, prerender: false });
      },
      'astro:config:done'({ config }) {
        compiledServer = fileURLToPath(config.build.server);
      },
      'astro:build:done'() {
        writeFileSync(join(compiledServer, EXTENSION_FILES), `${JSON.stringify(extension.files())}\n`);
      },
      'astro:server:setup'({ server, logger }) {
        const projectFolder = process.cwd();
        const folders = SITE_FOLDERS.map((folder) => join(projectFolder, folder));
        server.watcher.add(folders);
        server.watcher.on('all', (_event, file) => {
          if (!folders.some((folder) => file.startsWith(folder + sep))) return;
          logger.info(`${relative(projectFolder, file)} changed.`);
          server.ws.send({ type: 'full-reload' });
        });
      },
      'astro:server:start'({ address, logger }) {
        const origin = originOf(address);
        logger.info(`Documentation: ${origin}${DOCUMENTATION_ROOT}`);
        logger.info(`Administration, for this machine alone: ${origin}${ADMIN_ROOT}`);
      },
      async 'astro:server:done'() {
        kept.runtime?.close();
        await kept.parts?.close();
        Object.assign(kept, NOTHING_KEPT);
      },
    },
  };
}

function withoutSlash(folder: string): string {
  return folder.replace(/[\\/]$/, '');
}

/** As this machine calls the server. */
function originOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Where each thread starts: a file of the built server. */
const WORKERS: readonly (readonly [file: string, source: URL])[] = [
  [PASSWORD_WORKER_FILE, new URL('./auth/hashing/password-worker.ts', import.meta.url)],
  [DERIVATION_WORKER_FILE, new URL('./server/derivation-worker.ts', import.meta.url)],
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

/** Puts our own answers before those of Vite and Astro. */
function documentationMiddleware(folders: DevelopmentFolders, extensions: LiveExtensions, kept: KeptInDevelopment): Plugin {
  return {
    name: 'platform-documentation:middleware',
    enforce: 'post',
    configureServer(server) {
      const handle = createDevelopmentListener({ server, folders, extensions, kept, entrypoints: PAGE_ENTRYPOINTS });
      // Astro puts its own checks of paths and origins first when the server is configured: ours come before them.
      return () => void server.middlewares.stack.unshift({ route: '', handle });
    },
  };
}

/** @astrojs/node with our server as entry: `node dist/server/entry.mjs` is then ours, and Astro's handler a part of it. */
export function platformServer(): AstroIntegration {
  const adapter = node({ mode: 'standalone' });
  const configDone = adapter.hooks['astro:config:done'];
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done'(options) {
        return configDone?.({
          ...options,
          setAdapter: (properties) => options.setAdapter({ ...properties, serverEntrypoint: new URL('./server/entry.ts', import.meta.url) }),
        });
      },
    },
  };
}
