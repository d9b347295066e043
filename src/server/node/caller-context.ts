import { AsyncLocalStorage } from 'node:async_hooks';
import { GUEST, type Identity } from '../../auth/contract.ts';
import type { Runtime } from '../runtime.ts';

/** Client and identity of a request, as this server knows them. */
interface Caller {
  readonly identity: Identity;
  /** Address of the client; '' where there is none. */
  readonly client: string;
  /** Runtime that serves the request; undefined while pages are only rendered. */
  readonly runtime: Runtime | undefined;
}

const UNKNOWN_CALLER: Caller = { identity: GUEST, client: '', runtime: undefined };

/** Caller of the request that Astro answers: set around its handler, which takes no locals; read by the middleware. */
const callers = new AsyncLocalStorage<Caller>();

/** Runs Astro's handler for a request of this caller. */
export function withCaller<T>(caller: Caller, answer: () => T): T {
  return callers.run(caller, answer);
}

/** A guest from nowhere where none was set. */
export function currentCaller(): Caller {
  return callers.getStore() ?? UNKNOWN_CALLER;
}
