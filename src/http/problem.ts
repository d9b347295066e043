import type { HeaderList } from './header-list.ts';

/** @see RFC 9457 §3 */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The one `type` of every problem, as the specification's examples and the original have it. */
const PROBLEM_TYPE = 'http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html';

/** An error response, for a program and for its reader. */
export interface Problem {
  readonly status: number;
  /** Reason phrase of the status. */
  readonly title: string;
  /** One sentence about this request; never a stack trace or a secret. */
  readonly detail: string;
  /** Methods that the path has instead (405). Programs read them in the field `Allow`; the body leaves them out. */
  readonly allow?: readonly string[];
  /** Members that follow the others (RFC 9457 §3.2). */
  readonly extensions?: ProblemExtensions;
}

export interface ProblemExtensions {
  /** Media types that are available instead (406). */
  readonly available?: readonly { readonly type: string; readonly url: string }[];
  /** Names close to the requested one (404), the closest first. */
  readonly similar?: readonly { readonly name: string; readonly url: string }[];
  /** Validation errors (422): field → rule → message; a field inside a field takes the place of a rule. */
  readonly validation_messages?: Readonly<Record<string, unknown>>;
}

/** The body of a problem answer; keys in the order `type`, `title`, `status`, `detail`, extensions. */
export function writeProblem({ status, title, detail, extensions }: Problem): string {
  return JSON.stringify({ type: PROBLEM_TYPE, title, status, detail, ...extensions });
}

/**
 * Texts of refusals that several parts of the server share: a client that is refused, or finds nothing, cannot tell
 * which part answered. One sentence each (`detail` of a problem, RFC 9457 §3.1.4).
 */
export const TOO_MANY_FAILURES = 'Too many log-ins have failed. Try again later.';
export const LOGINS_UNAVAILABLE = 'Log-ins cannot be checked at the moment.';
export const NOTHING_HERE = 'There is nothing at this path.';
export const NO_ADDRESS =
  'A sitemap needs the address of the site, which platform-documentation.base_url would name in its configuration.';
export const NOTHING_ACCEPTABLE = 'None of the media types that Accept allows is available.';

/** The same for every caller and cause (specification §7). */
export const UNAUTHORIZED: Problem = { status: 401, title: 'Unauthorized', detail: 'Unauthorized' };

/** `WWW-Authenticate` fields of a 401. @param challenges one field line each (RFC 9110 §11.6.1) */
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
