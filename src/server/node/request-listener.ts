import type { IncomingMessage, ServerResponse } from 'node:http';
import { fieldsOf } from '../../http/header-list.ts';
import type { DocumentationAnswer } from '../documentation/handler.ts';
import { isForPages } from '../published/missing.ts';
import type { RenderPage, RouteOptions, Runtime } from '../runtime.ts';
import { unfitness } from './ambiguous-requests.ts';
import { answerAsset } from './asset.ts';
import { withCaller } from './caller-context.ts';
import { documentationRequestOf } from './node-request.ts';
import { refuseRequest } from './refuse-request.ts';
import { sendAnswer, sendBytes, sendFailure } from './send-answer.ts';

export type AstroHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface ListenerOptions {
  /** What is served now. */
  readonly runtime: () => Runtime;
  readonly astro: AstroHandler;
  readonly renderPage: RenderPage;
  readonly isStopping: () => boolean;
}

/** @param awaitsContinue the client sends its body when it is told to */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void;

/** The server's own answers first (documentation, health, assets), then published APIs and what Astro answers. */
export function createRequestListener({
  runtime: currentRuntime,
  astro,
  renderPage,
  isStopping,
}: ListenerOptions): RequestListener {
  const send = (request: IncomingMessage, response: ServerResponse, answer: DocumentationAnswer): Promise<void> =>
    sendAnswer(request, response, answer, renderPage);

  const route = async (
    request: IncomingMessage,
    response: ServerResponse,
    runtime: Runtime,
    options: RouteOptions,
  ): Promise<void> => {
    const result = await runtime.handleRoute(request, response, options);
    switch (result.kind) {
      case 'sent':
        return;
      case 'answer':
        await send(request, response, result.answer);
        return;
      case 'pass-on': {
        const asked = documentationRequestOf(request);
        if (!isForPages(asked)) {
          await send(request, response, runtime.answerElsewhere(asked));
          return;
        }
        for (const [name, value] of fieldsOf(result.headers)) response.appendHeader(name, value);
        // A file of pages behind a log-in, for a user of its adapter; `handleRoute` keeps it out of shared caches.
        if (!result.isPublished && answerAsset(request, response, runtime)) return;
        if (options.awaitsContinue) response.writeContinue();
        // Astro's own answers lack it.
        response.setHeader('x-content-type-options', 'nosniff');
        await withCaller({ identity: result.identity, client: runtime.clientOf(request).address, runtime }, () =>
          astro(request, response),
        );
        return;
      }
      default:
        return result satisfies never;
    }
  };

  return (request, response, awaitsContinue) => {
    const fail = (error: unknown): void => sendFailure(response, error);
    try {
      const unfit = unfitness(request);
      if (unfit !== null) {
        refuseRequest(response, unfit.status, unfit.detail);
        return;
      }
      const runtime = currentRuntime();
      const asked = documentationRequestOf(request);
      const { target } = asked;
      if (target === '*' && asked.method === 'OPTIONS') {
        sendBytes(response, 204, WHOLE_SERVER, null);
        return;
      }
      const answer = runtime.handleDocumentation(asked, () => runtime.credentialsOf(request));
      if (answer !== null) {
        if (answer instanceof Promise) answer.then((late) => send(request, response, late)).catch(fail);
        else if (answer.kind === 'bytes') sendBytes(response, answer.status, answer.headers, answer.body);
        else send(request, response, answer).catch(fail);
        return;
      }
      if (target === '/healthz') sendText(response, 200, 'ok\n');
      else if (target === '/readyz')
        sendText(response, isStopping() ? 503 : 200, isStopping() ? 'stopping\n' : 'ready\n');
      else if (runtime.isOpenPath(target) && answerAsset(request, response, runtime)) return;
      else route(request, response, runtime, { awaitsContinue }).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** Of the server as a whole: what some resource of it may allow (RFC 9110 §9.3.7). */
const WHOLE_SERVER = [
  'Allow',
  'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'X-Content-Type-Options',
  'nosniff',
] as const;

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}
