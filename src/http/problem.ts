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
