import type { Operation } from './operation.ts';
import type { Direction } from './schema/hidden-names.ts';

/** Directions of the two messages of a call, from the reader's point of view. */
export interface Directions {
  readonly request: Direction;
  readonly response: Direction;
}

/** Directions of an operation: readers send the request. */
export const CALLED: Directions = { request: 'request', response: 'response' };

/** Directions of a webhook or a callback, where the API calls: readers receive the request, and send the response. */
export const CALLING: Directions = { request: 'response', response: 'request' };

export function directionsOf({ service }: Operation): Directions {
  return service.getKind() === 'webhook' ? CALLING : CALLED;
}
