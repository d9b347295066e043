import type { Operation } from './operation.ts';
import type { Direction } from './schema/hidden-names.ts';

/** Which way the two messages of a call travel, as who reads of it sees them. */
export interface Directions {
  readonly request: Direction;
  readonly response: Direction;
}

/** Of an operation: readers send the request. */
export const CALLED: Directions = { request: 'request', response: 'response' };

/** Of a webhook or a callback, where the API calls: readers receive the request, and send the response. */
export const CALLING: Directions = { request: 'response', response: 'request' };

export function directionsOf({ service }: Operation): Directions {
  return service.getKind() === 'webhook' ? CALLING : CALLED;
}
