import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import type { Connect, ViteDevServer } from 'vite';
import { GUEST } from '../../auth/contract.ts';
import { fieldsOf } from '../../http/header-list.ts';
import { FORMAT_MODULES, namedFiles } from '../../project/extensions.ts';
import { stampOf } from '../../project/fingerprint.ts';
import { SITE_FOLDERS } from '../../project/folders.ts';
import type { LiveExtensions } from '../../project/live-extensions.ts';
import { isLocal } from '../administration/admin-guard.ts';
import type { BytesAnswer, PageAnswer, SiteAnswer } from '../answers/contract.ts';
import { enterSite } from '../base-path.ts';
import { pageRouteOf } from '../documentation/page-route.ts';
import { log } from '../log.ts';
import { refuseRequest, unfitness } from '../node/refused-requests.ts';
import { dispatch, sendBytes } from '../node/request-listener.ts';
import {
  composeDevelopment,
  type DevelopmentRuntime,
  type FormatModules,
  type KeptInDevelopment,
  NO_FORMAT_MODULES,
} from './compose-development.ts';
import { failureAnswer, faultsInstead, STAMP_PATH } from './fault-page.ts';
import { type DevelopmentFolders, isPrivateFile, isViteFile } from './private-files.ts';
import { compileAhead, forgetModules, isTemplatePart, runnerOf, scriptFailure, templateFailure } from './templates.ts';

/** Property of a Node request in which Astro's development server expects the locals. */
const ASTRO_LOCALS = Symbol.for('astro.locals');

/**
 * Time that an editor may take to write all its files. Vite's watcher does not report a second change of a file within
 * 50 ms; files that are read after this time have it.
 */
const EDITED_MILLISECONDS = 100;

interface DevelopmentListenerOptions {
  readonly server: ViteDevServer;
  readonly folders: DevelopmentFolders;
  readonly extensions: LiveExtensions;
  readonly kept: KeptInDevelopment;
  /** Templates of pages, by internal route. */
  readonly entrypoints: ReadonlyMap<string, URL>;
  /** Path of an internal route, as Astro expects it of this site. */
  readonly pathOf: (route: string) => string;
}

/**
 * Handles requests before Vite and Astro, so that all methods and unusual paths get the same answers as from the built
 * server. Pages are passed on to Astro as requests for an internal route, with the answer in their locals.
 */
export function createDevelopmentListener(options: DevelopmentListenerOptions): Connect.NextHandleFunction {
  const { server, extensions } = options;
  const awaiting = new WeakSet<object>();
  // Without this listener, Node would ask the client for its body before the credentials are checked.
  server.httpServer?.on('checkContinue', (request: Connect.IncomingMessage, response: ServerResponse) => {
    awaiting.add(request);
    server.httpServer?.emit('request', request, response);
  });
  // Errors of the project are reported, and templates compiled, before the first request.
  server.httpServer?.once('listening', async () => {
    const runtime = await compose(options).catch((error: unknown) => log(error));
    await compileAhead(server, options.entrypoints.values());
    // Astro reports that it is ready before pages can be rendered.
    if (runtime?.project.isClosed === false && server.httpServer?.listening === true)
      log('The documentation is ready.');
  });
  reportEdits(options);
  return (request, response, next) => {
    const awaitsContinue = awaiting.has(request);
    const unfit = unfitness(request);
    if (unfit !== null) return refuseRequest(response, unfit.status, unfit.detail);
    if (request.url === STAMP_PATH && isLocal(request)) return sendStamp(response, stampOfFiles(options));
    if (extensions.refresh()) forgetModules(server);
    answer(request, response, awaitsContinue, options).then((answered) => {
      if (!answered) next();
    }, next);
  };
}

/**
 * Logs new errors, or that all errors are fixed, immediately after an edit instead of at the next request, and reloads
 * open pages. Vite has reloaded them at the first change of a template; they are reloaded again if it changed further.
 */
function reportEdits(options: DevelopmentListenerOptions): void {
  const { server, folders, extensions } = options;
  let timer: NodeJS.Timeout | undefined;
  let isOfSite = false;
  server.watcher.on('all', (_event, file) => {
    const isIn = (folder: string): boolean => file.startsWith(join(folders.project, folder));
    if (!namedFolders(options).some(isIn)) return;
    isOfSite ||= SITE_FOLDERS.some(isIn);
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The server may have been closed meanwhile; a runtime composed now would never be closed.
      if (server.httpServer?.listening !== true) return;
      const hasChanged = extensions.refresh();
      if (hasChanged) forgetModules(server);
      if (hasChanged || isOfSite) server.ws.send({ type: 'full-reload' });
      isOfSite = false;
      compose(options).catch((error: unknown) => log(error));
    }, EDITED_MILLISECONDS);
  });
}

