import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateCoding } from '../../negotiation/coding.ts';
import type { Runtime } from '../runtime.ts';
import { documentationRequestOf } from './node-request.ts';

/** Asset names hold a hash of their content. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Sends a file of the release. @returns false when there is none: the request is for another handler */
export function answerAsset(request: IncomingMessage, response: ServerResponse, runtime: Runtime): boolean {
  const { method, target, acceptEncoding } = documentationRequestOf(request);
  if (method !== 'GET' && method !== 'HEAD') return false;
  const asset = runtime.asset(target.split('?', 1)[0] ?? target);
  if (asset === undefined) return false;
  const { representation, mediaType } = asset;
  const coding = negotiateCoding(acceptEncoding, representation.codings);
  const body = representation.body(coding);
  const send = (bytes: Uint8Array): void => {
    response.writeHead(200, {
      'content-type': mediaType,
      'content-length': bytes.byteLength,
      'cache-control': CACHE_CONTROL,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    });
    response.end(method === 'HEAD' ? null : bytes);
  };
  if (body instanceof Uint8Array) send(body);
  else body.then(send, (error) => response.destroy(error));
  return true;
}
