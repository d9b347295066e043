import type { HeaderList } from '../http/header-list.ts';

/** Contracts between the parts of authentication (DESIGN §9; specification §3, §5). */

/** Client of a request: a guest or a user. */
export type Identity = GuestIdentity | AuthenticatedIdentity;

/** Identity of a request without an Authorization header (specification §1.3). */
interface GuestIdentity {
  readonly kind: 'guest';
  readonly className: 'Platform\\MvcAuth\\Identity\\GuestIdentity';
}

export interface AuthenticatedIdentity {
  readonly kind: 'authenticated';
  readonly className: 'Platform\\MvcAuth\\Identity\\AuthenticatedIdentity';
  /** Name as the password file spells it. */
  readonly name: string;
  /** Name of the adapter in configuration. */
  readonly adapter: string;
  /** Name as challenges spell it: `Digest`. */
  readonly scheme: string;
  readonly realm: string;
}

/** Parts of a request that authentication reads before the body. */
export interface CredentialsRequest {
  readonly method: string;
  /** Request target as sent, query included; Digest credentials are bound to it. */
  readonly target: string;
  /** Every Authorization field line in order; one character per byte, as in Node. */
  readonly authorization: readonly string[];
  /** Address of the client behind any trusted proxies. */
  readonly client: string;
  /** Identifies the connection of the request; left out: unknown. */
  readonly connection?: { readonly destroyed?: boolean };
  /** Facts for the access log; left out: the request is not logged. */
  readonly notes?: LogNotes;
}

/** Facts about a request that become known while it is answered, for the access log. */
export interface LogNotes {
  /** Unique request id, the same in the access log and the audit log. */
  readonly id: string;
  /** The user who has logged in; null: a guest. */
  identity: AuthenticatedIdentity | null;
  /**
   * Asks the program in which the handler is mounted for the name of its user; null: it knows none. Rejects if that
   * cannot be decided. Undefined: no program is asked.
   */
  hostUser?: (() => Promise<string | null>) | undefined;
}

/** Result of checking the credentials of a request, passed from the scheme to the answer. */
export type AuthenticationResult = { readonly kind: 'guest' } | LoggedIn | Refused;

/** Successful log-in; `headers` are added to the answer (`authentication-info`). */
export interface LoggedIn {
  readonly kind: 'authenticated';
  readonly identity: AuthenticatedIdentity;
  readonly headers: HeaderList;
}

export type Refused =
  /**
   * Refusal with status 401 for every cause; `cause` is only for the audit log. Each of `challenges` is a field value.
   */
  | { readonly kind: 'rejected'; readonly challenges: readonly string[]; readonly cause: RejectionCause }
  /** Refusal with status 429. */
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  /** Refusal with status 503; `reason` is for logs and the operator. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number; readonly reason: string };

export type RejectionCause =
  /** `no-credentials`: a guest called an operation that requires authentication. */
  'no-credentials' | 'malformed' | 'unknown-scheme' | 'several-headers' | 'wrong-credentials' | 'stale' | 'replayed';

/** State of an adapter or verifier; `reason` names file, line and remedy, never a secret. */
export type Health = { readonly kind: 'working' } | { readonly kind: 'closed'; readonly reason: string };

/** Entry of `authentication.adapters`, with one realm and one or both schemes. */
export interface Adapter {
  readonly name: string;
  readonly realm: string;
  /** Names as challenges spell them, the strongest first. */
  readonly schemes: readonly string[];
  /**
   * @param failures given if other adapters check the request as well: collects failures instead of counting them
   * @returns a promise that no request can make reject
   */
  authenticate(request: CredentialsRequest, failures?: DeferredFailures): Promise<AuthenticationResult>;
  /**
   * Returns the user of recently verified credentials, without hashing or counting; undefined: call
   * {@link authenticate}. Left out: the adapter remembers no credentials.
   */
  recall?(request: CredentialsRequest): LoggedIn | undefined;
  /** Challenges for a guest who has to log in: one field value for each scheme, the strongest first. */
  challenges(): readonly string[];
  health(): Health;
  /** Stops watching files; afterwards, the adapter is closed. */
  close(): void;
}

/**
 * Failures that count only if no other adapter accepts the credentials. Each function counts one failure and returns
 * the seconds until the client may try again, like `Attempts.recordFailure`.
 */
export type DeferredFailures = (() => number | Promise<number>)[];

/** Milliseconds since 1970. */
export type Clock = () => number;

export type RandomBytes = (count: number) => Uint8Array;

/** Identity of a client that sends no Authorization header (specification §1.3). */
export const GUEST: GuestIdentity = Object.freeze({
  kind: 'guest',
  className: 'Platform\\MvcAuth\\Identity\\GuestIdentity',
});

/** Identity of an adapter's user. @param name as the password file spells it */
export function identityOf(
  adapter: { readonly name: string; readonly realm: string },
  scheme: string,
  name: string,
): AuthenticatedIdentity {
  return {
    kind: 'authenticated',
    className: 'Platform\\MvcAuth\\Identity\\AuthenticatedIdentity',
    name,
    adapter: adapter.name,
    scheme,
    realm: adapter.realm,
  };
}

/** Retry-After if all password workers are busy (our choice): one may be free soon. */
export const BUSY_RETRY_SECONDS = 1;
/** Retry-After while a password file or the shared store is missing (our choice). */
export const DOWN_RETRY_SECONDS = 5;
