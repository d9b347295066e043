import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAscii, parseMediaType } from '../http/grammar.ts';
import { type HeaderList, sendableFields } from '../http/header-list.ts';
import {
  bodyTooLarge,
  challengeFields,
  LOGINS_UNAVAILABLE,
  NOTHING_ACCEPTABLE,
  PROBLEM_MEDIA_TYPE,
  type Problem,
  TOO_MANY_FAILURES,
  UNAUTHORIZED,
  writeProblem,
} from '../http/problem.ts';
import { reasonPhrase } from '../model/status-codes.ts';
import type { Decision, RequestFacts } from './checks.ts';
import type { Answer, Failure } from './contract.ts';
import { dropRest } from './read-body.ts';

/** Problem in a format other than JSON, such as a page for browsers. */
interface RenderedProblem {
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

/** Renders any problem except 401; returns null to send the problem document. */
export type RenderProblem = (
  problem: Problem,
  request: IncomingMessage,
) => RenderedProblem | null | Promise<RenderedProblem | null>;

export function toProblem({ status, detail, allow, extensions }: Failure): Problem {
  return {
    status,
    title: reasonPhrase(status),
    detail,
    ...(allow !== undefined && { allow }),
    ...(extensions !== undefined && { extensions }),
  };
}

function problemDocument(problem: Problem): RenderedProblem {
  return { headers: ['Content-Type', PROBLEM_MEDIA_TYPE], body: Buffer.from(writeProblem(problem), 'utf8') };
}

type Refusal = Exclude<Decision, { readonly kind: 'options' | 'serve' }>;

/** Answer to a refused request. @param target path and query that the client may request again */
export function refusal(decision: Refusal, facts: RequestFacts, target: string): Failure {
  switch (decision.kind) {
    case 'throttled':
      return { status: 429, detail: TOO_MANY_FAILURES, headers: ['Retry-After', String(decision.retryAfterSeconds)] };
    case 'unavailable':
      return { status: 503, detail: LOGINS_UNAVAILABLE, headers: ['Retry-After', String(decision.retryAfterSeconds)] };
    case 'rejected':
      return {
        status: UNAUTHORIZED.status,
        detail: UNAUTHORIZED.detail,
        headers: challengeFields(decision.challenges),
      };
    case 'method-not-allowed':
      return {
        status: 405,
        detail: `The methods here are ${decision.allow.join(', ')}.`,
        allow: decision.allow,
        headers: decision.headers,
      };
    case 'forbidden':
      return { status: 403, detail: 'Forbidden', headers: decision.headers };
    case 'not-acceptable': {
      const available = decision.available.map((type) => ({ type, url: target }));
      return { status: 406, detail: NOTHING_ACCEPTABLE, extensions: { available }, headers: decision.headers };
    }
    case 'unsupported-body': {
      const accepted = decision.accepted
        .filter((type) => parseMediaType(type) !== undefined && isAscii(type))
        .join(', ');
      const field =
        facts.method === 'PATCH'
          ? ['Accept-Patch', accepted]
          : facts.method === 'POST'
            ? ['Accept-Post', accepted]
            : [];
      return { status: 415, detail: `The body may be ${accepted}.`, headers: [...decision.headers, ...field] };
    }
    case 'body-too-large':
      return { status: 413, detail: bodyTooLarge(facts.maxBodyBytes), headers: decision.headers };
    default:
      return decision satisfies never;
  }
}

export const BODY_TOO_SLOW: Failure = {
  status: 408,
  detail: 'The body of the request did not arrive, or arrived too slowly.',
  headers: ['Connection', 'close'],
};
/** Failure of a program in which the documentation is mounted behind a parser of bodies. */
export const BODY_TAKEN: Failure = {
  status: 500,
  detail: 'The body of the request was read before. Mount the documentation before parsers of bodies.',
};
export const NO_MEMORY: Failure = {
  status: 503,
  detail: 'The server cannot take this body at the moment.',
  headers: ['Retry-After', '5'],
};

/** Answer with a problem, which caches must not store. */
export function toAnswer(problem: Problem, rendered: RenderedProblem | null, headers: HeaderList): Answer {
  const { status, allow } = problem;
  const { headers: own, body } = rendered ?? problemDocument(problem);
  const allowed = allow ? ['Allow', allow.join(', ')] : [];
  return { status, headers: [...headers, ...allowed, ...own, 'Cache-Control', 'no-store'], body };
}

/** Maximum number of remaining body bytes to read and drop to keep the connection open. */
const MAX_DROPPED_BYTES = 65_536;
/** Statuses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends a whole answer. If much of the request's body is still to arrive, the connection closes after the client had
 * time to read the answer.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const hasContent = body !== null && !WITHOUT_CONTENT.has(status);
  const length: HeaderList = hasContent
    ? ['Content-Length', String(body.byteLength)]
    : status === 204 || status === 304
      ? []
      : ['Content-Length', '0'];
  const isLeaving = !mayKeep(request);
  response.writeHead(status, [
    ...sendableFields(headers),
    ...length,
    'X-Content-Type-Options',
    'nosniff',
    ...(isLeaving ? ['Connection', 'close'] : []),
  ]);
  const content = hasContent && request.method !== 'HEAD' ? body : null;
  if (!isLeaving) response.end(content);
  else {
    if (content === null) response.flushHeaders();
    else response.write(content);
    void dropRest(request).then(() => response.end());
  }
}

function mayKeep(request: IncomingMessage): boolean {
  if (request.complete) return true;
  if (request.headers['transfer-encoding'] !== undefined) return false;
  return Number(request.headers['content-length'] ?? 0) <= MAX_DROPPED_BYTES;
}
