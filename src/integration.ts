import { join, relative, sep } from 'node:path';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import { PAGE_ROUTE } from './server/page-route.ts';

/** Routes, watched folders and what the templates need to know. */
export function platformDocumentation(): AstroIntegration {
  return {
    name: 'platform-documentation',
    hooks: {
      'astro:config:setup'({ injectRoute, updateConfig, command }) {
        // What a build leaves runs without node_modules; the development server needs CommonJS packages as they are.
        if (command === 'build') updateConfig({ vite: { ssr: { noExternal: true } } });
        injectRoute({ pattern: PAGE_ROUTE, entrypoint: new URL('./views/DocumentationPage.astro', import.meta.url), prerender: false });
      },
      'astro:server:setup'({ server, logger }) {
        const projectFolder = process.cwd();
        const folders = ['api-descriptors', 'config/autoload'].map((folder) => join(projectFolder, folder));
        server.watcher.add(folders);
        server.watcher.on('all', (_event, file) => {
          if (!folders.some((folder) => file.startsWith(folder + sep))) return;
          globalThis.platformDocumentationRevision = (globalThis.platformDocumentationRevision ?? 0) + 1;
          logger.info(`${relative(projectFolder, file)} changed.`);
          server.ws.send({ type: 'full-reload' });
        });
      },
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
