import { type CallAddress, callAddress } from '../model/call-address.ts';
import type { ServerObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';
import { joined, type Phrase } from '../words/phrase.ts';
import type { Words } from '../words/words.ts';
import { anchorPart } from './anchors.ts';
import { plainText } from './markdown-text.ts';

/** Origin of `npm start`; samples call it when neither configuration nor descriptor names a host. */
export const LOCAL_ORIGIN = 'http://127.0.0.1:4321';
/** Origin that samples call in published files, which may be served from any host. */
const EXAMPLE_ORIGIN = 'https://api.example.com';

/** A path of this site as a whole address. */
export function absoluteUrl(url: string): string {
  return (url.startsWith('/') ? LOCAL_ORIGIN + url : url).replaceAll("'", '%27');
}

/** Whether an address has neither a host nor a path, and so is not worth showing. */
export function isBareSlash(url: string): boolean {
  return url === '/' || url === '';
}

/** Whole address of an operation, even where this site's own address is not configured. */
export function wholeCallAddress(operation: Operation, baseUrl: string): CallAddress {
  const { pageEnding } = operation.service.api;
  return callAddress(operation, baseUrl || (pageEnding === undefined ? LOCAL_ORIGIN : EXAMPLE_ORIGIN));
}

/** `region: eu (default) or us. Where the data is kept.`; one for each variable. */
export function variableWords({ variables = {} }: ServerObject, words: Words): readonly Phrase[] {
  return Object.entries(variables).map(([name, variable]) => {
    const others = (variable.enum ?? []).filter((value) => value !== variable.default);
    const standard = words.sentence('server.default', { value: String(variable.default) });
    const values = words.list('list.or', [standard, ...others.map((value) => [{ code: String(value) }])]);
    const description = plainText(variable.description);
    return joined([[{ code: name }, ': '], values, ...(description === '' ? [] : [[`. ${description}`]])]);
  });
}

/** Words on a server of one operation: its description, then its variables. */
export function ownServerWords(server: ServerObject, words: Words): readonly Phrase[] {
  const description = plainText(server.description);
  return [...(description === '' ? [] : [[description]]), ...variableWords(server, words)];
}

/** A part of a URI template that is printed without line breaks; lines wrap after slashes only. */
export type PathPiece =
  | { readonly kind: 'slash' }
  | { readonly kind: 'text'; readonly text: string }
  /** `{book_id}`, linked to its row where there is one. */
  | { readonly kind: 'parameter'; readonly text: string; readonly href: string | null };

/** Splits a template into pieces. Braces that never close are text. */
export function pathPieces(template: string, anchor: string, described: ReadonlySet<string>): readonly PathPiece[] {
  return [...template.matchAll(/\/|\{[^{}/]*\}|[^/{]+|\{/g)].map(([text]): PathPiece => {
    if (text === '/') return { kind: 'slash' };
    if (!/^\{[^}]+\}$/.test(text)) return { kind: 'text', text };
    const name = parameterName(text);
    return { kind: 'parameter', text, href: described.has(name) ? `#${anchor}.path.${anchorPart(name)}` : null };
  });
}

/** Percent-encodes the text between the parameters of a template; existing escapes stay. */
export function literalPath(text: string): string {
  return encodeURI(text.toWellFormed())
    .replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1')
    .replaceAll(/[[\]']/g, encodeURIComponent);
}

/** A template in its parts: every second one is an expression, `{id}`. */
export function templateParts(template: string): readonly string[] {
  return template.split(/(\{[^{}/]+\})/);
}

/** Adds parts to a URL's query. Paths of some descriptors hold a query already, or a fragment, which is never sent. */
export function withQuery(url: string, parts: readonly string[]): string {
  const [address = ''] = url.split('#');
  return parts.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

/** `{+path*}` → `path` (RFC 6570 operators and modifiers). */
export function parameterName(expression: string): string {
  return expression
    .slice(1, -1)
    .replace(/^[+#./;?&]/, '')
    .replace(/\*$|:\d+$/, '');
}
