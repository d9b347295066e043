import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '../auth/contract.ts';
import type { HeaderList } from '../http/header-list.ts';
import type { SiteAnswer, SiteRequest } from './documentation/contract.ts';

/** One request on its way to what answers it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Fields of the request that most routes read. */
  readonly asked: SiteRequest;
  /** The client sends its body only when it is asked to (`Expect: 100-continue`). */
  readonly awaitsContinue: boolean;
}

export type Routed =
  /** Nothing is left to do. */
  { readonly kind: 'sent' } | { readonly kind: 'answer'; readonly answer: SiteAnswer } | PassedOn;

/** A request that goes on to Astro. */
export interface PassedOn {
  readonly kind: 'pass-on';
  readonly identity: Identity;
  /** Fields to add to Astro's answer. */
  readonly headers: HeaderList;
}

/**
 * Answers the requests that belong to it; null: the next route is asked. It returns no promise where none is needed:
 * most requests are for documentation that was asked for before.
 */
export type Route = (exchange: Exchange) => Routed | null | Promise<Routed | null>;

/**
 * Asks the routes of a table in their order; the first that does not pass answers.
 * @param from the first that is asked
 * @throws where all of them pass, which is a bug: the last route of a table takes everything
 */
export function dispatch(table: readonly Route[], exchange: Exchange, from = 0): Routed | Promise<Routed> {
  // Counts by index: an iterator of entries would be made at every request.
  for (let at = from; at < table.length; at++) {
    const routed = table[at]?.(exchange) ?? null;
    if (routed instanceof Promise) return routed.then((late) => late ?? dispatch(table, exchange, at + 1));
    if (routed !== null) return routed;
  }
  throw new Error(`No route answers ${exchange.asked.method} ${exchange.asked.target}.`);
}

export function answered(answer: SiteAnswer): Routed;
export function answered(answer: SiteAnswer | Promise<SiteAnswer> | null): ReturnType<Route>;
export function answered(answer: SiteAnswer | Promise<SiteAnswer> | null): ReturnType<Route> {
  if (answer instanceof Promise) return answer.then((late) => answered(late));
  return answer && { kind: 'answer', answer };
}
