import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HeaderList, sendableFields } from '../http/header-list.ts';
import type { Answer } from './backends/contract.ts';

/** A rest of a body that is small enough to be read and dropped, so that the connection can be kept. */
const MAX_DROPPED_BYTES = 65_536;
/** How long a client that is still sending may take to notice the answer. */
const LINGER_MILLISECONDS = 1000;
/** Statuses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

/** Sends a whole answer. Where a larger body is still on its way the connection is closed after the client could read the answer. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const hasContent = body !== null && !WITHOUT_CONTENT.has(status);
  const length: HeaderList = hasContent ? ['Content-Length', String(body.byteLength)] : status === 204 || status === 304 ? [] : ['Content-Length', '0'];
  const isLeaving = !mayKeep(request);
  response.writeHead(status, [...sendableFields(headers), ...length, 'X-Content-Type-Options', 'nosniff', ...(isLeaving ? ['Connection', 'close'] : [])]);
  const content = hasContent && request.method !== 'HEAD' ? body : null;
  if (!isLeaving) response.end(content);
  else linger(request, response, content);
}

function mayKeep(request: IncomingMessage): boolean {
  if (request.complete) return true;
  if (request.headers['transfer-encoding'] !== undefined) return false;
  return Number(request.headers['content-length'] ?? 0) <= MAX_DROPPED_BYTES;
}

/** Closing at once would reset the connection under a client that is sending, and the answer could be lost. */
function linger(request: IncomingMessage, response: ServerResponse, content: Uint8Array | null): void {
  if (content === null) response.flushHeaders();
  else response.write(content);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MILLISECONDS);
  request.once('end', end).once('close', end).once('error', end).resume();
}
