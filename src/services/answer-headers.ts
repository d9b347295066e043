import { isToken, TOKEN } from '../http/grammar.ts';
import {
  fieldsOf,
  type HeaderField,
  type HeaderList,
  hasField,
  isFieldValue,
  toHeaderList,
  withoutFields,
} from '../http/header-list.ts';
import { lifecycleOf } from '../model/lifecycle.ts';
import { documentPath } from '../model/locations.ts';
import type { Operation } from '../model/operation.ts';
import { isOwnField, plainName } from '../options/own-fields.ts';
import type { RouteMatch } from './routes.ts';

/** Permissions that configuration adds for the answers of an API on this origin. */
export interface AnswerTrust {
  /** Whether the API's documents and scripts run on this origin (`documents: trusted`). */
  readonly isDocumentTrusted: boolean;
  /** Names of further header fields that pass (`response_headers`), in any case. */
  readonly responseHeaders: readonly string[];
  /**
   * Realms of this site, if callers log in at the API itself: its challenges pass, but none for these realms. Left out:
   * no challenge passes.
   */
  readonly siteRealms?: readonly string[];
}

export const NO_TRUST: AnswerTrust = { isDocumentTrusted: false, responseHeaders: [] };

/**
 * Limits of an answer's fields (our choice): with the fields of this server, they stay below a usual limit of 16 KiB.
 */
export const MOST_FIELDS = 100;
const MOST_BYTES = 12_288;

/** Registered or common names without `X-` whose fields affect only the answer, in browsers and in gateways. */
const HARMLESS = new RegExp(
  `^(?:${[
    'content-(?:type|disposition|encoding|language|length|location|range|digest|md5)',
    'accept(?:-(?:ranges|patch|post|query|encoding|signature))?',
    '(?:want-)?(?:repr-|content-)?digest|signature(?:-input)?',
    'age|allow|(?:cdn-)?cache-control|surrogate-control|cache-status|date|expires|etag|last-modified|pragma|vary|warning',
    'location|retry-after|link|deprecation|sunset|preference-applied|trailer|server|via|status|server-timing|proxy-status',
    'ratelimit(?:-.+)?|rate-limit(?:-.+)?|idempotency-.+|api-.+|odata-.+|tus-.+|upload-.+|operation-(?:id|location)',
    'dav|lock-token|ms-author-via|traceparent|tracestate|traceresponse|baggage',
    '(?!sec-)(?:.+-)?(?:request-id|correlation-id|trace-id|total-count|version)',
  ].join('|')})$`,
);
/** Names with `X-` that browsers, or servers in front of this one, interpret; an API may use any others. */
const ACTING_X = new RegExp(
  `^x-(?:${[
    'platform-.*|frame-options|content-type-options|xss-protection|dns-prefetch-control|ua-compatible|auto-login|sourcemap',
    'content-security-policy.*|webkit-.*|moz-.*|chrome-.*|permitted-cross-domain-policies|download-options',
    // Fields that make a server in front send a file, or the answer to another request, instead.
    'accel-.*|sendfile.*|lighttpd-.*|litespeed-.*|reproxy-.*|envoy-.*|(?:middleware|nextjs|vercel|astro)-.*',
    // Names that gateways use for an identity.
    'remote-.*|authenticated-.*|auth-request-.*|webauth-.*',
  ].join('|')})$`,
);
/** Fields that apply to one document, not to the origin; they pass only for trusted documents. */
const OF_DOCUMENTS = new RegExp(
  `^(?:${[
    'content-security-policy(?:-report-only)?|x-frame-options|referrer-policy|permissions-policy',
    'cross-origin-(?:opener|embedder|resource)-policy',
  ].join('|')})$`,
);
/** Link relations that make browsers open a connection, or load or apply something at once. */
const ACTING_RELATION = new RegExp(
  `(?<![a-z])(?:${['(?:module)?preload|prefetch|preconnect|prerender', 'stylesheet|manifest|icon|serviceworker|dictionary|expect|import'].join('|')})(?![a-z])`,
  'i',
);

