import type { IncomingMessage, ServerResponse } from 'node:http';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { SiteAnswer } from '../documentation/contract.ts';
import { renderedAnswer } from '../documentation/rendered-page.ts';
import { log } from '../log.ts';
import type { RenderPage } from '../runtime.ts';
import { refuseRequest } from './refused-requests.ts';

/** Sends an answer, its page rendered before. @throws errors other than the failure of a template */
export async function sendAnswer(
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
export function sendFailure(response: ServerResponse, error: unknown): void {
  log(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  refuseRequest(response, 500, reasonPhrase(500));
}
