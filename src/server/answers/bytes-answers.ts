import { negotiateCoding } from '../../http/accept.ts';
import { ASSET_CACHE_CONTROL, READABLE, SVG_POLICY } from '../../http/document-fields.ts';
import { namesEntityTag, toEntityTag } from '../../http/entity-tag.ts';
import type { StoredRepresentation } from '../../store/contract.ts';
import type { BytesAnswer, SiteRequest } from './contract.ts';

const encoder = new TextEncoder();

/** Answers with a text; HEAD gets no body. @param headers alternating names and values, without Content-Length */
export function textAnswer(method: string, status: number, headers: readonly string[], text: string): BytesAnswer {
  const body = encoder.encode(text);
  return {
    kind: 'bytes',
    status,
    headers: [...headers, 'Content-Length', String(body.byteLength)],
    body: method === 'HEAD' ? null : body,
  };
}

/** Answers with a text that caches must not store. */
export function uncachedAnswer(method: string, status: number, mediaType: string, text: string): BytesAnswer {
  const headers = ['Content-Type', mediaType, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  return textAnswer(method, status, headers, text);
}

/** Answers OPTIONS with the allowed methods. */
export function methodsAnswer(methods: readonly string[]): BytesAnswer {
  const headers = ['Allow', methods.join(', '), 'X-Content-Type-Options', 'nosniff'];
  return { kind: 'bytes', status: 204, headers, body: null };
}

/** Finds, by URL path, a file that pages need. */
export type FindAsset = (
  path: string,
) => { readonly mediaType: string; readonly representation: StoredRepresentation } | undefined;

/** Paths of files that never change, because their names contain a hash of the content. */
const NAMED_BY_CONTENT = /^\/_astro\//;

/** Answers GET and HEAD with a file of the release; null for other methods, and if no file has the path. */
export function assetAnswer(
  { method, target, acceptEncoding, ifNoneMatch }: SiteRequest,
  find: FindAsset,
): BytesAnswer | Promise<BytesAnswer> | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const path = target.split('?', 1)[0] ?? target;
  const asset = find(path);
  if (asset === undefined) return null;
  const { representation, mediaType } = asset;
  const coding = negotiateCoding(acceptEncoding, representation.codings);
  const entityTag =
    representation.tag === null || NAMED_BY_CONTENT.test(path) ? null : toEntityTag(`${representation.tag}-${coding}`);
  const caching = NAMED_BY_CONTENT.test(path) ? ASSET_CACHE_CONTROL : 'no-cache';
  const common = ['Cache-Control', caching, 'Vary', 'Accept-Encoding', ...READABLE];
  if (entityTag !== null) common.push('ETag', entityTag);
  if (entityTag !== null && ifNoneMatch !== undefined && namesEntityTag(ifNoneMatch, entityTag))
    return { kind: 'bytes', status: 304, headers: common, body: null };
  const answer = (bytes: Uint8Array): BytesAnswer => ({
    kind: 'bytes',
    status: 200,
    headers: [
      ...['Content-Type', mediaType, 'Content-Length', String(bytes.byteLength)],
      ...common,
      ...(mediaType.startsWith('image/svg+xml') ? ['Content-Security-Policy', SVG_POLICY] : []),
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
    ],
    body: method === 'HEAD' ? null : bytes,
  });
  const body = representation.body(coding);
  return body instanceof Uint8Array ? answer(body) : body.then(answer);
}
