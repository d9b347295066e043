import type { IncomingMessage } from 'node:http';
import { fieldsOf } from '../../http/header-list.ts';
import type { ServiceCall } from '../contract.ts';
import { responseHeaders, responseTrailers } from './forwarded-headers.ts';

/**
 * Writes status and header of the upstream's answer.
 * @param toOwnLocation a place that the upstream names, as the client has to write it
 * @returns false, and nothing is sent, where they cannot be passed on
 */
export function passHeader(
  call: ServiceCall,
  answer: IncomingMessage,
  toOwnLocation: (location: string) => string,
): boolean {
  const { request, response, headers, trust } = call;
  const own = [...headers, ...(request.complete || !call.hasBody ? [] : ['Connection', 'close'])];
  const passed = responseHeaders(answer, own, trust);
  if (passed === null) return false;
  const all = fieldsOf(passed).flatMap(([name, value]) => [
    name,
    /^(?:content-)?location$/i.test(name) ? toOwnLocation(value) : value,
  ]);
  try {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, all);
    return true;
  } catch {
    // Node keeps a reason phrase that it has refused, and refuses every later answer with it.
    response.statusMessage = '';
    return false;
  }
}

/**
 * Passes the content on, chunk by chunk, no faster than the client reads. How long a client may leave it unread is
 * decided by the server for all its answers: it ends the connection, which ends this.
 * @param upstreamTurn waits while the upstream is the one to send
 * @param abort called where the answer breaks off
 */
export function passContent(
  { response, trust }: ServiceCall,
  answer: IncomingMessage,
  upstreamTurn: Watchdog,
  abort: () => void,
): void {
  upstreamTurn.wait();
  answer.on('data', (chunk: Uint8Array) => {
    upstreamTurn.wait();
    if (response.write(chunk)) return;
    answer.pause();
    upstreamTurn.rest();
    response.once('drain', () => {
      upstreamTurn.wait();
      answer.resume();
    });
  });
  answer.on('end', () => {
    if (!answer.complete) return abort();
    upstreamTurn.rest();
    const trailers = responseTrailers(answer, trust);
    if (trailers.length > 0) response.addTrailers(trailers);
    response.end();
  });
  answer.on('error', abort);
  // A stream of events is announced before its first one.
  setImmediate(() => (response.writableEnded || response.destroyed ? undefined : response.flushHeaders()));
}

/** Timer that fires when nothing has happened for a time while one side is waited for. */
export class Watchdog {
  readonly #milliseconds: number;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, ring: () => void) {
    this.#milliseconds = milliseconds;
    this.#ring = ring;
  }

  /** Something has happened; from now on the next thing is waited for. */
  wait(): void {
    if (this.#timer === undefined) this.#timer = setTimeout(this.#ring, this.#milliseconds);
    else this.#timer.refresh();
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
