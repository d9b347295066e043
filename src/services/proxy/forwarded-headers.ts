import type { IncomingMessage } from 'node:http';
import { fieldsOf, type HeaderList, toHeaderList, valuesOf } from '../../http/header-list.ts';
import { isOwnRequestField, plainName } from '../../options/own-fields.ts';
import { type AnswerTrust, besideAnswer, documentPolicy, isOfConnection, passedHeaders } from '../answer-headers.ts';
import type { ServiceCall } from '../contract.ts';
import { withoutOtherVersions } from '../routing/versions.ts';

/** Value of `Via` (RFC 9110 §7.6.3), which shows a server on this machine that the client is elsewhere. */
export const VIA = '1.1 platform-documentation';
/**
 * Registered and common fields that do not identify the caller. The list names the fields that pass, since each gateway
 * has its own field for an authenticated user.
 */
const USUAL = new RegExp(
  `^(?:${[
    'accept(?:-.+)?|content-.+|user-agent|referer|origin|cookie|dnt|save-data|priority|upgrade-insecure-requests',
    'sec-(?:(?:ch|fetch|websocket)-.+|gpc|purpose)',
    'cache-control|pragma|date|range|if(?:-.+)?|prefer|trailer|last-event-id|cdn-loop|mime-version|soapaction|slug',
    'depth|destination|overwrite|timeout|lock-token|dav|odata-.+|tus-.+|upload-.+|(?:x-)?idempotency-.+',
    '(?:want-)?(?:repr-|content-)?digest|(?:.+-)?signature(?:-.+)?',
    'traceparent|tracestate|baggage|b3|x-b3-.+|uber-trace-id|sentry-trace',
    'x-requested-with|(?:x-)?(?:csrf|xsrf)-token|(?:x-)?api-(?:key|token|secret)',
    '(?:.+-)?(?:request-id|correlation-id|trace-id|version)',
  ].join('|')})$`,
);
/** Fields that only trusted proxies may send. */
const FORWARDING =
  /^(forwarded|forwarded-for|x-forwarded|x-forwarded-.*|x-original-(forwarded-for|host)|x-host|x-real-ip|wl-proxy-client-ip|x-proxyuser-ip|x-original-remote-.*|remote-addr|x-remote-(addr|ip)|x-originating-ip|(cf-|fastly-|true-|x-|x-cluster-|x-azure-)?(client|connecting)-?ip|(x-)?(ssl|client-cert)(-.*)?)$/;
/** Names that common gateways use for the caller's identity, which only our adapters determine here. */
const IDENTIFYING = new RegExp(
  `^(?:${[
    '(?:x-)?(?:remote-(?:user|name|email|groups?)|authenticated-.*|auth-(?:request-.*|user(?:-?name)?)|webauth-.*)',
    '(?:x-)?(?:user(?:-?name|-?info)?|oidc-.*|saml-.*|shib-.*|sm-.*|iv-(?:user|groups|creds)|jwt-assertion)',
    'x-(?:(?:anonymous-)?consumer(?:-.*)?|credential-.*|vouch-.*|pomerium-.*|authentik-.*|amzn-oidc-.*)',
    'x-(?:goog-(?:authenticated-user|iap)-.*|ms-(?:client-principal|token)(?:-.*)?|endpoint-api-userinfo)',
    'gap-.*|cf-access-.*|tailscale-user-.*|sec-(?:user.*|roles|email|org.*|proxy|(?:first|last)-?name|external-.*)',
  ].join('|')})$`,
);
/** Fields by which a page proves to a host that it is the host's own. */
const AGAINST_FORGERY = /^(?:.+-)?(?:csrf|xsrf)-?token$/;
/** Other fields that proxies add. */
const PASSING = /^(via|cdn-loop|(cf|x-envoy|x-amzn?|x-vercel|fly|ngrok|tailscale)-.*)$/;

interface PassedOptions {
  readonly target: URL;
  /** Names of further fields, from configuration. */
  readonly pass: readonly string[];
  /** Whether the body waits for the upstream's `100 Continue`. */
  readonly asksForContinue: boolean;
}

/** Header fields of the request to the upstream. */
export function requestHeaders(call: ServiceCall, { target, pass, asksForContinue }: PassedOptions): HeaderList {
  const { request, peer } = call;
  return [
    ...['Host', target.host],
    ...ofOneVersion(call, kept(request.rawHeaders, passes(call, pass, peer.isTrusted))),
    ...framing(call, asksForContinue),
    ...identityHeaders(call),
    ...forwarding(call),
    ...['Via', [...valuesOf(request.rawHeaders, 'via'), VIA].join(', ')],
  ];
}

/**
 * Removes other versions from Accept, and all Content-Type lines but the first: this server chose the version from
 * these fields, and the upstream must choose the same one. Removes credentials that would log in a connection.
 */
function ofOneVersion({ match }: ServiceCall, headers: HeaderList): HeaderList {
  let hasType = false;
  return fieldsOf(headers).flatMap(([name, value]) => {
    switch (plainName(name)) {
      case 'content-type': {
        const isFirst = !hasType && name.toLowerCase() === 'content-type';
        hasType ||= isFirst;
        return isFirst ? [name, value] : [];
      }
      case 'authorization':
        return isOfConnection(value) ? [] : [name, value];
      case 'accept': {
        const accept = withoutOtherVersions(value, match.api.getName(), match.version);
        return accept === '' && value !== '' ? [] : [name, accept];
      }
      default:
        return [name, value];
    }
  });
}