/** Answers a request. @returns whether an answer was sent; false: Astro or Vite has to answer */
async function answer(
  request: Connect.IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
  options: DevelopmentListenerOptions,
): Promise<boolean> {
  const { server, folders, extensions } = options;
  // Computed before anything is read, so that a fault page reloads for every change from now on.
  const stamp = stampOfFiles(options);
  const runtime = await compose(options);
  const asked = enterSite(request, runtime.basePath);
  const send = (given: SiteAnswer): Promise<boolean> | boolean => {
    const answer = faultsInstead(request, given, runtime.project, stamp) ?? given;
    if (answer.kind === 'page') return toPageRoute(request, response, answer, { ...options, stamp });
    sendBytes(response, answer);
    return true;
  };
  const routed = await dispatch(runtime.routes, { request, response, asked, awaitsContinue });
  switch (routed.kind) {
    case 'sent':
      return true;
    case 'bytes':
    case 'page':
      return send(routed);
    case 'pass-on': {
      for (const [name, value] of fieldsOf(routed.headers)) response.appendHeader(name, value);
      const client = runtime.clientOf(request).address;
      tellAstro(request, { identity: routed.identity, client, runtime, ...ownTemplates(extensions) });
      if (isViteFile(asked.target, folders)) request.url = asked.target;
      const isPart = isTemplatePart(server, asked.target);
      if (!isPart && isPrivateFile(asked.target, folders)) return send(runtime.answerElsewhere(asked));
      const failure = isPart ? await scriptFailure(server, asked.target, extensions.current()) : undefined;
      if (failure !== undefined) log(failure);
      if (awaitsContinue) response.writeContinue();
      return false;
    }
    default:
      return routed satisfies never;
  }
}

/** Rewrites the request so that Astro renders the page, or answers why it cannot. @returns whether it answered */
async function toPageRoute(
  request: Connect.IncomingMessage,
  response: ServerResponse,
  documentationAnswer: PageAnswer,
  options: DevelopmentListenerOptions & { readonly stamp: string },
): Promise<boolean> {
  const { server, folders, extensions, entrypoints, pathOf, stamp } = options;
  const { page } = documentationAnswer;
  const route = pageRouteOf(page);
  const failure = await templateFailure(server, entrypoints.get(route), { page, extensions: extensions.current() });
  if (failure !== undefined) {
    log(failure);
    sendBytes(response, failureAnswer(request, failure, folders.project, stamp));
    return true;
  }
  const answerFailure = (reason: string): BytesAnswer => failureAnswer(request, reason, folders.project, stamp);
  tellAstro(request, { documentationAnswer, answerFailure, identity: GUEST, ...ownTemplates(extensions) });
  request.method = 'GET';
  request.url = pathOf(route);
  request.originalUrl = request.url;
  return false;
}

/**
 * Hashes the files whose edits reload a fault page: descriptors, configuration, and folders of templates and formats.
 * Directly in the project folder, only the files that the configuration names count.
 */
function stampOfFiles(options: DevelopmentListenerOptions): string {
  return createHash('sha256')
    .update(stampOf(options.folders.project, namedFolders(options)))
    .digest('base64url');
}

/** Lists folders relative to the project, and the files directly in it that the configuration names. */
function namedFolders({ extensions }: DevelopmentListenerOptions): readonly string[] {
  const own = namedFiles(extensions.current()).map(({ file }) => (dirname(file) === '.' ? file : dirname(file)));
  return [...SITE_FOLDERS, ...new Set(own)].filter((path) => !path.startsWith('..'));
}

function sendStamp(response: ServerResponse, stamp: string): void {
  response.writeHead(200, [
    ...['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
  ]);
  response.end(stamp);
}

function ownTemplates(extensions: LiveExtensions): Pick<App.Locals, 'templateMap'> {
  const { templateMap } = extensions.current();
  return Object.keys(templateMap).length === 0 ? {} : { templateMap };
}

function tellAstro(request: Connect.IncomingMessage, locals: App.Locals): void {
  Reflect.set(request, ASTRO_LOCALS, locals);
}

async function compose({ server, folders, extensions, kept }: DevelopmentListenerOptions): Promise<DevelopmentRuntime> {
  const hasModules = extensions.current().formatModules.length > 0;
  const formatModules = hasModules ? await formatModulesOf(server) : NO_FORMAT_MODULES;
  return composeDevelopment({ projectFolder: folders.project, formatModules, hasPages: folders.isHost === true }, kept);
}

/** Loads the format modules through Vite, so that edits of formats take effect. */
async function formatModulesOf(server: ViteDevServer): Promise<FormatModules> {
  const runner = runnerOf(server);
  if (runner === undefined) throw new Error('Astro has no server environment that runs here.');
  return (await runner.import<{ readonly formatModules: FormatModules }>(FORMAT_MODULES)).formatModules;
}
