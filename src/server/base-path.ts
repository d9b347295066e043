import type { IncomingMessage } from 'node:http';
import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { ADMIN_ROOT } from '../presentation/page-data/admin-page.ts';
import { ABSOLUTE_FORM, foldSegment } from '../services/routing/request-path.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from './answers/contract.ts';
import { moveTarget, siteRequestOf } from './node/node-request.ts';
import type { Route, Routed } from './runtime.ts';

/*
 * A site stands below the path of `base_url`: requests lose it here, once, and addresses in pages and header fields get
 * it here. Everything between reads and writes paths of the site, such as `/platform/documentation`. JSON and other
 * formats write `Site.baseUrl` themselves.
 */

/**
 * Path and query of a request target within the site. A target without the base path stays as it is: a proxy may have
 * removed the path. Only the canonical spelling counts, followed by a slash, so that access rules, routes and Astro all
 * read the same path.
 */
export function withinSite(target: string, base: string): string {
  const [authority = ''] = target.startsWith('/') ? [] : (ABSOLUTE_FORM.exec(target) ?? []);
  const path = target.slice(authority.length);
  const rest = path.startsWith(base) ? path.slice(base.length) : path;
  if (!/^(?:[/?]|$)/.test(rest)) return target;
  return authority + (rest.startsWith('/') ? rest : `/${rest}`);
}

/**
 * Whether a program could take a target for an address below the base path, although it is written differently: with
 * other case, escapes, dot segments, slashes, matrix parameters or compatibility forms of characters, or with an
 * authority, which guards that read paths do not expect.
 */
export function isOtherSpelling(target: string, base: string): boolean {
  if (base === '') return !target.startsWith('/');
  if (target.startsWith('/') && withinSite(target, base) !== target) return false;
  const path = plainly(target.split(/[?#]/, 1)[0] ?? '').replace(/^[a-z][a-z\d+.-]*:/, '');
  const wanted = plainly(base).split('/').slice(1);
  return [path, path.replace(/^[/\\]{2,}[^/\\]*/, '')].some((reading) => leadsThrough(reading, wanted));
}

/** Most rounds of decoding; each removes all levels of `%25`, and other escapes of escapes are rare. */
const MOST_ROUNDS = 3;

/** Decodes escapes, however often they are escaped, and compatibility forms, and ignores case. */
function plainly(path: string): string {
  let bytes = path;
  for (let round = 0; round < MOST_ROUNDS && bytes.includes('%'); round += 1)
    bytes = bytes.replaceAll(/%(?:25)*([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString().normalize('NFKC').toLowerCase();
}

/** Whether a path, read from its beginning, is at some point the wanted one. */
function leadsThrough(path: string, wanted: readonly string[]): boolean {
  const found: string[] = [];
  const isWanted = (name: string, at: number): boolean => name === wanted[at] || foldSegment(name) === wanted[at];
  return path.split(/[/\\?#]+/).some((segment) => {
    const folded = foldSegment(segment);
    if (folded === '..') found.pop();
    else if (folded !== '' && folded !== '.') found.push(segment);
    return found.length === wanted.length && found.every(isWanted);
  });
}

/**
 * Removes the base path from a request. Credentials stay bound to the target that the client used, with or without it.
 * @returns fields of the request that routes read
 */
export function enterSite(request: IncomingMessage, base: string): SiteRequest {
  if (base !== '') {
    const sent = request.url ?? '/';
    const target = withinSite(sent, base);
    moveTarget(request, target, sent === target ? [base + sent, sent] : [sent]);
  }
  return siteRequestOf(request);
}

/** Adds the base path to the addresses that a route answers, and to the target of a request that it passes on. */
export function belowBase(base: string, isAstroBelow: boolean, route: Route): Route {
  if (base === '') return route;
  const leave = (request: IncomingMessage, routed: Routed | null): Routed | null => {
    if (routed === null || routed.kind === 'sent') return routed;
    if (routed.kind !== 'pass-on') return leaveSite(routed, base);
    if (isAstroBelow) request.url = base + request.url;
    return routed;
  };
  return (exchange) => {
    const routed = route(exchange);
    return routed instanceof Promise
      ? routed.then((late) => leave(exchange.request, late))
      : leave(exchange.request, routed);
  };
}

/** Answers that have the base path, by the answers of the site: most are answered from memory, again and again. */
const left = new WeakMap<SiteAnswer, SiteAnswer>();

/** Adds the base path to the header fields of an answer. */
export function leaveSite(answer: SiteAnswer, base: string): SiteAnswer {
  if (base === '') return answer;
  const known = left.get(answer);
  if (known !== undefined) return known;
  const headers = answer.headers.map((value, index) => (index % 2 === 0 ? value : inField(value, base)));
  const finish = answer.kind === 'page' ? answer.finish : undefined;
  const rendered = finish && { finish: (page: BytesAnswer) => leaveSite(finish(page), base) };
  const own = { ...answer, headers, ...rendered };
  left.set(answer, own);
  return own;
}

/** Addresses of the site in a field: its whole value, a target of `Link`, or a source of a Content-Security-Policy. */
const IN_FIELD = /(?:^|(?<=<))(?=\/(?:platform|\.well-known)\/)|(?<=:\*)(?=\/_astro\/)/g;

function inField(value: string, base: string): string {
  return value.includes('/') ? value.replaceAll(IN_FIELD, base) : value;
}

/** A tag; in text, `<` is escaped. */
const TAG = /<[a-z](?:[^<>"]|"[^"]*")*>/g;
/** Beginning of an attribute with an address of the site. */
const IN_TAG = new RegExp(`(\\s[a-z-]+=")(?=/_astro/|(?:${DOCUMENTATION_ROOT}|${ADMIN_ROOT})(?=[/.?#"]))`, 'g');

/** Adds the base path to the links of a page. */
export function pageBelow(base: string, html: string): string {
  return base === '' ? html : html.replaceAll(TAG, (tag) => tag.replaceAll(IN_TAG, `$1${base}`));
}
