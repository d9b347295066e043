import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isToken } from '../../http/grammar.ts';
import { fieldsOf, type HeaderField, isFieldValue, toHeaderList } from '../../http/header-list.ts';
import { FORWARD_FIELD, FORWARD_PATH } from '../../model/locations.ts';
import type { TriedApi } from '../../presentation/page-data/site.ts';
import { isRecord } from '../../schema/json-values.ts';
import { isOfPages, VIA } from '../../services/proxy/forwarded-headers.ts';
import { relay } from '../../services/proxy/relay.ts';
import { FairQueue } from '../../threads/fair-queue.ts';
import { refusalAnswer } from '../access/gatekeeper.ts';
import { methodsAnswer } from '../answers/bytes-answers.ts';
import { type ProblemFacts, problemAnswer } from '../answers/problem-answer.ts';
import { isFromOwnPage } from '../node/foreign-page.ts';
import type { RouteContext } from '../route-context.ts';
import type { Exchange, Route, Routed } from '../runtime.ts';

const METHODS = ['POST', 'OPTIONS'] as const;
const PREFLIGHT = methodsAnswer(METHODS);
/** Requests of one client. We chose the values. */
const RATE = { failures: 60, perSeconds: 60 } as const;
const MOST_BODY_BYTES = 16 * 1024 * 1024;
/** Maximum size of an answer, as much as a page reads of one. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;
const ANSWER_MILLISECONDS = 30_000;
/** Maximum time of an exchange, so that a stream does not occupy a connection for ever. */
const WHOLE_MILLISECONDS = 600_000;
const FORBIDDEN_METHODS = /^(?:CONNECT|TRACE|TRACK)$/i;

/** Header fields of every answer: what an API sends is data for a script, and no document of this origin. */
const ANSWER_FIELDS = [
  ...['Content-Type', 'application/octet-stream', 'Content-Disposition', 'attachment'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ...['X-Content-Type-Options', 'nosniff', 'Cross-Origin-Resource-Policy', 'same-origin', 'Cache-Control', 'no-store'],
];

/** Request of a page that this server sends. */
interface Forwarded {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly HeaderField[];
  readonly hasBody: boolean;
}

/**
 * Creates the route that sends requests of pages to servers that do not allow pages of other origins (CORS), at origins
 * that the configuration names. One header field describes the request; pages of other sites cannot send it. Of the
 * page's own request only the body passes: no cookie, no log-in, no address of the reader. Of the header fields that it
 * describes, those pass that are usual or that an operation has. Status and header fields of the answer become the
 * first line of ours, as JSON, so that they have no effect on this origin. Redirections are not followed.
 */
export function createForwardRoute(context: RouteContext): Route {
  const { gatekeeper, adapter, credentialsOf, site } = context;
  const queues = {
    slots: new FairQueue({ places: 256, placesOfOneClient: 8 }),
    longSlots: new FairQueue({ places: 128, placesOfOneClient: 4, mostWaiting: 0 }),
  };
  const admitted = async (exchange: Exchange, adapters: readonly string[], apis: OpenApis): Promise<Routed> => {
    const { asked, request } = exchange;
    const admission = await gatekeeper.admit(adapters, credentialsOf(request));
    return admission.kind === 'authenticated'
      ? forward(exchange, context, apis, queues)
      : refusalAnswer({ ...asked, method: 'GET' }, site(), admission);
  };
  return (exchange) => {
    const { target, method } = exchange.asked;
    // The prefix is compared first, because this runs for every request.
    if (!target.startsWith(FORWARD_PATH) || target.split('?', 1)[0] !== FORWARD_PATH) return null;
    const tried = site().trying?.apis ?? [];
    const apis = tried.filter(({ isViaServer, origins }) => isViaServer === true && origins.length > 0);
    if (apis.length === 0) return null;
    if (method === 'OPTIONS') return PREFLIGHT;
    return adapter === null ? forward(exchange, context, apis, queues) : admitted(exchange, [adapter], apis);
  };
}

type OpenApis = readonly Pick<TriedApi, 'origins' | 'fields'>[];
type Queues = Pick<Parameters<typeof relay>[1], 'slots' | 'longSlots'>;

async function forward(exchange: Exchange, context: RouteContext, apis: OpenApis, queues: Queues): Promise<Routed> {
  const { request, response, asked, awaitsContinue } = exchange;
  const { site, clientOf, memory, resources, served } = context;
  const refuse = (facts: ProblemFacts): Routed =>
    problemAnswer({ ...asked, method: 'GET' }, site(), {
      ...facts,
      // The rest of a refused body is not read.
      headers: ['Connection', 'close', ...(facts.headers ?? [])],
    });
  if (asked.method !== 'POST') return refuse({ status: 405, detail: 'Requests are sent by POST.', allow: METHODS });
  if (!isFromOwnPage(request.headers, site().baseUrl))
    return refuse({ status: 403, detail: 'Only pages of this site, at base_url, may send requests here.' });
  const forwarded = forwardedIn(request.headers[FORWARD_FIELD], apis);
  if (typeof forwarded === 'string') return refuse({ status: 400, detail: forwarded });
  const { address } = clientOf(request);
  const rate = resources.limitOf(served.configuration, 'console/forward', RATE);
  const seconds = await (async () => rate.recordFailure(address, ''))().catch(() => undefined);
  if (seconds === undefined) return refuse({ status: 503, detail: 'Requests cannot be counted now.' });
  if (seconds > 0)
    return refuse({ status: 429, detail: 'This client asks too often.', headers: ['Retry-After', String(seconds)] });
  const { method, url, headers } = forwarded;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  // Some hosts do not say that a request has no body.
  const hasBody = forwarded.hasBody && (coding !== undefined || Number(length ?? 0) > 0);
  const framing = !hasBody ? [] : length === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', length];
  const timer = setTimeout(() => response.destroy(), WHOLE_MILLISECONDS);
  const peer = { address, isTrusted: false, isSecure: false };
  const result = await relay(
    { request, response, method, hasBody, awaitsContinue, maxBodyBytes: MOST_BODY_BYTES, memory, peer },
    {
      open: () =>
        (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
          // No connection is kept, since some servers log in a connection.
          agent: false,
          method,
          headers: ['Host', url.host, 'Accept-Encoding', 'identity', ...toHeaderList(headers), ...framing, 'Via', VIA],
        }),
      ...queues,
      timeoutMilliseconds: ANSWER_MILLISECONDS,
      passHeader: (answer) => passHead(answer, exchange),
      requestTrailers: () => [],
      answerTrailers: () => [],
    },
  );
  clearTimeout(timer);
  return result.kind === 'failure' ? refuse(result.failure) : { kind: 'sent' };
}

