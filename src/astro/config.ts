import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { platformDocumentation } from './integration.ts';

const besideThis = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Astro's configuration of this site; paths are absolute, because the root is elsewhere where this is an installed
 * package.
 */
export default defineConfig({
  srcDir: besideThis('..'),
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [platformDocumentation()],
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  logger: { entrypoint: besideThis('./log.ts') },
  // Astro's endpoint fetches and reads any file it is asked for, past every check: it is a path like any other that
  // nothing is at.
  image: {
    service: passthroughImageService(),
    endpoint: { route: '/_image', entrypoint: besideThis('../pages/[...path].ts') },
  },
  // server/published/published-routes.ts does it, with our problems and without refusing programs.
  security: { checkOrigin: false },
  server: { host: '127.0.0.1', port: 4321 },
  session: false,
  trailingSlash: 'ignore',
  vite: {
    build: { assetsInlineLimit: 0 },
  },
});
