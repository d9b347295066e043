/**
 * Access to an operation. The rule that enforces access on the server also computes this value, so that documentation
 * and server agree (DESIGN §6, `requiresAuthorization`).
 */
export type Access = Answering &
  (
    | { readonly kind: 'open' }
    /** The caller must log in with one of these schemes. If the list is empty, no user can log in. */
    | { readonly kind: 'login'; readonly schemes: readonly LoginScheme[] }
  );

interface Answering {
  /** True: this site responds with examples from the descriptor; absent: a backend responds. */
  readonly hasExamples?: true;
}

export interface LoginScheme {
  /** Scheme name in challenges, such as `Digest`. */
  readonly scheme: string;
  readonly realm: string;
  /** True: the client does not send the password itself. Absent: it does, so the scheme is safe only over HTTPS. */
  readonly keepsPassword?: true;
  /** curl options for the log-in. Default: those of Basic. */
  readonly curl?: string;
}

/** Input of an access rule: the identity of an operation. */
export interface OperationIdentity {
  readonly api: string;
  readonly version: number;
  readonly service: string;
  readonly resource: 'collection' | 'entity' | 'action';
  /** Upper case, such as `GET`. */
  readonly method: string;
}

export function operationIdentityKey({ api, version, service, resource, method }: OperationIdentity): string {
  return JSON.stringify([api, version, service, resource, method]);
}

export type AccessRule = (operation: OperationIdentity) => Access;

const OPEN: Access = { kind: 'open' };

/** Access rule for APIs without an authentication adapter. */
export const openToEveryone: AccessRule = () => OPEN;

/** Access to a whole API: `mixed` if some operations are open and others require a log-in. */
export type ApiAccess = Access | { readonly kind: 'mixed'; readonly schemes: readonly LoginScheme[] };

export function loginKey({ scheme, realm }: LoginScheme): string {
  return `${scheme} ${realm}`;
}

/** Key for the required log-ins in order; {@link Answering.hasExamples} makes no difference. */
export function accessKey(access: Access): string {
  return access.kind === 'open' ? 'open' : JSON.stringify(access.schemes.map(({ scheme, realm }) => [scheme, realm]));
}

/** Combines the access of operations, each scheme once. An empty input is `open`. */
export function combinedAccess(accesses: Iterable<Access>): ApiAccess {
  const schemes = new Map<string, LoginScheme>();
  const kinds = new Set<Access['kind']>();
  for (const access of accesses) {
    kinds.add(access.kind);
    if (access.kind === 'login') for (const scheme of access.schemes) schemes.set(loginKey(scheme), scheme);
  }
  if (!kinds.has('login')) return { kind: 'open' };
  return { kind: kinds.has('open') ? 'mixed' : 'login', schemes: [...schemes.values()] };
}
