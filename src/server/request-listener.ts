import type { IncomingMessage, ServerResponse } from 'node:http';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../http/problem.ts';
import { reasonPhrase } from '../model/status-codes.ts';
import { answerAsset } from './asset.ts';
import type { DocumentationAnswer } from './documentation.ts';
import { isForPages } from './elsewhere.ts';
import { documentationRequestOf } from './node-request.ts';
import type { RenderPage, Runtime } from './runtime.ts';

export type AstroHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ListenerOptions {
  readonly runtime: Runtime;
  readonly astro: AstroHandler;
  readonly renderPage: RenderPage;
  readonly isStopping: () => boolean;
}

/** The server's own answers first (health, assets, documentation), everything else goes to Astro. */
export function createRequestListener({
  runtime,
  astro,
  renderPage,
  isStopping,
}: ListenerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  const send = async (request: IncomingMessage, response: ServerResponse, answer: DocumentationAnswer): Promise<void> => {
    if (answer.kind === 'bytes') {
      sendBytes(response, answer.status, answer.headers, answer.body);
      return;
    }
    const body = await renderPage(answer.page);
    sendBytes(response, answer.status, [...answer.headers, 'content-length', String(body.byteLength)], request.method === 'HEAD' ? null : body);
  };

  return (request, response) => {
    const fail = (error: unknown): void => sendFailure(response, error);
    try {
      const asked = documentationRequestOf(request);
      const { target } = asked;
      const answer = runtime.handleDocumentation(asked);
      if (answer !== null) {
        if (answer instanceof Promise) answer.then((late) => send(request, response, late)).catch(fail);
        else if (answer.kind === 'bytes') sendBytes(response, answer.status, answer.headers, answer.body);
        else send(request, response, answer).catch(fail);
        return;
      }
      if (target === '/healthz') sendText(response, 200, 'ok\n');
      else if (target === '/readyz') sendText(response, isStopping() ? 503 : 200, isStopping() ? 'stopping\n' : 'ready\n');
      else if (answerAsset(request, response, runtime)) return;
      else if (isForPages(asked)) {
        // Astro's own answers lack it.
        response.setHeader('x-content-type-options', 'nosniff');
        Promise.resolve(astro(request, response)).catch(fail);
      } else send(request, response, runtime.answerElsewhere(asked)).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

function sendBytes(response: ServerResponse, status: number, headers: readonly string[], body: Uint8Array | null): void {
  // writeHead takes the flat list as it is; its type asks for one that may be changed.
  response.writeHead(status, headers as string[]);
  response.end(body);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  response.end(text);
}

/** A bug: details go to the log, never to the client. */
function sendFailure(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const title = reasonPhrase(500);
  response.writeHead(500, { 'content-type': PROBLEM_MEDIA_TYPE, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  response.end(writeProblem({ status: 500, title, detail: title }));
}
