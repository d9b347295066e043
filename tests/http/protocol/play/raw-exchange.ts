import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { LIMITS } from '../../../limits.ts';

/** One answer, as it came. */
export interface RawAnswer {
  readonly status: number;
  /** Lower-cased names; one line each. One character a byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Sent in this order, beside Host where it is not among them; one character a byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `null`: none. */
  readonly body: string | null;
}

export interface Exchanged {
  readonly answer: RawAnswer;
  /** The server has asked for the body. */
  readonly continued: boolean;
}

/** The bytes of a request's head. */
export function headOf({ method, target, headers, body }: RawRequest): Buffer {
  const isNamed = (wanted: string): boolean => headers.some(([name]) => name.toLowerCase() === wanted);
  const lines = [
    ...(isNamed('host') ? [] : [['Host', '127.0.0.1']]),
    ...headers,
    ...(body === null || isNamed('content-length') || isNamed('transfer-encoding')
      ? []
      : [['Content-Length', String(Buffer.byteLength(body, 'latin1'))]]),
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/**
 * Sends one request on a connection of its own. The body of a request with Expect is sent when the server asks for it.
 * @throws without a whole answer
 */
export function exchange(port: number, request: RawRequest): Promise<Exchanged> {
  const waits = request.headers.some(([name]) => name.toLowerCase() === 'expect');
  const body = Buffer.from(request.body ?? '', 'latin1');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received: Buffer = Buffer.alloc(0);
    let continued = false;
    const fail = (reason: string): void => {
      socket.destroy();
      reject(
        new Error(`${reason} to ${request.method} ${request.target}: ${received.toString('latin1').slice(0, 300)}`),
      );
    };
    const look = (isEnd: boolean): void => {
      let taken = takeAnswer(received, request.method, isEnd);
      while (taken !== undefined && taken.answer.status < 200) {
        continued = true;
        received = taken.rest;
        socket.write(body);
        taken = takeAnswer(received, request.method, isEnd);
      }
      if (taken !== undefined) {
        socket.destroy();
        resolve({ answer: taken.answer, continued });
      } else if (isEnd) fail('No whole answer');
    };
    socket.setTimeout(LIMITS.wait, () => fail('No answer in time'));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      look(false);
    });
    socket.on('error', (error) => fail(error.message));
    socket.on('close', () => look(true));
    socket.write(waits ? headOf(request) : Buffer.concat([headOf(request), body]));
  });
}

/** Everything that the server sends until it closes the connection; one character a byte. */
export async function receivedFor(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setTimeout(LIMITS.wait);
  socket.once('timeout', () => socket.destroy(new Error('The connection was not closed in time')));
  socket.write(bytes);
  return text(socket);
}

/** Takes the first answer from what was received. @returns undefined when it is not whole yet */
export function takeAnswer(
  received: Buffer,
  method: string,
  isEnd: boolean,
): { readonly answer: RawAnswer; readonly rest: Buffer } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2})( |$)/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`Not an HTTP answer: ${statusLine}`);
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  const rest = received.subarray(end + 4);
  const framed =
    method === 'HEAD' || status < 200 || status === 204 || status === 304
      ? { body: Buffer.alloc(0), rest }
      : takeBody(rest, headers, isEnd);
  return framed && { answer: { status, headers, body: framed.body }, rest: framed.rest };
}

/** @see RFC 9112 §6 */
function takeBody(
  rest: Buffer,
  headers: RawAnswer['headers'],
  isEnd: boolean,
): { readonly body: Buffer; readonly rest: Buffer } | undefined {
  const headerOf = (wanted: string): string | undefined => headers.find(([name]) => name === wanted)?.[1];
  if (headerOf('transfer-encoding') === 'chunked') return takeChunks(rest);
  const length = headerOf('content-length');
  if (length === undefined) return isEnd ? { body: rest, rest: Buffer.alloc(0) } : undefined;
  return rest.length < Number(length)
    ? undefined
    : { body: rest.subarray(0, Number(length)), rest: rest.subarray(Number(length)) };
}

function takeChunks(from: Buffer): { readonly body: Buffer; readonly rest: Buffer } | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = from.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const length = Number.parseInt(from.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + length + 2;
    if (Number.isNaN(length)) throw new Error('Malformed chunks');
    if (from.length < next) return undefined;
    if (length === 0) return { body: Buffer.concat(chunks), rest: from.subarray(next) };
    chunks.push(from.subarray(lineEnd + 2, next - 2));
    at = next;
  }
}