/** Writes status and header fields of an answer as the first line of ours, and limits the size of the rest. */
function passHead(answer: IncomingMessage, { response }: Exchange): boolean {
  const { statusCode: status = 502, statusMessage: reason = '', rawHeaders } = answer;
  response.writeHead(200, ANSWER_FIELDS);
  response.write(`${JSON.stringify({ status, reason, headers: fieldsOf(rawHeaders) })}\n`);
  let bytes = 0;
  answer.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > MOST_ANSWER_BYTES) response.destroy();
  });
  return true;
}

/** Reads the request that a page describes. @returns why it is not sent, if it is not */
function forwardedIn(text: string | readonly string[] | undefined, apis: OpenApis): Forwarded | string {
  const described = typeof text === 'string' ? parsed(text) : undefined;
  if (!isRecord(described)) return `The header field ${FORWARD_FIELD} does not describe a request.`;
  const { method, url: address, headers, hasBody } = described;
  if (typeof method !== 'string' || !isToken(method) || FORBIDDEN_METHODS.test(method))
    return 'This method is not sent.';
  const url = typeof address === 'string' ? URL.parse(address) : null;
  const there = apis.filter(({ origins }) => url !== null && origins.includes(url.origin));
  // The origin of a `blob:` URL is that of its inside.
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '' || there.length === 0)
    return 'The configuration names no such origin.';
  if (!Array.isArray(headers) || !headers.every(isField)) return 'The header fields cannot be read.';
  const fields = new Set(there.flatMap((api) => api.fields ?? []));
  const passed = headers.filter(([name]) => isOfPages(name, fields) && name.toLowerCase() !== 'accept-encoding');
  return { method, url, headers: passed, hasBody: hasBody === true };
}

function isField(field: unknown): field is HeaderField {
  if (!Array.isArray(field) || field.length !== 2) return false;
  const [name, value]: readonly unknown[] = field;
  return typeof name === 'string' && isToken(name) && typeof value === 'string' && isFieldValue(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
