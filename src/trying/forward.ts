import { FORWARD_FIELD, FORWARD_PATH } from '../model/locations.ts';
import type { FailureCause, Tools } from './exchange.ts';

/** Requests through the server of the documentation, to servers that do not allow pages of other origins. */

/**
 * Creates tools whose requests the server of the documentation sends.
 * @param site address of that server
 * @param cookies cookies of each request, which pages cannot send themselves
 */
export function forwardingTools(tools: Tools, site: string, cookies: readonly string[]): Tools {
  return { ...tools, fetch: forwardingFetch(tools.fetch, site + FORWARD_PATH, cookies), causeOf };
}

class NotForwarded extends Error {
  readonly status: number;

  constructor(status: number) {
    super();
    this.status = status;
  }
}

const CAUSES: Readonly<Record<number, FailureCause>> = { 429: 'busy', 502: 'unreachable', 504: 'time' };

function causeOf(error: unknown): FailureCause {
  return error instanceof NotForwarded ? (CAUSES[error.status] ?? 'unforwarded') : 'unreachable';
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function forwardingFetch(send: Tools['fetch'], endpoint: string, cookies: readonly string[]): Tools['fetch'] {
  return async (url, { method = 'GET', headers = {}, body = null, signal = null } = {}) => {
    const own = [...new Headers(headers), ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : [])];
    // Only the body knows the type of a form with its boundary, and of a file.
    const isTyped = body instanceof Blob && body.type !== '' && !own.some(([name]) => name === 'content-type');
    const asked = {
      method,
      url,
      hasBody: body !== null,
      headers: isTyped ? [...own, ['content-type', body.type]] : own,
    };
    const answer = await send(endpoint, {
      method: 'POST',
      headers: { [FORWARD_FIELD]: encodeURIComponent(JSON.stringify(asked)), Accept: 'application/problem+json' },
      body,
      // The documentation may need a log-in; nothing of it is forwarded.
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
    if (!answer.ok || answer.body === null) throw new NotForwarded(answer.status);
    return answerIn(answer.body.getReader());
  };
}

interface AnswerHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: [name: string, value: string][];
}

/** Reads status and header fields, which are the first line of a forwarded answer, and the body after it. */
async function answerIn(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Promise<Response> {
  const decoder = new TextDecoder();
  let line = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new NotForwarded(502);
    const end = value.indexOf(0x0a);
    line += decoder.decode(end === -1 ? value : value.subarray(0, end), { stream: end === -1 });
    if (end === -1) continue;
    const { status, reason: statusText, headers }: AnswerHead = JSON.parse(line);
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        if (end + 1 < value.byteLength) controller.enqueue(value.subarray(end + 1));
      },
      async pull(controller) {
        const part = await reader.read();
        if (part.done) controller.close();
        else controller.enqueue(part.value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(WITHOUT_BODY.has(status) ? null : body, { status, statusText, headers });
  }
}
