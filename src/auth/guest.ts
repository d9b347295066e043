import type { GuestIdentity } from './contract.ts';

/** A client that sends no Authorization header (specification §1.3). */
export const GUEST: GuestIdentity = Object.freeze({
  kind: 'guest',
  className: 'Platform\\MvcAuth\\Identity\\GuestIdentity',
});
