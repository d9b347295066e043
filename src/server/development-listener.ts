import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Connect, ViteDevServer } from 'vite';
import { isRunnableDevEnvironment } from 'vite';
import { GUEST } from '../auth/guest.ts';
import { forgetModules, isTemplatePart, scriptFailure, templateFailure } from '../build/development-templates.ts';
import type { LiveExtensions } from '../build/live-extensions.ts';
import { fieldsOf } from '../http/header-list.ts';
import type { KeptInDevelopment } from './compose-development.ts';
import type { DevelopmentFolders } from './development-files.ts';
import { isPrivateFile } from './development-files.ts';
import type { DocumentationAnswer, PageAnswer } from './documentation/contract.ts';
import { log } from './log.ts';
import { documentationRequestOf } from './node-request.ts';
import { pageRouteOf } from './page-route.ts';
import { refuseRequest } from './refuse-request.ts';
import type { Runtime } from './runtime.ts';
import { unfitness } from './unfit-requests.ts';

/** Where Astro's development server finds the locals of a request that comes from Node. */
const ASTRO_LOCALS = Symbol.for('astro.locals');

interface DevelopmentListenerOptions {
  readonly server: ViteDevServer;
  readonly folders: DevelopmentFolders;
  readonly extensions: LiveExtensions;
  readonly kept: KeptInDevelopment;
  /** Templates of the internal routes of pages. */
  readonly entrypoints: ReadonlyMap<string, URL>;
  /** A slash, where the site has one at the end of every path. */
  readonly slash: '' | '/';
}

/**
 * Stands before Vite and Astro, so that methods and odd paths get the answers of the built server. A page goes on to Astro as a request
 * for the internal route, with the answer in its locals.
 */
export function createDevelopmentListener(options: DevelopmentListenerOptions): Connect.NextHandleFunction {
  const { server, extensions } = options;
  const awaiting = new WeakSet<object>();
  // Without a listener of its own Node tells the client to send its body before anybody has looked at the credentials.
  server.httpServer?.on('checkContinue', (request: Connect.IncomingMessage, response: ServerResponse) => {
    awaiting.add(request);
    server.httpServer?.emit('request', request, response);
  });
  // What is wrong with the project is reported before the first request.
  server.httpServer?.once('listening', () => {
    compose(options).catch((error: unknown) => log(error));
  });
  return (request, response, next) => {
    const awaitsContinue = awaiting.has(request);
    const unfit = unfitness(request);
    if (unfit !== null) return refuseRequest(response, unfit.status, unfit.detail);
    if (extensions.refresh()) forgetModules(server);
    answer(request, response, awaitsContinue, options).then((answered) => {
      if (!answered) next();
    }, next);
  };
}

/** @returns whether the answer is sent; else it is Astro's or Vite's to give */
async function answer(
  request: Connect.IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
  options: DevelopmentListenerOptions,
): Promise<boolean> {
  const { server, folders, extensions } = options;
  const runtime = await compose(options);
  const asked = documentationRequestOf(request);
  const routed =
    (await runtime.handleDocumentation(asked, () => runtime.credentialsOf(request))) ??
    (await answerRoute(request, response, awaitsContinue, runtime, extensions));
  if (routed === 'sent') return true;
  const isPart = routed === 'pass-on' && isTemplatePart(server, asked.target);
  if (isPart || (routed === 'pass-on' && !isPrivateFile(asked.target, folders))) {
    const failure = isPart ? await scriptFailure(server, asked.target, extensions.current()) : undefined;
    if (failure !== undefined) log(failure);
    if (awaitsContinue) response.writeContinue();
    return false;
  }
  const decided = routed === 'pass-on' ? runtime.answerElsewhere(asked) : routed;
  if (decided.kind === 'page') return toPageRoute(request, response, decided, options);
  response.writeHead(decided.status, [...decided.headers]);
  response.end(decided.body);
  return true;
}

/** Makes it a request for the page, which Astro renders; or says why it cannot. */
async function toPageRoute(
  request: Connect.IncomingMessage,
  response: ServerResponse,
  documentationAnswer: PageAnswer,
  { server, extensions, entrypoints, slash }: DevelopmentListenerOptions,
): Promise<boolean> {
  const route = pageRouteOf(documentationAnswer.page);
  const failure = await templateFailure(server, entrypoints.get(route), { page: documentationAnswer.page, extensions: extensions.current() });
  if (failure !== undefined) {
    log(failure);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    response.end(`${failure}\n`);
    return true;
  }
  tellAstro(request, { documentationAnswer, identity: GUEST, ...ownTemplates(extensions) });
  request.method = 'GET';
  request.url = route + slash;
  request.originalUrl = route + slash;
  return false;
}

async function answerRoute(
  request: Connect.IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
  runtime: Runtime,
  extensions: LiveExtensions,
): Promise<DocumentationAnswer | 'sent' | 'pass-on'> {
  const result = await runtime.handleRoute(request, response, { awaitsContinue });
  switch (result.kind) {
    case 'sent':
      return 'sent';
    case 'answer':
      return result.answer;
    case 'pass-on':
      for (const [name, value] of fieldsOf(result.headers)) response.appendHeader(name, value);
      tellAstro(request, { identity: result.identity, client: runtime.clientOf(request).address, ...ownTemplates(extensions) });
      return 'pass-on';
    default:
      return result satisfies never;
  }
}

function ownTemplates(extensions: LiveExtensions): Pick<App.Locals, 'templateMap'> {
  const { templateMap } = extensions.current();
  return Object.keys(templateMap).length === 0 ? {} : { templateMap };
}

function tellAstro(request: Connect.IncomingMessage, locals: App.Locals): void {
  Reflect.set(request, ASTRO_LOCALS, locals);
}

async function compose({ server, folders, kept }: DevelopmentListenerOptions): Promise<Runtime> {
  const { composeDevelopment } = await loadComposition(server);
  return composeDevelopment(folders.project, kept);
}

/** Through Vite, so that an edit of our code shows as well. */
async function loadComposition(server: ViteDevServer): Promise<typeof import('./compose-development.ts')> {
  const { ssr } = server.environments;
  if (ssr === undefined || !isRunnableDevEnvironment(ssr)) throw new Error('Astro has no server environment that runs here.');
  return ssr.runner.import(fileURLToPath(new URL('./compose-development.ts', import.meta.url)));
}
