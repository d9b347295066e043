import type { AstroIntegration } from 'astro';
import node from '@astrojs/node';
import { PAGE_ROUTE } from './server/page-route.ts';

/** Routes, watched folders and what the templates need to know. */
export function platformDocumentation(): AstroIntegration {
  return {
    name: 'platform-documentation',
    hooks: {
      'astro:config:setup'({ injectRoute, updateConfig, config }) {
        injectRoute({ pattern: PAGE_ROUTE, entrypoint: new URL('./views/DocumentationPage.astro', import.meta.url), prerender: false });
        updateConfig({
          vite: { define: { 'import.meta.env.PLATFORM_PROJECT': JSON.stringify(config.root.pathname) } },
        });
      },
      'astro:server:setup'({ server, logger }) {
        const folders = ['api-descriptors', 'config/autoload'].map((folder) => `${server.config.root}/${folder}`);
        server.watcher.add(folders);
        server.watcher.on('all', (_event, file) => {
          if (!folders.some((folder) => file.startsWith(`${folder}/`))) return;
          globalThis.platformDocumentationRevision = (globalThis.platformDocumentationRevision ?? 0) + 1;
          logger.info(`${file.slice(server.config.root.length + 1)} changed.`);
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
