import { defineConfig, passthroughImageService } from 'astro/config';
import { platformDocumentation, platformServer } from './src/integration.ts';

export default defineConfig({
  output: 'server',
  adapter: platformServer(),
  integrations: [platformDocumentation()],
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  // server/cross-site.ts does it, with our problems and without refusing programs.
  security: { checkOrigin: false },
  server: { host: '127.0.0.1', port: 4321 },
  session: false,
  trailingSlash: 'ignore',
  vite: {
    build: { assetsInlineLimit: 0 },
  },
});
