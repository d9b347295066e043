import type { IncomingMessage } from 'node:http';
import type { CredentialsRequest } from '../../auth/contract.ts';
import { valuesOf } from '../../http/header-list.ts';
import type { SiteRequest } from '../documentation/contract.ts';
import { connectionOf } from './connection.ts';
import { notesOf } from './request-notes.ts';

/** Fields of a request that the site needs. Node has joined fields that were sent twice. */
export function siteRequestOf({ method, url, headers }: IncomingMessage): SiteRequest {
  const acceptEncoding = headers['accept-encoding'];
  return {
    method: method ?? 'GET',
    target: url ?? '/',
    accept: headers.accept,
    acceptEncoding: Array.isArray(acceptEncoding) ? acceptEncoding.join(', ') : acceptEncoding,
    acceptLanguage: headers['accept-language'],
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
  };
}

/** Fields that authentication needs: every Authorization line, of which `headers` would hold the first alone. */
export function credentialsRequestOf(request: IncomingMessage, client: string): CredentialsRequest {
  const { method, url, rawHeaders, socket } = request;
  return {
    method: method ?? 'GET',
    target: url ?? '/',
    authorization: valuesOf(rawHeaders, 'authorization'),
    client,
    connection: connectionOf(socket),
    notes: notesOf(request),
  };
}
