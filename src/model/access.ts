/**
 * Access to an operation. The function that enforces access also answers here, so that the documentation cannot differ
 * from the server (DESIGN §6, `requiresAuthorization`).
 */
export type Access = Answering &
  (
    | { readonly kind: 'open' }
    /** The caller logs in by one of these schemes. Without schemes no user can log in: closed to everyone. */
    | { readonly kind: 'login'; readonly schemes: readonly LoginScheme[] }
  );

interface Answering {
  /** True: this site answers with examples made from the descriptor; left out: a backend answers. */
  readonly hasExamples?: true;
}

export interface LoginScheme {
  /** Name in challenges: `Digest`. */
  readonly scheme: string;
  readonly realm: string;
  /** A client proves that it knows the password without sending it; left out: it is sent, which HTTPS alone hides. */
  readonly keepsPassword?: true;
  /** Options by which curl logs in; left out: those of Basic. */
  readonly curl?: string;
}

/** Operation that an access rule decides on. */
export interface OperationIdentity {
  readonly api: string;
  readonly version: number;
  readonly service: string;
  readonly resource: 'collection' | 'entity' | 'action';
  /** Upper case, such as `GET`. */
  readonly method: string;
}

/** Key that is unique to the operation. */
export function operationIdentityKey({ api, version, service, resource, method }: OperationIdentity): string {
  return JSON.stringify([api, version, service, resource, method]);
}

export type AccessRule = (operation: OperationIdentity) => Access;

const OPEN: Access = { kind: 'open' };

/** Access rule of a site that maps no adapter to an API. */
export const openToEveryone: AccessRule = () => OPEN;

/** Access to an API as a whole: `mixed` where some operations are open and others need a log-in. */
export type ApiAccess = Access | { readonly kind: 'mixed'; readonly schemes: readonly LoginScheme[] };

/** Key that is unique to the way to log in. */
export function loginKey({ scheme, realm }: LoginScheme): string {
  return `${scheme} ${realm}`;
}

/** Key of the required log-ins in their order, regardless of whether examples or a backend answer. */
export function accessKey(access: Access): string {
  return access.kind === 'open' ? 'open' : JSON.stringify(access.schemes.map(({ scheme, realm }) => [scheme, realm]));
}

/** The access of all operations taken together; each scheme once. Without operations there is nothing to protect. */
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
