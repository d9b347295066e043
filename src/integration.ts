import type { ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { isRunnableDevEnvironment } from 'vite';
import { SITE_FOLDERS } from './build/site-folders.ts';
import { documentationRequestOf } from './server/node-request.ts';
import { PAGE_ROUTE } from './server/page-route.ts';

/** Where Astro's development server finds the locals of a request that comes from Node. */
const ASTRO_LOCALS = Symbol.for('astro.locals');

/** Routes, watched folders and what the templates need to know. */
export function platformDocumentation(): AstroIntegration {
  return {
    name: 'platform-documentation',
    hooks: {
      'astro:config:setup'({ injectRoute, updateConfig, command }) {
        // What a build leaves runs without node_modules; the development server needs CommonJS packages as they are.
        if (command === 'build') updateConfig({ vite: { ssr: { noExternal: true } } });
        // Vite would answer OPTIONS itself.
        else updateConfig({ vite: { server: { cors: false }, plugins: [documentationMiddleware()] } });
        injectRoute({ pattern: PAGE_ROUTE, entrypoint: new URL('./views/DocumentationPage.astro', import.meta.url), prerender: false });
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
    },
  };
}

/**
 * Asks the documentation handler before Vite and Astro see a request, so that methods and odd paths get the answers of the built
 * server. A page goes on to Astro as a request for the internal route, with the answer in its locals.
 */
function documentationMiddleware(): Plugin {
  return {
    name: 'platform-documentation:middleware',
    enforce: 'post',
    configureServer(server) {
      const handle: Connect.NextHandleFunction = (request, response, next) => {
        answerInDevelopment(server, request, response).then((answered) => {
          if (!answered) next();
        }, next);
      };
      // Astro puts its own checks of paths and origins first when the server is configured: ours come before them.
      return () => void server.middlewares.stack.unshift({ route: '', handle });
    },
  };
}

async function answerInDevelopment(server: ViteDevServer, request: Connect.IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { composeDevelopment } = await loadComposition(server);
  const { handleDocumentation } = await composeDevelopment(process.cwd());
  const answer = await handleDocumentation(documentationRequestOf(request));
  if (answer === null) return false;
  if (answer.kind === 'bytes') {
    response.writeHead(answer.status, [...answer.headers]);
    response.end(answer.body);
    return true;
  }
  const locals: App.Locals = { documentationAnswer: answer };
  Reflect.set(request, ASTRO_LOCALS, locals);
  request.method = 'GET';
  request.url = PAGE_ROUTE;
  request.originalUrl = PAGE_ROUTE;
  return false;
}

/** Through Vite, so that an edit of our code shows as well. */
async function loadComposition(server: ViteDevServer): Promise<typeof import('./server/compose-development.ts')> {
  const { ssr } = server.environments;
  if (ssr === undefined || !isRunnableDevEnvironment(ssr)) throw new Error('Astro has no server environment that runs here.');
  return ssr.runner.import(fileURLToPath(new URL('./server/compose-development.ts', import.meta.url)));
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