/** Trailer fields of a chunked body that pass under the rules for header fields. */
export function requestTrailers(call: ServiceCall, pass: readonly string[]): readonly [name: string, value: string][] {
  return fieldsOf(kept(call.request.rawTrailers, passes({ ...call, hasLogin: true }, pass, false)));
}

/** Header fields of the answer, with our `own` fields. Null: the fields exceed the limits of an answer. */
export function responseHeaders(
  { statusCode, rawHeaders }: IncomingMessage,
  own: HeaderList,
  trust: AnswerTrust,
): HeaderList | null {
  // A 204 answer must not have Content-Length (RFC 9110 §8.6).
  const isUnsized = statusCode === 204;
  const sent = kept(rawHeaders, (name) => !isUnsized || plainName(name) !== 'content-length');
  const { headers, isWhole } = passedHeaders(sent, trust);
  if (!isWhole) return null;
  return [
    ...headers,
    ...besideAnswer(own, headers),
    ...documentPolicy(headers, trust),
    ...['X-Content-Type-Options', 'nosniff'],
  ];
}

/** Trailer fields of a chunked answer that pass under the rules for header fields. */
export function responseTrailers(
  { rawTrailers }: IncomingMessage,
  trust: AnswerTrust,
): readonly [name: string, value: string][] {
  return fieldsOf(passedHeaders(kept(rawTrailers), trust).headers);
}

/**
 * Keeps the fields that may pass and that Connection does not name. Names are compared in the most lenient spelling.
 */
function kept(raw: HeaderList, isKept = (_: string): boolean => true): HeaderList {
  const all = fieldsOf(raw);
  const named = new Set(
    all
      .filter(([name]) => plainName(name) === 'connection')
      .flatMap(([, value]) => value.split(',').map((token) => plainName(token.trim()))),
  );
  return toHeaderList(all.filter(([name]) => isKept(name) && !named.has(plainName(name))));
}

/**
 * Creates the test for names of fields that may pass. Authorization passes if no adapter here checks it: then the
 * upstream is the only one that can. The log-in of a host, in whose fields we cannot tell it apart, does not pass.
 * @param isTrusted whether a trusted proxy sent the fields
 */
function passes(
  { operation, hasLogin, hasHostLogin }: ServiceCall,
  pass: readonly string[],
  isTrusted: boolean,
): (name: string) => boolean {
  const configured = new Set(pass.map((name) => name.toLowerCase()));
  const described = new Set(operation.getHeaderNames());
  return (name) => {
    const lower = name.toLowerCase();
    const plain = plainName(name);
    if (isOwnRequestField(plain)) return false;
    if (FORWARDING.test(plain)) return isTrusted;
    if (configured.has(lower)) return true;
    if (plain === 'authorization') return lower === plain && !hasLogin && !hasHostLogin;
    if (hasHostLogin && (plain === 'cookie' || AGAINST_FORGERY.test(plain))) return false;
    return (USUAL.test(lower) || described.has(lower)) && !IDENTIFYING.test(plain);
  };
}

/** Whether proxies, gateways or tunnels write a field of this name, in any spelling. */
export function isOfProxies(name: string): boolean {
  return [FORWARDING, IDENTIFYING, PASSING].some((names) => names.test(plainName(name)));
}

/** Whether a header field that a page sends may pass: usual or described, and not written by proxies. */
export function isOfPages(name: string, described: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase();
  const isKnown = USUAL.test(lower) || described.has(lower) || lower === 'authorization';
  return isKnown && !isOwnRequestField(plainName(name)) && !isOfProxies(name);
}

function framing({ request, hasBody, method }: ServiceCall, asksForContinue: boolean): HeaderList {
  if (!hasBody) return method === 'POST' || method === 'PUT' || method === 'PATCH' ? ['Content-Length', '0'] : [];
  const length = request.headers['content-length'];
  const size = length === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', length];
  return [...size, ...(asksForContinue ? ['Expect', '100-continue'] : [])];
}

/**
 * Identity fields; none for a guest. Names are percent-encoded UTF-8, so a name cannot add a field or look like
 * another.
 */
function identityHeaders({ identity, match }: ServiceCall): HeaderList {
  const version = ['X-Platform-Version', String(match.version)];
  if (identity === null) return version;
  const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
  const { name, adapter } = identity;
  return [...version, 'X-Platform-Identity', encode(name), 'X-Platform-Identity-Adapter', encode(adapter)];
}

/**
 * Forwarding fields: fields of a trusted proxy are extended, fields of other clients are replaced. The prefix is the
 * path of the site, which its clients use, whether or not a proxy has removed it.
 */
function forwarding({ request, peer, match }: ServiceCall): HeaderList {
  const sent = (name: string): readonly string[] => (peer.isTrusted ? valuesOf(request.rawHeaders, name) : []);
  const [proto] = sent('x-forwarded-proto');
  const [host = request.headers.host] = sent('x-forwarded-host');
  const prefix = match.basePath || (sent('x-forwarded-prefix')[0] ?? '');
  return [
    ...['X-Forwarded-For', [...sent('x-forwarded-for'), peer.address].join(', ')],
    ...['X-Forwarded-Proto', proto ?? (peer.isSecure ? 'https' : 'http')],
    ...(host === undefined ? [] : ['X-Forwarded-Host', host]),
    ...(prefix === '' ? [] : ['X-Forwarded-Prefix', prefix]),
  ];
}
