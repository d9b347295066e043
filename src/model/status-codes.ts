import type { StatusCode } from './records.ts';

const REASON_PHRASES: Readonly<Record<number, string>> = {
  100: 'Continue',
  101: 'Switching Protocols',
  102: 'Processing',
  103: 'Early Hints',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  207: 'Multi-Status',
  208: 'Already Reported',
  226: 'IM Used',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  305: 'Use Proxy',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  511: 'Network Authentication Required',
};

/** @see RFC 9110 §15 */
const STATUS_CLASSES: Readonly<Record<string, string>> = {
  1: 'Informational',
  2: 'Successful',
  3: 'Redirection',
  4: 'Client error',
  5: 'Server error',
};

/** The reason phrase of the HTTP status code registry; `''` for a code that is not registered. */
export function reasonPhrase(code: number): string {
  return REASON_PHRASES[code] ?? '';
}

/** What a response without a description is about, by its status: `200`, `4XX`, `default`. Never empty. */
export function statusWords(status: string): string {
  return reasonPhrase(Number(status)) || (STATUS_CLASSES[status.charAt(0)] ?? 'Any other status');
}

export function toStatusCode(code: number): StatusCode {
  return { code, message: reasonPhrase(code) };
}

/** What the status codes of an operation without documented ones follow from. */
interface StatusCodeFacts {
  readonly method: string;
  /** An entity operation, or an RPC route with an optional segment: the thing may be missing. */
  readonly mayBeMissing: boolean;
  readonly hasFields: boolean;
}

/**
 * The codes that the original derives for an operation that documents none, in its order: 406, 415, success, 404,
 * 400 and 422. Codes of protected operations (401, 403) are added by {@link Operation.getResponseStatusCodes}.
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
