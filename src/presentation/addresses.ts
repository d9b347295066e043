import { type CallAddress, callAddress } from '../model/call-address.ts';
import type { ServerObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';
import { joined, type Phrase } from '../words/phrase.ts';
import type { Words } from '../words/words.ts';
import { anchorPart } from './anchors.ts';
import { plainText } from './markdown-text.ts';

/** Origin of `npm start`, used in samples when neither the configuration nor the descriptor names a host. */
export const LOCAL_ORIGIN = 'http://127.0.0.1:4321';
/** Origin in the samples of published files, which may be served from any host. */
const EXAMPLE_ORIGIN = 'https://api.example.com';

/** Completes a path of this site to an absolute URL. */
export function absoluteUrl(url: string): string {
  return (url.startsWith('/') ? LOCAL_ORIGIN + url : url).replaceAll("'", '%27');
}

/** Whether an address has neither a host nor a path; pages do not show such an address. */
export function isBareSlash(url: string): boolean {
  return url === '/' || url === '';
}

/** Whether an address is a path: `/v2`, or nothing. */
export function isWithoutHost(url: string): boolean {
  return /^(?:\/(?!\/)|$)/.test(url);
}

/** Absolute address of an operation, even when no base URL is configured for this site. */
export function wholeCallAddress(operation: Operation, baseUrl: string): CallAddress {
  const { pageEnding } = operation.service.api;
  return callAddress(operation, baseUrl || (pageEnding === undefined ? LOCAL_ORIGIN : EXAMPLE_ORIGIN));
}

/** Describes each variable of a server: `region: eu (default) or us. Where the data is kept.` */
export function variableWords({ variables = {} }: ServerObject, words: Words): readonly Phrase[] {
  return Object.entries(variables).map(([name, variable]) => {
    const others = (variable.enum ?? []).filter((value) => value !== variable.default);
    const standard = words.sentence('server.default', { value: String(variable.default) });
    const values = words.list('list.or', [standard, ...others.map((value) => [{ code: String(value) }])]);
    const description = plainText(variable.description);
    return joined([[{ code: name }, ': '], values, ...(description === '' ? [] : [[`. ${description}`]])]);
  });
}

/** Text on a server that an operation declares itself: its description, then its variables. */
export function ownServerWords(server: ServerObject, words: Words): readonly Phrase[] {
  const description = plainText(server.description);
  return [...(description === '' ? [] : [[description]]), ...variableWords(server, words)];
}

/** Piece of a URI template; lines wrap only after a slash. */
export type PathPiece =
  | { readonly kind: 'slash' }
  | { readonly kind: 'text'; readonly text: string }
  /** Parameter `{book_id}`; `href` is null when the page has no row for the parameter. */
  | { readonly kind: 'parameter'; readonly text: string; readonly href: string | null };

/** Splits a template into pieces. An unclosed brace is text. */
export function pathPieces(template: string, anchor: string, described: ReadonlySet<string>): readonly PathPiece[] {
  return [...template.matchAll(/\/|\{[^{}/]*\}|[^/{]+|\{/g)].map(([text]): PathPiece => {
    if (text === '/') return { kind: 'slash' };
    if (!/^\{[^}]+\}$/.test(text)) return { kind: 'text', text };
    const name = parameterName(text);
    return { kind: 'parameter', text, href: described.has(name) ? `#${anchor}.path.${anchorPart(name)}` : null };
  });
}

/** Percent-encodes the text between the parameters of a template; keeps existing escapes. */
function literalPath(text: string): string {
  return encodeURI(text.toWellFormed())
    .replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1')
    .replaceAll(/[[\]']/g, encodeURIComponent);
}

/** Percent-encodes a whole query that a caller writes, without its question mark; keeps existing escapes. */
export function queryText(text: string): string {
  return literalPath(text.replace(/^\?/, '').replaceAll('#', '%23'));
}

/** Replaces the expressions of a template, such as `{id}`, with what `write` returns for their names. */
export function filledPath(template: string, write: (name: string) => string): string {
  return template
    .split(/(\{[^{}/]+\})/)
    .map((part, at) => (at % 2 === 0 ? literalPath(part) : write(parameterName(part))))
    .join('');
}

/** Adds parts to a URL's query. Some descriptors have paths with a query, or with a fragment, which is removed. */
export function withQuery(url: string, parts: readonly string[]): string {
  const [address = ''] = url.split('#');
  return parts.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

/** Extracts the name from an expression without operator and modifier: `{+path*}` → `path` (RFC 6570). */
export function parameterName(expression: string): string {
  return expression
    .slice(1, -1)
    .replace(/^[+#./;?&]/, '')
    .replace(/\*$|:\d+$/, '');
}
