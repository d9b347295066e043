import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HeaderList, sendableFields } from '../http/header-list.ts';
import type { Answer } from './backend.ts';
import { dropRest } from './read-body.ts';

/** A rest of a body that is small enough to be read and dropped, so that the connection can be kept. */
const MAX_DROPPED_BYTES = 65_536;
/** Statuses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends a whole answer. Where a larger body is still on its way the connection is closed after the client could read
 * the answer.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const hasContent = body !== null && !WITHOUT_CONTENT.has(status);
  const length: HeaderList = hasContent
    ? ['Content-Length', String(body.byteLength)]
    : status === 204 || status === 304
      ? []
      : ['Content-Length', '0'];
  const isLeaving = !mayKeep(request);
  response.writeHead(status, [
    ...sendableFields(headers),
    ...length,
    'X-Content-Type-Options',
    'nosniff',
    ...(isLeaving ? ['Connection', 'close'] : []),
  ]);
  const content = hasContent && request.method !== 'HEAD' ? body : null;
  if (!isLeaving) response.end(content);
  else {
    if (content === null) response.flushHeaders();
    else response.write(content);
    void dropRest(request).then(() => response.end());
  }
}

function mayKeep(request: IncomingMessage): boolean {
  if (request.complete) return true;
  if (request.headers['transfer-encoding'] !== undefined) return false;
  return Number(request.headers['content-length'] ?? 0) <= MAX_DROPPED_BYTES;
}
