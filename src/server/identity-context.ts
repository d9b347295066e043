import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '../auth/contract.ts';
import { GUEST } from '../auth/guest.ts';

/** Who makes the request that Astro answers: set around its handler, which takes no locals; read by the middleware. */
const identities = new AsyncLocalStorage<Identity>();

/** Runs Astro's handler for a request of this identity. */
export function withIdentity<T>(identity: Identity, answer: () => T): T {
  return identities.run(identity, answer);
}

/** A guest where nobody has set one. */
export function currentIdentity(): Identity {
  return identities.getStore() ?? GUEST;
}
