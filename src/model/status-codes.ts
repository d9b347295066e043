import type { StatusCode } from './records.ts';

// An import statement would read all exports of the module and thereby load its WebSocket client: 10 % of the time of
// a short command.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Node's reason phrases, corrected by the HTTP status code registry (RFC 9110 §16.2); `''` if not registered. */
const REASON_PHRASES: Readonly<Record<number, string | undefined>> = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  418: '',
  422: 'Unprocessable Content',
  509: '',
  510: '',
};

/** @see RFC 9110 §15 */
const STATUS_CLASSES: Readonly<Record<string, string>> = {
  1: 'Informational',
  2: 'Successful',
  3: 'Redirection',
  4: 'Client error',
  5: 'Server error',
};

/** Reason phrase from the HTTP status code registry; `''` for an unregistered code. */
export function reasonPhrase(code: number): string {
  return REASON_PHRASES[code] ?? '';
}

/** Description for a response without one, from its status (`200`, `4XX`, `default`). Never empty. */
export function statusWords(status: string): string {
  return reasonPhrase(Number(status)) || (STATUS_CLASSES[status.charAt(0)] ?? 'Any other status');
}

export function toStatusCode(code: number): StatusCode {
  return { code, message: reasonPhrase(code) };
}

/** Facts about an operation for {@link deriveStatusCodes}. */
interface StatusCodeFacts {
  readonly method: string;
  /** True if the resource may not exist: entity operations, and RPC routes with an optional segment. */
  readonly mayBeMissing: boolean;
  readonly hasFields: boolean;
}

/**
 * Derives status codes for an operation without documented codes, like the original product and in its order: 406, 415,
 * success, 404, 400 and 422. {@link Operation.getResponseStatusCodes} adds 401 and 403 for protected operations.
 */
export function deriveStatusCodes({ method, mayBeMissing, hasFields }: StatusCodeFacts): readonly StatusCode[] {
  const success: Readonly<Record<string, number>> = { GET: 200, PUT: 200, PATCH: 200, POST: 201, DELETE: 204 };
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const codes = [406, 415];
  const successCode = success[method];
  if (successCode !== undefined) codes.push(successCode);
  if (mayBeMissing) codes.push(404);
  if (takesBody && hasFields) codes.push(400, 422);
  return codes.map(toStatusCode);
}
