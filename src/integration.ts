import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { isRunnableDevEnvironment } from 'vite';
import { GUEST } from './auth/guest.ts';
import { forgetModules, isTemplateStyle, templateFailure, templateFolders } from './build/development-templates.ts';
import { createExtensionPlugin } from './build/extension-plugin.ts';
import { EXTENSION_FILES, extensionsFrom } from './build/extensions.ts';
import type { LiveExtensions } from './build/live-extensions.ts';
import { followExtensions } from './build/live-extensions.ts';
import { SITE_FOLDERS } from './build/site-folders.ts';
import type { KeptInDevelopment } from './server/compose-development.ts';
import type { DevelopmentFolders } from './server/development-files.ts';
import { deniedPatterns, isPrivateFile } from './server/development-files.ts';
import type { DocumentationAnswer } from './server/documentation/contract.ts';
import { documentationRequestOf } from './server/node-request.ts';
import { PAGE_ROUTE, pageRouteOf, VIEW_SCRIPT_ROUTE } from './server/page-route.ts';
import { PASSWORD_WORKER_FILE } from './server/password-worker-file.ts';
import type { Runtime } from './server/runtime.ts';

/** Where Astro's development server finds the locals of a request that comes from Node. */
const ASTRO_LOCALS = Symbol.for('astro.locals');

const PAGE_ENTRYPOINTS: ReadonlyMap<string, URL> = new Map([
  [PAGE_ROUTE, new URL('./views/DocumentationPage.astro', import.meta.url)],
  [VIEW_SCRIPT_ROUTE, new URL('./views/ViewScriptPage.astro', import.meta.url)],
]);

const NOTHING_KEPT: KeptInDevelopment = { parts: null, runtime: null };

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
        const folders = { product: fileURLToPath(config.root).replace(/[\\/]$/, ''), project: process.cwd() };
        // What a build leaves runs without node_modules; the development server needs CommonJS packages as they are.
        if (command === 'build') updateConfig({ vite: { ssr: { noExternal: true }, plugins: [extension.plugin, passwordWorker()] } });
        // Vite would answer OPTIONS itself.
        else {
          const server = {
            cors: false,
            fs: { strict: true, allow: [folders.product, ...templateFolders(live.current())], deny: [...deniedPatterns(folders)] },
          };
          updateConfig({ vite: { server, plugins: [extension.plugin, documentationMiddleware(folders, live, kept)] } });
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
      async 'astro:server:done'() {
        kept.runtime?.close();
        await kept.parts?.close();
        Object.assign(kept, NOTHING_KEPT);
      },
    },
  };
}

/** Passwords are hashed on threads of their own, which start from a file. */
function passwordWorker(): Plugin {
  return {
    name: 'platform-documentation:password-worker',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      this.emitFile({ type: 'chunk', id: fileURLToPath(new URL('./auth/hashing/password-worker.ts', import.meta.url)), fileName: PASSWORD_WORKER_FILE });
    },
  };
}

/**
 * Asks the documentation handler before Vite and Astro see a request, so that methods and odd paths get the answers of the built
 * server. A page goes on to Astro as a request for the internal route, with the answer in its locals.
 */
function documentationMiddleware(folders: DevelopmentFolders, extensions: LiveExtensions, kept: KeptInDevelopment): Plugin {
  return {
    name: 'platform-documentation:middleware',
    enforce: 'post',
    configureServer(server) {
      const handle: Connect.NextHandleFunction = (request, response, next) => {
        if (extensions.refresh()) forgetModules(server);
        answerInDevelopment(server, folders, extensions, kept, request, response).then((answered) => {
          if (!answered) next();
        }, next);
      };
      // Astro puts its own checks of paths and origins first when the server is configured: ours come before them.
      return () => void server.middlewares.stack.unshift({ route: '', handle });
    },
  };
}

/** @returns whether the answer is sent; else it is Astro's or Vite's to give */
async function answerInDevelopment(
  server: ViteDevServer,
  folders: DevelopmentFolders,
  extensions: LiveExtensions,
  kept: KeptInDevelopment,
  request: Connect.IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { composeDevelopment } = await loadComposition(server);
  const runtime = await composeDevelopment(process.cwd(), kept);
  const asked = documentationRequestOf(request);
  const routed = (await runtime.handleDocumentation(asked, () => runtime.credentialsOf(request))) ?? (await answerRoute(runtime, request, response));
  if (routed === 'sent') return true;
  if (routed === 'pass-on' && (!isPrivateFile(asked.target, folders) || isTemplateStyle(server, asked.target))) return false;
  const answer = routed === 'pass-on' ? runtime.answerElsewhere(asked) : routed;
  if (answer.kind === 'bytes') {
    response.writeHead(answer.status, [...answer.headers]);
    response.end(answer.body);
    return true;
  }
  const route = pageRouteOf(answer.page);
  const failure = await templateFailure(server, PAGE_ENTRYPOINTS.get(route));
  if (failure !== undefined) {
    console.error(failure);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    response.end(`${failure}\n`);
    return true;
  }
  const hasOwnTemplates = Object.keys(extensions.current().templateMap).length > 0;
  const locals: App.Locals = { documentationAnswer: answer, identity: GUEST, hasInlineStyles: hasOwnTemplates };
  Reflect.set(request, ASTRO_LOCALS, locals);
  request.method = 'GET';
  request.url = route;
  request.originalUrl = route;
  return false;
}

async function answerRoute(runtime: Runtime, request: Connect.IncomingMessage, response: ServerResponse): Promise<DocumentationAnswer | 'sent' | 'pass-on'> {
  const result = await runtime.handleRoute(request, response, { awaitsContinue: false });
  switch (result.kind) {
    case 'sent':
      return 'sent';
    case 'answer':
      return result.answer;
    case 'pass-on': {
      for (let index = 0; index + 1 < result.headers.length; index += 2) response.appendHeader(result.headers[index] ?? '', result.headers[index + 1] ?? '');
      const locals: App.Locals = { identity: result.identity, client: runtime.clientOf(request).address };
      Reflect.set(request, ASTRO_LOCALS, locals);
      return 'pass-on';
    }
    default:
      return result satisfies never;
  }
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
