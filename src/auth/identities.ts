import type { AuthenticatedIdentity, GuestIdentity } from './contract.ts';

/** A client that sends no Authorization header (specification §1.3). */
export const GUEST: GuestIdentity = Object.freeze({
  kind: 'guest',
  className: 'Platform\\MvcAuth\\Identity\\GuestIdentity',
});

/** A user of an adapter. @param name as the password file has it */
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
