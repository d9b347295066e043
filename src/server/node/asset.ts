import { negotiateCoding } from '../../http/accept.ts';
import { ASSET_CACHE_CONTROL, SVG_POLICY } from '../../http/document-fields.ts';
import type { StoredRepresentation } from '../../store/contract.ts';
import type { BytesAnswer, SiteRequest } from '../answers/contract.ts';

/** A file that pages need, by URL path. */
export type FindAsset = (
  path: string,
) => { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;

/** A file of the release; null: there is none of that name. */
export function assetAnswer(
  { method, target, acceptEncoding }: SiteRequest,
  find: FindAsset,
): BytesAnswer | Promise<BytesAnswer> | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const asset = find(target.split('?', 1)[0] ?? target);
  if (asset === undefined) return null;
  const { representation, mediaType } = asset;
  const coding = negotiateCoding(acceptEncoding, representation.codings);
  const answer = (bytes: Uint8Array): BytesAnswer => ({
    kind: 'bytes',
    status: 200,
    headers: [
      ...['Content-Type', mediaType, 'Content-Length', String(bytes.byteLength)],
      ...['Cache-Control', ASSET_CACHE_CONTROL, 'Vary', 'Accept-Encoding', 'X-Content-Type-Options', 'nosniff'],
      ...(mediaType.startsWith('image/svg+xml') ? ['Content-Security-Policy', SVG_POLICY] : []),
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
    ],
    body: method === 'HEAD' ? null : bytes,
  });
  const body = representation.body(coding);
  return body instanceof Uint8Array ? answer(body) : body.then(answer);
}
