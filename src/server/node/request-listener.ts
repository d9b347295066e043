import type { IncomingMessage, ServerResponse } from 'node:http';
import { fieldsOf } from '../../http/header-list.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { methodsAnswer } from '../answers/bytes-answers.ts';
import type { BytesAnswer, PageAnswer, SiteRequest } from '../answers/contract.ts';
import { enterSite } from '../base-path.ts';
import { renderedAnswer } from '../documentation/rendered-page.ts';
import { log as logError } from '../log.ts';
import type { Exchange, PassedOn, RenderPage, Route, Routed, Runtime } from '../runtime.ts';
import { notesOf, withCaller } from './node-request.ts';
import { refuseRequest, unfitness } from './refused-requests.ts';

export type AstroHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** @param awaitsContinue whether the client waits for 100 (Continue) before it sends its body */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void;

interface ListenerOptions {
  /** Returns the active runtime; called for every request. */
  readonly runtime: () => Runtime;
  /** Returns the routes in the order in which they are tried. */
  readonly table: (runtime: Runtime) => readonly Route[];
  /** Returns the path that requests lose before routes read them. Default: that of the site. */
  readonly basePathOf?: (runtime: Runtime) => string;
  readonly renderPage: RenderPage;
  /** Takes requests that a route passes on. Undefined: no route does. */
  readonly passOn?: PassOn;
  readonly log?: (error: unknown) => void;
}

/** Takes a request that a route passes on; null if it is not for the taker: the site answers it. */
export type PassOn = (exchange: Exchange, routed: PassedOn, runtime: Runtime) => Promise<void> | null;

/** Passes Node's requests to the routes of a table, and sends the answers. */
export function createRequestListener({
  runtime: currentRuntime,
  table,
  basePathOf = ({ basePath }) => basePath,
  renderPage,
  passOn,
  log = logError,
}: ListenerOptions): RequestListener {
  const finish = (exchange: Exchange, runtime: Runtime, routed: Routed): void | Promise<void> => {
    const { request, response } = exchange;
    switch (routed.kind) {
      case 'sent':
        return;
      case 'bytes':
        return sendBytes(response, routed);
      case 'page':
        return sendPage(exchange, routed, log, async (page) => {
          await runtime.turns.take(runtime.clientOf(request).address, request.socket);
          return renderPage(page);
        });
      case 'pass-on':
        notesOf(request).part = 'site';
        if (passOn === undefined) throw new Error(`A route passes on ${exchange.asked.target}, which nothing takes.`);
        return passOn(exchange, routed, runtime) ?? finish(exchange, runtime, runtime.answerElsewhere(exchange.asked));
      default:
        return routed satisfies never;
    }
  };

  return (request, response, awaitsContinue) => {
    const fail = (error: unknown): void => {
      log(error);
      sendFailure(response);
    };
    try {
      const unfit = unfitness(request);
      if (unfit !== null) return refuseRequest(response, unfit.status, unfit.detail);
      const runtime = currentRuntime();
      const exchange = { request, response, asked: enterSite(request, basePathOf(runtime)), awaitsContinue };
      const routed = dispatch(table(runtime), exchange);
      if (routed instanceof Promise) routed.then((late) => finish(exchange, runtime, late)).catch(fail);
      else finish(exchange, runtime, routed)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

/**
 * Tries the routes of a table in order; the first result that is not null is the answer.
 * @param from index of the first route to try
 * @throws if all return null, which is a bug: the last route of a table answers everything
 */
export function dispatch(table: readonly Route[], exchange: Exchange, from = 0): Routed | Promise<Routed> {
  // Uses an index, because an iterator would be created for every request.
  for (let at = from; at < table.length; at++) {
    const routed = table[at]?.(exchange) ?? null;
    if (routed instanceof Promise) return routed.then((late) => late ?? dispatch(table, exchange, at + 1));
    if (routed !== null) return routed;
  }
  throw new Error(`No route answers ${exchange.asked.method} ${exchange.asked.target}.`);
}

/** Lets Astro answer, with the header fields and the identity of the route that passed the request on. */
export function toAstro(astro: AstroHandler): PassOn {
  return ({ request, response, asked, awaitsContinue }, { identity, headers }, runtime) => {
    if (!isForPages(asked)) return null;
    for (const [name, value] of fieldsOf(headers)) response.appendHeader(name, value);
    if (awaitsContinue) response.writeContinue();
    // Astro's own answers lack this field.
    response.setHeader('x-content-type-options', 'nosniff');
    const caller = { identity, client: runtime.clientOf(request).address, runtime };
    return withCaller(caller, async () => void (await astro(request, response)));
  };
}

/** Answer to `OPTIONS *`: methods that some resource of the server may allow (RFC 9110 §9.3.7). */
const WHOLE_SERVER = methodsAnswer(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates the route for requests about the server itself: `OPTIONS *`, liveness and readiness (DESIGN §10). */
export function ownRoute(isStopping: () => boolean, about: () => string): Route {
  return ({ asked: { method, target } }) => {
    if (target === '*' && method === 'OPTIONS') return WHOLE_SERVER;
    if (target === '/healthz') return textAnswer(200, `ok\n${about()}`);
    if (target !== '/readyz') return null;
    return isStopping() ? textAnswer(503, 'stopping\n') : textAnswer(200, 'ready\n');
  };
}

function textAnswer(status: number, text: string): BytesAnswer {
  const headers = [
    ...['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
    ...['X-Content-Type-Options', 'nosniff'],
  ];
  return { kind: 'bytes', status, headers, body: new TextEncoder().encode(text) };
}

/** Renders a page and sends it. @throws errors of sending; if rendering fails, a problem is sent */
async function sendPage(
  { request, response }: Exchange,
  answer: PageAnswer,
  log: (error: unknown) => void,
  renderPage: RenderPage,
): Promise<void> {
  const rendered = await renderedAnswer(answer, renderPage, log);
  sendBytes(response, request.method === 'HEAD' ? { ...rendered, body: null } : rendered);
}

export function sendBytes(response: ServerResponse, { status, headers, body }: BytesAnswer): void {
  // A program around this server may have answered meanwhile.
  if (response.headersSent) return;
  // `writeHead` accepts the flat list unchanged, but its type requires a mutable array.
  response.writeHead(status, headers as string[]);
  response.end(body);
}

/** Answers 500 after a bug, without details. */
function sendFailure(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  refuseRequest(response, 500, reasonPhrase(500));
}

/** Methods that the Fetch standard does not allow in a Request. */
const UNKNOWN_TO_FETCH: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Whether a request may be for a page of the site. Others get 404: Astro would fail, or send its own error page. */
function isForPages({ method, target }: SiteRequest): boolean {
  if (UNKNOWN_TO_FETCH.has(method) || !target.startsWith('/') || target.startsWith('//')) return false;
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
