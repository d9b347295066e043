import type { HeaderList } from './header-list.ts';
import type { Problem } from './problem.ts';

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
