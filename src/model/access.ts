/**
 * Who may call an operation. The function that enforces access also answers here, so that what the
 * documentation says and what the server does cannot differ (DESIGN §6, `requiresAuthorization`).
 */
export type Access = { readonly kind: 'open' } | { readonly kind: 'login'; readonly schemes: readonly LoginScheme[] };

export interface LoginScheme {
  readonly scheme: 'Basic' | 'Digest';
  readonly realm: string;
}

/** What an access rule is asked about. */
export interface OperationIdentity {
  readonly api: string;
  readonly version: number;
  readonly service: string;
  readonly resource: 'collection' | 'entity' | 'action';
  /** In capitals. */
  readonly method: string;
}

export type AccessRule = (operation: OperationIdentity) => Access;

/** No adapter is mapped to anything. */
export const openToEveryone: AccessRule = () => ({ kind: 'open' });
