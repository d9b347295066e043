/** @see RFC 9457 §3 */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The one `type` of every problem, as the specification's examples and the original have it. */
const PROBLEM_TYPE = 'http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html';

/** What went wrong, for a program and for its reader. */
export interface Problem {
  readonly status: number;
  /** Reason phrase of the status. */
  readonly title: string;
  /** One sentence about this request; never a stack trace or a secret. */
  readonly detail: string;
  /** Of 405: the methods there are instead. The field `Allow` tells programs, the body does not. */
  readonly allow?: readonly string[];
  /** Written after the others (RFC 9457 §3.2). */
  readonly extensions?: ProblemExtensions;
}

export interface ProblemExtensions {
  /** Of 406: the media types there are instead. */
  readonly available?: readonly { readonly type: string; readonly url: string }[];
  /** Of 404: names close to the one that was asked for, the closest first. */
  readonly similar?: readonly { readonly name: string; readonly url: string }[];
  /** Of 422: field → rule → message; a field inside a field stands where a rule could. */
  readonly validation_messages?: Readonly<Record<string, unknown>>;
}

/** The body of a problem answer; keys in the order `type`, `title`, `status`, `detail`, extensions. */
export function writeProblem({ status, title, detail, extensions }: Problem): string {
  return JSON.stringify({ type: PROBLEM_TYPE, title, status, detail, ...extensions });
}
