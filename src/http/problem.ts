import type { HeaderList } from './header-list.ts';

/** @see RFC 9457 §3 */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** `type` of every problem, as in the examples of the specification and in the original product. */
const PROBLEM_TYPE = 'http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html';

/** Error response for programs and people. */
export interface Problem {
  readonly status: number;
  /** Reason phrase of the status. */
  readonly title: string;
  /** Sentences about this request; never a stack trace or a secret. */
  readonly detail: string;
  /** Methods that the path supports (405). They are sent in the field `Allow`, not in the body. */
  readonly allow?: readonly string[];
  /** Extension members of the body (RFC 9457 §3.2). */
  readonly extensions?: ProblemExtensions;
}

export interface ProblemExtensions {
  /** Media types that are available instead (406). */
  readonly available?: readonly { readonly type: string; readonly url: string }[];
  /** Names close to the requested one (404), the closest first. */
  readonly similar?: readonly { readonly name: string; readonly url: string }[];
  /** Validation errors (422): field → rule → message; a nested field takes the place of a rule. */
  readonly validation_messages?: Readonly<Record<string, unknown>>;
}

/** Writes the body of a problem answer, with keys in the order `type`, `title`, `status`, `detail`, extensions. */
export function writeProblem({ status, title, detail, extensions }: Problem): string {
  return JSON.stringify({ type: PROBLEM_TYPE, title, status, detail, ...extensions });
}

/**
 * Refusal texts that several parts of the server share, so that a refused client cannot tell which part answered
 * (`detail` of a problem, RFC 9457 §3.1.4).
 */
export const TOO_MANY_FAILURES = 'Too many log-ins have failed. Try again later.';
export const LOGINS_UNAVAILABLE = 'Log-ins cannot be checked at the moment.';
export const NOTHING_HERE = 'There is nothing at this path.';
export const NO_ADDRESS =
  'A sitemap needs the address of the site, which platform-documentation.base_url would name in its configuration.';
export const NOTHING_ACCEPTABLE = 'None of the media types that Accept allows is available.';

/** Problem of every 401, the same for every client and cause (specification §7). */
export const UNAUTHORIZED: Problem = { status: 401, title: 'Unauthorized', detail: 'Unauthorized' };

/** Builds the `WWW-Authenticate` fields of a 401. @param challenges one field line each (RFC 9110 §11.6.1) */
export function challengeFields(challenges: readonly string[]): HeaderList {
  return challenges.flatMap((challenge) => ['WWW-Authenticate', challenge]);
}

export function bodyTooLarge(maxBodyBytes: number): string {
  return `The body is larger than ${maxBodyBytes} bytes.`;
}

export const FORGED_BY_OTHER_SITE = {
  status: 403,
  detail: 'A page of another site sent this request with the log-in that the browser keeps for this site.',
} as const;
