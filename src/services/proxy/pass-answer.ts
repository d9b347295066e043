import type { IncomingMessage, ServerResponse } from 'node:http';
import { fieldsOf } from '../../http/header-list.ts';
import type { ServiceCall } from '../contract.ts';
import { responseHeaders } from './forwarded-headers.ts';

/**
 * Writes the status and header fields of the upstream's answer.
 * @param toOwnLocation rewrites the upstream's location for the client
 * @returns false, with nothing sent, if the answer cannot be passed on
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
    // Node keeps a refused reason phrase, and would refuse later answers to this request because of it.
    response.statusMessage = '';
    return false;
  }
}

/**
 * Passes the content on, chunk by chunk, no faster than the client reads. The server's own limit for slow clients ends
 * the connection, and so the transfer.
 * @param transfer `turn` runs while the upstream is expected to send; `abort` is called if the answer is cut off
 */
export function passContent(
  response: ServerResponse,
  answer: IncomingMessage,
  {
    trailersOf,
    turn,
    abort,
  }: {
    readonly trailersOf: (answer: IncomingMessage) => readonly [name: string, value: string][];
    readonly turn: Watchdog;
    readonly abort: () => void;
  },
): void {
  turn.wait();
  answer.on('data', (chunk: Uint8Array) => {
    turn.wait();
    if (response.write(chunk)) return;
    answer.pause();
    turn.rest();
    response.once('drain', () => {
      turn.wait();
      answer.resume();
    });
  });
  answer.on('end', () => {
    if (!answer.complete) return abort();
    turn.rest();
    const trailers = trailersOf(answer);
    if (trailers.length > 0) response.addTrailers(trailers);
    response.end();
  });
  answer.on('error', abort);
  // The header of an event stream is sent before its first event.
  setImmediate(() => (response.writableEnded || response.destroyed ? undefined : response.flushHeaders()));
}

/** Timer that fires if the awaited side is inactive for a time. */
export class Watchdog {
  readonly #milliseconds: number;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, ring: () => void) {
    this.#milliseconds = milliseconds;
    this.#ring = ring;
  }

  /** Starts or restarts the timer. */
  wait(): void {
    if (this.#timer === undefined) this.#timer = setTimeout(this.#ring, this.#milliseconds);
    else this.#timer.refresh();
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