/** Policy of answers without `documents: trusted`: they cannot run scripts, load files or be framed. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/**
 * Header fields of an example or an upstream's answer that reach the client. A registered field passes only if it is
 * known to have no effect beyond the answer, since no list of fields that affect the origin (`Set-Cookie`, `NEL` …)
 * would stay complete; an `X-` field passes unless it is known to have such an effect.
 * @returns `isWhole` is false if fields were left out because of their number or size
 */
export function passedHeaders(
  headers: HeaderList,
  trust: AnswerTrust,
): { readonly headers: HeaderList; readonly isWhole: boolean } {
  const passed = fieldsOf(headers).filter((field) => passesName(field[0], trust) && passesValue(field, trust));
  const kept: HeaderField[] = [];
  let bytes = 0;
  for (const [name, value] of passed) {
    bytes += name.length + value.length;
    if (kept.length === MOST_FIELDS || bytes > MOST_BYTES) break;
    kept.push([name, value]);
  }
  return { headers: toHeaderList(kept), isWhole: kept.length === passed.length };
}

/**
 * Sandbox policy for an answer of any type, since browsers differ in which types they show as documents. Only a PDF has
 * no policy, because browsers do not show it in a sandbox.
 * @param headers of the answer
 */
export function documentPolicy(headers: HeaderList, { isDocumentTrusted }: AnswerTrust): HeaderList {
  const types = fieldsOf(headers).filter(([name]) => name.toLowerCase() === 'content-type');
  const isPdf = types.length === 1 && types[0]?.[1].toLowerCase() === 'application/pdf';
  return isDocumentTrusted || isPdf ? [] : ['Content-Security-Policy', POLICY];
}

/** Whether the name of a field allows it to pass. */
export function passesName(name: string, { isDocumentTrusted, responseHeaders, siteRealms }: AnswerTrust): boolean {
  const lower = name.toLowerCase();
  const plain = plainName(name);
  if (siteRealms !== undefined && OF_LOG_IN.test(lower)) return true;
  if (!isToken(name) || isOwnField(plain)) return false;
  if (responseHeaders.some((configured) => configured.toLowerCase() === lower)) return true;
  if (OF_DOCUMENTS.test(lower)) return isDocumentTrusted;
  return plain.startsWith('x-') ? !ACTING_X.test(plain) : HARMLESS.test(lower);
}

function passesValue([name, value]: HeaderField, { isDocumentTrusted, siteRealms = [] }: AnswerTrust): boolean {
  if (!isFieldValue(value)) return false;
  if (name.toLowerCase() === 'www-authenticate') return passesChallenge(value, siteRealms);
  return name.toLowerCase() !== 'link' || isDocumentTrusted || !ACTING_RELATION.test(outsideOfTargets(value));
}

const OF_LOG_IN = /^(?:www-authenticate|authentication-info)$/;
/** Challenges that all programs read alike, also joined with others: no parameter comes first, no quote stays open. */
const PLAIN_CHALLENGES = new RegExp(`^${TOKEN}(?!\\s*=)(?=[ ,]|$)(?:[^"\\\\]|"[^"\\\\]*")*$`);
const OF_BROWSERS = /\b(?:basic|digest)\b/i;
const REALM = /\brealm="([^"]*)"/gi;

/**
 * Whether an upstream's challenge passes. For `Basic` and `Digest`, browsers send what they know for a realm of this
 * origin without asking, so that such a challenge must name its realms in the usual form, and none of this site.
 */
function passesChallenge(value: string, siteRealms: readonly string[]): boolean {
  if (!PLAIN_CHALLENGES.test(value) || !/^[ -~]*$/.test(value) || isOfConnection(value)) return false;
  if (!OF_BROWSERS.test(value)) return true;
  const own = new Set(siteRealms.map((realm) => realm.trim().toLowerCase()));
  const realms = [...value.matchAll(REALM)].map(([, realm = '']) => realm.trim().toLowerCase());
  return !/realm/i.test(value.replaceAll(REALM, '')) && !realms.some((realm) => own.has(realm));
}

/**
 * Whether credentials or a challenge are for a connection instead of a request. Clients share the connections to an
 * upstream, so that one client would be logged in as another. @see RFC 4559 §5
 */
