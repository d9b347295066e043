import type { IncomingMessage } from 'node:http';
import type { DocumentationRequest } from './documentation/contract.ts';

/** What the documentation needs to know of a request. Node has joined fields that were sent twice. */
export function documentationRequestOf({ method, url, headers }: IncomingMessage): DocumentationRequest {
  const acceptEncoding = headers['accept-encoding'];
  return {
    method: method ?? 'GET',
    target: url ?? '/',
    accept: headers.accept,
    acceptEncoding: Array.isArray(acceptEncoding) ? acceptEncoding.join(', ') : acceptEncoding,
    ifNoneMatch: headers['if-none-match'],
  };
}
