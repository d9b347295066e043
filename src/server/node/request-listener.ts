import type { IncomingMessage, ServerResponse } from 'node:http';
import { fieldsOf } from '../../http/header-list.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { methodsAnswer } from '../answers/text-answer.ts';
import { renderedAnswer } from '../documentation/rendered-page.ts';
import { log } from '../log.ts';
import {
  answered,
  dispatch,
  type Exchange,
  type PassedOn,
  type RenderPage,
  type Route,
  type Routed,
  type Runtime,
} from '../runtime.ts';
import { notesOf, siteRequestOf, withCaller } from './node-request.ts';
import { refuseRequest, unfitness } from './refused-requests.ts';

export type AstroHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** @param awaitsContinue the client sends its body only when it is asked to */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void;

interface ListenerOptions {
  /** Active runtime; read at every request. */
  readonly runtime: () => Runtime;
  /** Routes in the order in which they are asked. */
  readonly table: (runtime: Runtime) => readonly Route[];
  readonly renderPage: RenderPage;
  /** Left out: no route passes a request on. */
  readonly astro?: AstroHandler;
}

/** Brings requests of Node to the routes of a table, and their answers back. */
export function createRequestListener({
  runtime: currentRuntime,
  table,
  renderPage,
  astro,
}: ListenerOptions): RequestListener {
  const finish = (exchange: Exchange, runtime: Runtime, routed: Routed): void | Promise<void> => {
    const { request, response } = exchange;
    switch (routed.kind) {
      case 'sent':
        return;
      case 'answer':
        if (routed.answer.kind === 'page')
          return sendAnswer(request, response, routed.answer, async (page) => {
            await runtime.turns.take(runtime.clientOf(request).address, request.socket);
            return renderPage(page);
          });
        return sendBytes(response, routed.answer.status, routed.answer.headers, routed.answer.body);
      case 'pass-on':
        notesOf(request).part = 'site';
        if (astro === undefined) throw new Error(`A route passes on ${exchange.asked.target}, which nothing takes.`);
        return isForPages(exchange.asked)
          ? passOn(exchange, routed, runtime, astro)
          : finish(exchange, runtime, answered(runtime.answerElsewhere(exchange.asked)));
      default:
        return routed satisfies never;
    }
  };

  return (request, response, awaitsContinue) => {
    const fail = (error: unknown): void => sendFailure(response, error);
    try {
      const unfit = unfitness(request);
      if (unfit !== null) return refuseRequest(response, unfit.status, unfit.detail);
      const runtime = currentRuntime();
      const exchange = { request, response, asked: siteRequestOf(request), awaitsContinue };
      const routed = dispatch(table(runtime), exchange);
      if (routed instanceof Promise) routed.then((late) => finish(exchange, runtime, late)).catch(fail);
      else finish(exchange, runtime, routed)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** Astro's own answer, with what belongs to it. */
async function passOn(
  { request, response, awaitsContinue }: Exchange,
  { identity, headers }: PassedOn,
  runtime: Runtime,
  astro: AstroHandler,
): Promise<void> {
  for (const [name, value] of fieldsOf(headers)) response.appendHeader(name, value);
  if (awaitsContinue) response.writeContinue();
  // Astro's own answers lack it.
  response.setHeader('x-content-type-options', 'nosniff');
  await withCaller({ identity, client: runtime.clientOf(request).address, runtime }, () => astro(request, response));
}

/** Methods that some resource of the server may allow (RFC 9110 §9.3.7). */
const WHOLE_SERVER = methodsAnswer(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Answers about the server itself: `OPTIONS *`, and whether it lives and takes requests (DESIGN §10).
 * @param about lines that name what is served
 */
export function ownRoute(isStopping: () => boolean, about: () => string): Route {
  return ({ asked: { method, target } }) => {
    if (target === '*' && method === 'OPTIONS') return answered(WHOLE_SERVER);
    if (target === '/healthz') return answered(textAnswer(200, `ok\n${about()}`));
    if (target !== '/readyz') return null;
    return answered(isStopping() ? textAnswer(503, 'stopping\n') : textAnswer(200, 'ready\n'));
  };
}

function textAnswer(status: number, text: string): BytesAnswer {
  const headers = [
    ...['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
    ...['X-Content-Type-Options', 'nosniff'],
  ];
  return { kind: 'bytes', status, headers, body: new TextEncoder().encode(text) };
}

/** Sends an answer, its page rendered before. @throws errors other than the failure of a template */
async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: SiteAnswer,
  renderPage: RenderPage,
): Promise<void> {
  if (answer.kind === 'bytes') {
    sendBytes(response, answer.status, answer.headers, answer.body);
    return;
  }
  const { status, headers, body } = await renderedAnswer(answer, renderPage, log);
  sendBytes(response, status, headers, request.method === 'HEAD' ? null : body);
}

/** @param headers names and values in turn */
export function sendBytes(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: Uint8Array | null,
): void {
  // writeHead takes the flat list as it is; its type asks for one that may be changed.
  response.writeHead(status, headers as string[]);
  response.end(body);
}

/** A bug: details go to the log, never to the client. */
function sendFailure(response: ServerResponse, error: unknown): void {
  log(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  refuseRequest(response, 500, reasonPhrase(500));
}

/** Methods that a web-standard Request cannot hold. */
const UNKNOWN_TO_FETCH: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Whether a page of the site could be meant; what Astro would answer in its own way, or not at all, is missing. */
function isForPages({ method, target }: SiteRequest): boolean {
  if (UNKNOWN_TO_FETCH.has(method) || !target.startsWith('/') || target.startsWith('//')) return false;
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