export function isOfConnection(value: string): boolean {
  return /(?:^|,)\s*(?:negotiate|ntlm|kerberos)\b/i.test(value);
}

/** Text of a `Link` field without its URLs and backslashes. */
function outsideOfTargets(link: string): string {
  return link.replaceAll(/<[^>]*>/g, '').replaceAll('\\', '');
}

const OF_LIFECYCLE = /^(?:deprecation|sunset)$/i;
const SECOND_MILLISECONDS = 1000;

/**
 * `Deprecation` and `Sunset` of a call, each with a link to the documentation. A field is left out if its date is
 * unknown, since RFC 9745 allows no other value.
 * @see RFC 9745 §2 and §3, RFC 8594 §3 and §6
 */
export function lifecycleHeaders({ record, service }: Operation, basePath = ''): HeaderList {
  const { api } = service;
  const { since, sunset } = lifecycleOf(record, api.record);
  if (since === null && sunset === null) return [];
  const page = basePath + documentPath({ level: 'service', ...api.place, name: service.getName() });
  const links = [...(since === null ? [] : ['deprecation']), ...(sunset === null ? [] : ['sunset'])];
  return [
    ...(since === null ? [] : ['Deprecation', `@${Math.floor(since.time.getTime() / SECOND_MILLISECONDS)}`]),
    ...(sunset === null ? [] : ['Sunset', sunset.time.toUTCString()]),
    ...['Link', links.map((relation) => `<${page}>; rel="${relation}"; type="text/html"`).join(', ')],
  ];
}

/**
 * Removes lifecycle fields that the answer already has: dates from the backend take precedence over the descriptor's.
 * @param own fields to be added
 */
export function besideAnswer(own: HeaderList, answer: HeaderList): HeaderList {
  return withoutFields(own, (name) => OF_LIFECYCLE.test(name) && hasField(answer, name.toLowerCase()));
}

/** Policy about other sites whose scripts may read answers of published APIs. */
export interface CorsPolicy {
  /** `any`: every site; a list of origins as browsers write them (`https://app.example.com`); an empty list: none. */
  readonly origins: 'any' | readonly string[];
}

/**
 * Default policy. Every site may read an API without a log-in: a script can read no more than any other program. APIs
 * that only some networks can reach need a list. No site may read an API with a log-in: otherwise, any page could send
 * wrong passwords from its visitor's address until that address is blocked.
 */
export function defaultCors(hasLogin: boolean): CorsPolicy {
  return { origins: hasLogin ? [] : 'any' };
}

const PREFLIGHT_SECONDS = 600;
const USUAL_HEADERS = 'Accept,Accept-Language,Authorization,Content-Language,Content-Type,Prefer'.split(',');
const CONDITIONAL_HEADERS = ['If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Unmodified-Since', 'Range'] as const;
const EXPOSED_HEADERS =
  'Allow, Content-Location, Deprecation, ETag, Link, Location, Preference-Applied, Retry-After, Sunset, WWW-Authenticate';

/** CORS header fields of every answer. @param origin of the request; undefined if it has none */
export function corsHeaders(policy: CorsPolicy, origin: string | undefined): HeaderList {
  if (policy.origins === 'any')
    return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
  if (policy.origins.length === 0) return [];
  if (origin === undefined || !policy.origins.includes(origin)) return ['Vary', 'Origin'];
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
}

/** Header fields that a preflight adds to {@link corsHeaders}: methods and known header fields of the resource. */
export function preflightHeaders(match: RouteMatch, allow: readonly string[]): HeaderList {
  const described = [...match.operations.values()].flatMap((operation) =>
    operation
      .getParameters()
      .flatMap((parameter) => (parameter.in === 'header' && /^[\w-]+$/.test(parameter.name) ? [parameter.name] : [])),
  );
  const byName = new Map(
    [...USUAL_HEADERS, ...CONDITIONAL_HEADERS, ...described].map((name) => [name.toLowerCase(), name]),
  );
  return [
    ...['Access-Control-Allow-Methods', allow.join(', ')],
    ...['Access-Control-Allow-Headers', [...byName.values()].join(', ')],
    ...['Access-Control-Max-Age', String(PREFLIGHT_SECONDS)],
  ];
}
