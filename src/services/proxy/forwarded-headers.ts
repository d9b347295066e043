import type { IncomingMessage } from 'node:http';
import { fieldsOf, type HeaderList, toHeaderList, valuesOf } from '../../http/header-list.ts';
import { plainName } from '../../options/own-fields.ts';
import { type AnswerTrust, documentPolicy, passedHeaders } from '../answer-headers.ts';
import type { ServiceCall } from '../backends/contract.ts';
import { besideAnswer } from '../lifecycle-headers.ts';
import { withoutOtherVersions } from '../routing/versions.ts';

const VIA = '1.1 platform-documentation';
/** About one connection only (RFC 9110 §7.6.1), beside what Connection names. */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
  (
    'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te transfer-encoding upgrade ' +
    'http2-settings'
  ).split(' '),
);
/**
 * Written anew, or none of the upstream's business: credentials, and what makes frameworks answer for another method,
 * path or user.
 */
const NOT_PASSED: ReadonlySet<string> = new Set([
  ...['authorization', 'content-length', 'expect', 'host', 'via', 'x-http-method', 'x-http-method-override'],
  ...['x-method-override', 'x-original-method', 'x-original-uri', 'x-original-url', 'x-rewrite-url'],
  // Programs behind gateways take it for the variable HTTP_PROXY.
  'proxy',
]);
/** What only proxies that we trust may tell. */
const FORWARDING =
  /^(forwarded|forwarded-for|x-forwarded|x-forwarded-.*|x-original-(forwarded-for|host)|x-host|x-real-ip|remote-addr|x-remote-(addr|ip)|x-originating-ip|(cf-|fastly-|true-|x-|x-cluster-|x-azure-)?(client|connecting)-?ip|(x-)?(ssl|client-cert)(-.*)?)$/;
/** Who the caller is, by the names that common gateways have for it: here our adapters decide that. */
const IDENTIFYING = /^(x-)?(remote-user|authenticated-.*|auth-request-.*|webauth-.*)$/;
/** What proxies leave behind beside that. */
const PASSING = /^(via|cdn-loop|(cf|x-envoy|x-amzn?|x-vercel|fly|ngrok|tailscale)-.*)$/;
const PLATFORM = /^x-platform-/;

/** The header of the request to the upstream. @param asksForContinue whether the body is sent when it says so */
export function requestHeaders(call: ServiceCall, target: URL, asksForContinue: boolean): HeaderList {
  const { request, peer } = call;
  return [
    ...['Host', target.host],
    ...ofOneVersion(
      call,
      kept(
        request.rawHeaders,
        (name) => isPassed(name) && (peer.isTrusted || !FORWARDING.test(name)) && !isRewritten(name),
      ),
    ),
    ...framing(call, asksForContinue),
    ...identityHeaders(call),
    ...forwarding(call),
    ...['Via', [...valuesOf(request.rawHeaders, 'via'), VIA].join(', ')],
  ];
}

/** What the version was chosen by says nothing else to the upstream: of two Content-Type lines the first counted. */
function ofOneVersion({ match }: ServiceCall, headers: HeaderList): HeaderList {
  let hasType = false;
  return fieldsOf(headers).flatMap(([name, value]) => {
    switch (plainName(name)) {
      case 'content-type': {
        const isFirst = !hasType && name.toLowerCase() === 'content-type';
        hasType ||= isFirst;
        return isFirst ? [name, value] : [];
      }
      case 'accept': {
        const accept = withoutOtherVersions(value, match.api.getName(), match.version);
        return accept === '' && value !== '' ? [] : [name, accept];
      }
      default:
        return [name, value];
    }
  });
}

/** The fields behind a chunked body, under the same rules. */
export function requestTrailers(request: IncomingMessage): readonly [name: string, value: string][] {
  return fieldsOf(kept(request.rawTrailers, (name) => isPassed(name) && !FORWARDING.test(name)));
}

/** The header of the answer; `own` are ours. Null: there is more of it than is passed on. */
export function responseHeaders(
  { rawHeaders }: IncomingMessage,
  own: HeaderList,
  trust: AnswerTrust,
): HeaderList | null {
  const { headers, isWhole } = passedHeaders(notHopByHop(rawHeaders), trust);
  if (!isWhole) return null;
  return [
    ...headers,
    ...besideAnswer(own, headers),
    ...documentPolicy(headers, trust),
    'X-Content-Type-Options',
    'nosniff',
  ];
}

/** The fields behind a chunked answer, under the same rules. */
export function responseTrailers(
  { rawTrailers }: IncomingMessage,
  trust: AnswerTrust,
): readonly [name: string, value: string][] {
  return fieldsOf(passedHeaders(notHopByHop(rawTrailers), trust).headers);
}

function notHopByHop(raw: HeaderList): HeaderList {
  return kept(raw, (name) => !HOP_BY_HOP.has(name));
}

/** Without what Connection names; names are compared as the most careless program would read them. */
function kept(raw: HeaderList, isKept: (name: string) => boolean): HeaderList {
  const all = fieldsOf(raw);
  const named = new Set(
    all
      .filter(([name]) => plainName(name) === 'connection')
      .flatMap(([, value]) => value.split(',').map((token) => plainName(token.trim()))),
  );
  return toHeaderList(all.filter(([name]) => isKept(plainName(name)) && !named.has(plainName(name))));
}

function isPassed(name: string): boolean {
  return !HOP_BY_HOP.has(name) && !NOT_PASSED.has(name) && !IDENTIFYING.test(name) && !PLATFORM.test(name);
}

/** Whether a field is one that proxies, gateways and tunnels write, in any spelling. */
export function isOfProxies(name: string): boolean {
  return [FORWARDING, IDENTIFYING, PASSING].some((names) => names.test(plainName(name)));
}

function isRewritten(name: string): boolean {
  return name === 'x-forwarded-for' || name === 'x-forwarded-proto' || name === 'x-forwarded-host';
}

function framing({ request, hasBody, method }: ServiceCall, asksForContinue: boolean): HeaderList {
  if (!hasBody) return method === 'POST' || method === 'PUT' || method === 'PATCH' ? ['Content-Length', '0'] : [];
  const length = request.headers['content-length'];
  const size = length === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', length];
  return [...size, ...(asksForContinue ? ['Expect', '100-continue'] : [])];
}

/**
 * A guest has no identity header. Names are percent-encoded UTF-8, so that no name is another field or another name.
 */
function identityHeaders({ identity, match }: ServiceCall): HeaderList {
  const version = ['X-Platform-Version', String(match.version)];
  if (identity === null) return version;
  const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
  return [
    ...version,
    'X-Platform-Identity',
    encode(identity.name),
    'X-Platform-Identity-Adapter',
    encode(identity.adapter),
  ];
}

/** A trusted proxy's words are kept and continued, those of other clients replaced. */
function forwarding({ request, peer }: ServiceCall): HeaderList {
  const told = (name: string): readonly string[] => (peer.isTrusted ? valuesOf(request.rawHeaders, name) : []);
  const [proto] = told('x-forwarded-proto');
  const [host = request.headers.host] = told('x-forwarded-host');
  return [
    ...['X-Forwarded-For', [...told('x-forwarded-for'), peer.address].join(', ')],
    ...['X-Forwarded-Proto', proto ?? (peer.isSecure ? 'https' : 'http')],
    ...(host === undefined ? [] : ['X-Forwarded-Host', host]),
  ];
}
