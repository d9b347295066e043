import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { platformDocumentation } from './integration.ts';

const besideThis = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Files of the package, written beside the sources. */
const PACKED = besideThis('../../lib/');

/**
 * Astro configuration of the product's own site. Paths are absolute, because the sources of the installed package are
 * outside Astro's root.
 */
export default defineConfig({
  srcDir: besideThis('..'),
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [platformDocumentation()],
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  logger: { entrypoint: besideThis('./log.ts') },
  // Astro's image endpoint would serve any requested file without our checks, so its route is answered like an unknown
  // path.
  image: {
    service: passthroughImageService(),
    endpoint: { route: '/_image', entrypoint: besideThis('../pages/[...path].ts') },
  },
  // server/published/published-routes.ts checks origins instead: unlike Astro's check, it answers with problem
  // documents and accepts clients that are not browsers.
  security: { checkOrigin: false },
  server: { host: '127.0.0.1', port: 4321 },
  session: false,
  trailingSlash: 'ignore',
  vite: {
    build: { assetsInlineLimit: 0 },
    // Styles find fonts, which are in the same folder, wherever the site stands.
    experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'css' ? basename(file) : undefined) },
    // Packing writes `lib/astro/config.js` here, for which Astro would restart: its pattern is `.*astro.config.js`.
    server: { watch: { ignored: (path: string) => path.startsWith(PACKED) } },
  },
});
