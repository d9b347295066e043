import type { AccessDecision } from '../auth/authorization.ts';
import type { AuthenticatedIdentity, Refused } from '../auth/contract.ts';
import { parseMediaType } from '../http/grammar.ts';
import type { HeaderList } from '../http/header-list.ts';
import type { OperationIdentity } from '../model/access.ts';
import type { Operation } from '../model/operation.ts';
import type { Gate } from './contract.ts';
import { chooseMediaType, fitsMediaType, requestTypes, responseTypes } from './documented-types.ts';
import type { RouteMatch } from './routes.ts';

/** Facts about a request that the checks use. */
export interface RequestFacts {
  readonly method: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  /** Whether the request announces a body that is not empty. */
  readonly hasBody: boolean;
  /** Undefined if the request does not declare its length. */
  readonly contentLength: number | undefined;
  readonly maxBodyBytes: number;
}

/** Result of the checks; kinds are in the order of the checks. `headers` come from authentication. */
export type Decision =
  /** Status 204. */
  | { readonly kind: 'options'; readonly allow: readonly string[] }
  /** Status 401, 429 or 503. */
  | Refused
  /** Status 405. */
  | { readonly kind: 'method-not-allowed'; readonly allow: readonly string[]; readonly headers: HeaderList }
  /** Status 403. */
  | { readonly kind: 'forbidden'; readonly headers: HeaderList }
  /** Status 406. */
  | { readonly kind: 'not-acceptable'; readonly available: readonly string[]; readonly headers: HeaderList }
  /** Status 415. */
  | { readonly kind: 'unsupported-body'; readonly accepted: readonly string[]; readonly headers: HeaderList }
  /** Status 413. */
  | { readonly kind: 'body-too-large'; readonly headers: HeaderList }
  /** The backend answers, and checks the content of the body (400, 422). */
  | {
      readonly kind: 'serve';
      readonly operation: Operation;
      readonly identity: AuthenticatedIdentity | null;
      readonly headers: HeaderList;
    };

/**
 * Checks a request for a published resource in this order: 401, 405, 403, 406, 415, 413 (404 was checked before).
 * OPTIONS is never challenged; every other request is authenticated before the answer reveals anything. A guest gets
 * 405 only if some method is open to guests; otherwise, a guest gets 401.
 */
export async function decide(facts: RequestFacts, match: RouteMatch, gate: Gate): Promise<Decision> {
  if (facts.method === 'OPTIONS') return { kind: 'options', allow: allowedMethods(match) };
  const result = await gate.authenticate(match);
  switch (result.kind) {
    case 'guest':
      return decideAccess(null, [], facts, match, gate);
    case 'authenticated':
      return decideAccess(result.identity, result.headers, facts, match, gate);
    case 'rejected':
    case 'throttled':
    case 'unavailable':
      return result;
    default:
      return result satisfies never;
  }
}

/** Methods of a resource in the descriptor's order, with HEAD if it has GET, and OPTIONS. */
function allowedMethods({ operations }: RouteMatch): readonly string[] {
  const described = [...operations.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set([...described, 'OPTIONS'])];
}

function decideAccess(
  identity: AuthenticatedIdentity | null,
  headers: HeaderList,
  facts: RequestFacts,
  match: RouteMatch,
  gate: Gate,
): Decision {
  const verdict = (method: string, operation: Operation): AccessDecision =>
    gate.authorize(identityOf(operation, method), identity);
  const operation = operationOf(match, facts.method);
  if (operation === undefined) {
    const mayKnow =
      identity !== null ||
      [...match.operations].some(([method, candidate]) => verdict(method, candidate) === 'allowed');
    return mayKnow ? { kind: 'method-not-allowed', allow: allowedMethods(match), headers } : loginNeeded(match, gate);
  }
  const decision = verdict(facts.method, operation);
  switch (decision) {
    case 'login-needed':
      return loginNeeded(match, gate);
    case 'forbidden':
      return { kind: 'forbidden', headers };
    case 'allowed':
      return decideContent(identity, headers, facts, operation);
    default:
      return decision satisfies never;
  }
}

function loginNeeded(match: RouteMatch, gate: Gate): Refused {
  return { kind: 'rejected', challenges: gate.challenges(match), cause: 'no-credentials' };
}

function decideContent(
  identity: AuthenticatedIdentity | null,
  headers: HeaderList,
  facts: RequestFacts,
  operation: Operation,
): Decision {
  const available = responseTypes(operation);
  if (available.length > 0 && chooseMediaType(facts.accept, available) === undefined)
    return { kind: 'not-acceptable', available, headers };
  if (facts.hasBody) {
    const accepted = requestTypes(operation);
    const sent = parseMediaType(facts.contentType ?? '');
    if (accepted.length > 0 && (sent === undefined || !fitsMediaType(sent, accepted)))
      return { kind: 'unsupported-body', accepted, headers };
    if ((facts.contentLength ?? 0) > facts.maxBodyBytes) return { kind: 'body-too-large', headers };
  }
  return { kind: 'serve', operation, identity, headers };
}

function operationOf({ operations }: RouteMatch, method: string): Operation | undefined {
  return operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);
}

/** Identifies a method of an operation for access rules. */
export function identityOf({ service, resource }: Operation, method: string): OperationIdentity {
  return {
    api: service.api.getName(),
    version: service.api.getVersion(),
    service: service.getName(),
    resource,
    method,
  };
}
