import type { Api } from '../../model/api.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { madeAsFact } from '../../model/dependencies.ts';
import type { ResponseObject } from '../../model/openapi-objects.ts';
import { CALLED, directionsOf, type Operation } from '../../model/operation.ts';
import { anchorPart } from '../anchors.ts';

/** An error that many operations answer with in the same way: drawn once, on the overview. */
export interface SharedResponse {
  readonly id: string;
  /** The id of the first one with the same fields, whose fields are drawn for all of them. */
  readonly drawnAs: string;
  readonly status: string;
  readonly response: ResponseObject;
  /** One of the operations that answer so. */
  readonly operation: Operation;
  readonly operationCount: number;
}

/** An answer given by fewer operations is drawn where it is given. */
const FEWEST_OPERATIONS = 3;

/**
 * Errors with a body, same status, body and headers, of at least three operations, and of each status only the most
 * common, by status.
 */
export const sharedResponses = computedOnce((api: Api): ReadonlyMap<string, SharedResponse> => {
  const found = new Map<string, { status: string; response: ResponseObject; operation: Operation; count: number }>();
  for (const operation of api.getServices().flatMap((service) => service.getAllOperations())) {
    for (const { status, response } of operation.getResponses()) {
      const key = sharedKey(operation, status, response);
      if (key === null) continue;
      const entry = found.get(key);
      if (entry === undefined) found.set(key, { status, response, operation, count: 1 });
      else entry.count += 1;
    }
  }
  const commonest = new Map<string, string>();
  for (const [key, { status, count }] of found) {
    const best = commonest.get(status);
    if (count >= FEWEST_OPERATIONS && count > (best === undefined ? 0 : (found.get(best)?.count ?? 0)))
      commonest.set(status, key);
  }
  const drawn = new Map<string, string>();
  const inOrder = [...commonest].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    inOrder.flatMap(([status, key]) => {
      const entry = found.get(key);
      if (entry === undefined) return [];
      const { response, operation, count: operationCount } = entry;
      const id = `responses.${anchorPart(status)}`;
      const fields = fieldsKey(response);
      const drawnAs = drawn.get(fields) ?? id;
      drawn.set(fields, drawnAs);
      return [[key, { id, drawnAs, status, response, operation, operationCount }] as const];
    }),
  );
});

/** Same key, same fields, headers and links; examples may differ. */
function fieldsKey({ content = {}, headers = {}, links = {} }: ResponseObject): string {
  const fields = Object.entries(content).map(([type, media]) => [
    type,
    Object.entries(media).filter(([key]) => key !== 'example' && key !== 'examples'),
  ]);
  return JSON.stringify([fields, headers, links]);
}

/** Id of an answer that is drawn once for all operations that give it; undefined where each draws its own. */
export function sharedResponseId(operation: Operation, status: string, response: ResponseObject): string | undefined {
  const { api } = operation.service;
  const key = sharedKey(operation, status, response);
  return key === null ? undefined : madeAsFact(factOf(api, status), () => sharedResponses(api).get(key)?.id);
}

/** Facts that {@link sharedResponseId} depends on. Keys are their names. */
export function sharedResponseFacts(api: Api): ReadonlyMap<string, string> {
  return new Map([...sharedResponses(api)].map(([key, { status }]) => [factOf(api, status), key]));
}

function factOf(api: Api, status: string): string {
  return `${api.getVersion()}:shared-response.${status}`;
}

/**
 * Same key, same answer, for all that the description says; null where an answer is never shared. What a webhook is
 * answered with travels the other way.
 */
export function sharedKey(operation: Operation, status: string, response: ResponseObject): string | null {
  if (directionsOf(operation) !== CALLED) return null;
  if (!/^([45]|default)/.test(status) || Object.keys(response.content ?? {}).length === 0) return null;
  return `${status} ${contentKey(response)}`;
}

const contentKey = computedOnce((response: ResponseObject): string =>
  JSON.stringify([response.content, response.headers ?? {}]),
);
