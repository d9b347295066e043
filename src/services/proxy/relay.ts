import type { ClientRequest, IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../../http/problem.ts';
import type { FairQueue } from '../../threads/fair-queue.ts';
import { BODY_TOO_SLOW, NO_MEMORY } from '../answers.ts';
import type { BackendResult, Failure, ServiceCall } from '../contract.ts';
import { HeldBody, Pace } from '../read-body.ts';
import { passContent, Watchdog } from './pass-answer.ts';

/** Bytes of a body to read before a connection to the upstream is used (our choice); smaller bodies are read whole. */
const MOST_HELD_BYTES = 65_536;
/** Maximum size of one read of a socket; the request buffers the bytes until they are consumed. */
const ONE_READ_BYTES = 65_536;

/** Time after which an exchange moves to a slot for long ones (our choice). */
export const LONG_MILLISECONDS = 60_000;

/** Parts of a call that a relay uses. */
type RelayedCall = Pick<
  ServiceCall,
  'request' | 'response' | 'method' | 'hasBody' | 'awaitsContinue' | 'maxBodyBytes' | 'memory' | 'peer'
>;

type Trailers = readonly [name: string, value: string][];

interface RelayOptions {
  /** Opens a new request to the upstream, without sending its header. */
  readonly open: () => ClientRequest;
  readonly timeoutMilliseconds: number;
  /** Slots for connections to this upstream, divided among clients. */
  readonly slots: FairQueue;
  /** Slots that long exchanges move to, so that streams leave {@link slots} to others. Without one, they end. */
  readonly longSlots: FairQueue;
  /** Writes the beginning of the answer; returns false, with nothing sent, if the answer cannot be passed on. */
  readonly passHeader: (answer: IncomingMessage) => boolean;
  /** Trailer fields of the request that pass, once its body has been read. */
  readonly requestTrailers: () => Trailers;
  /** Trailer fields of the answer that pass. */
  readonly answerTrailers: (answer: IncomingMessage) => Trailers;
}

const TOO_LATE: Failure = { status: 504, detail: 'The service behind this one did not answer in time.' };
const TOO_MANY: Failure = {
  status: 429,
  detail: 'Too many requests of this client are under way.',
  headers: ['Retry-After', '1'],
};

/** Methods that may be repeated if a reused connection turns out to be closed. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** Passes a request on and its answer back, chunk by chunk, each no faster than its receiver reads. */
export function relay(call: RelayedCall, options: RelayOptions): Promise<BackendResult> {
  return new Promise((resolve) => new Relay(call, options, resolve).start());
}

/**
 * Whether to wait for the upstream's `100 Continue`. A small body is read first, which costs less than a connection.
 */
export function asksUpstream({ request, awaitsContinue }: Pick<ServiceCall, 'request' | 'awaitsContinue'>): boolean {
  return awaitsContinue && !(Number(request.headers['content-length']) <= MOST_HELD_BYTES);
}

class Relay {
  readonly #call: RelayedCall;
  readonly #options: RelayOptions;
  readonly #resolve: (result: BackendResult) => void;
  readonly #upstreamTurn: Watchdog;
  readonly #bodyTurn: Pace;
  readonly #held: HeldBody;
  #hasEnded = false;
  #giveSlot: (() => void) | undefined;
  #untilLong: NodeJS.Timeout | undefined;
  #upstream: ClientRequest | undefined;
  #isAnswering = false;
  #isSettled = false;
  #received = 0;

  constructor(call: RelayedCall, options: RelayOptions, resolve: (result: BackendResult) => void) {
    this.#call = call;
    this.#options = options;
    this.#resolve = resolve;
    this.#held = new HeldBody(call.memory, call.peer.address);
    this.#upstreamTurn = new Watchdog(options.timeoutMilliseconds, () =>
      this.#fail(this.#upstream === undefined ? TOO_MANY : TOO_LATE),
    );
    this.#bodyTurn = new Pace(() => this.#fail(BODY_TOO_SLOW));
  }

  start(): void {
    const { request, response, hasBody, awaitsContinue } = this.#call;
    request.on('error', () => undefined);
    response.on('close', () => (response.writableFinished ? this.#settle({ kind: 'sent' }) : this.#abort()));
    if (response.destroyed) this.#abort();
    else if (!hasBody || asksUpstream(this.#call)) this.#enter();
    else {
      if (awaitsContinue) response.writeContinue();
      this.#bodyTurn.wait();
      request.on('data', this.#onData).on('end', this.#onEnd);
    }
  }

  /**
   * Waits for a connection to the upstream. A client that does not send its body occupies no connection; other clients
   * occupy at most their share.
   */
  #enter(): void {
    const { peer, hasBody } = this.#call;
    this.#upstreamTurn.wait();
    const begin = (): void => {
      this.#untilLong = setTimeout(() => this.#changeSlot(), LONG_MILLISECONDS);
      this.#send(hasBody);
    };
    this.#giveSlot = this.#options.slots.take(peer.address, { begin });
    if (this.#isSettled) this.#giveSlot();
  }

  #send(hasBody: boolean): void {
    const { request, response } = this.#call;
    const upstream = this.#open();
    if (upstream === null) return;
    this.#upstream = upstream;
    upstream.on('response', (answer) => this.#answer(answer));
    upstream.on('error', () => this.#onUpstreamError(upstream, hasBody));
    // Requests that are passed on never ask for another protocol.
    upstream.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#onUpstreamError(upstream, true);
    });
    upstream.on('close', () => this.#onUpstreamError(upstream, true));
    if (!hasBody) {
      upstream.end();
      this.#upstreamTurn.wait();
      return;
    }
    if (asksUpstream(this.#call)) {
      upstream.once('continue', () => {
        this.#upstreamTurn.rest();
        if (this.#isSettled || response.headersSent) return;
        response.writeContinue();
        this.#bodyTurn.wait();
      });
      upstream.flushHeaders();
      request.on('data', this.#onData).on('end', this.#onEnd);
    } else {
      this.#passHeld(upstream);
    }
    upstream.on('drain', () => {
      if (this.#isAnswering || this.#hasEnded) request.resume();
      else this.#awaitClient();
    });
  }

  /** Opens the request; null if Node refuses to send the client's header fields or path. */
  #open(): ClientRequest | null {
    try {
      return this.#options.open();
    } catch {
      this.#fail({ status: 400, detail: 'The request cannot be passed on.' });
      return null;
    }
  }

  #passHeld(upstream: ClientRequest): void {
    const pieces = this.#held.take();
    for (const piece of pieces) upstream.write(piece, () => piece === pieces.at(-1) && this.#held.release());
    if (this.#hasEnded) this.#end();
    else if (!upstream.writableNeedDrain) this.#awaitClient();
  }

  readonly #onData = (chunk: Uint8Array): void => {
    this.#received += chunk.byteLength;
    if (!this.#isAnswering) {
      // A client may send, and an upstream may read, without `100 Continue` (RFC 9110 §10.1.1).
      this.#upstreamTurn.rest();
      this.#bodyTurn.wait();
    }
    this.#bodyTurn.count(chunk.byteLength);
    if (this.#received > this.#call.maxBodyBytes) {
      this.#fail({ status: 413, detail: bodyTooLarge(this.#call.maxBodyBytes) });
    } else if (this.#upstream === undefined) {
      this.#hold(chunk);
    } else if (!this.#upstream.write(chunk)) {
      this.#awaitUpstream();
    }
  };

  #hold(chunk: Uint8Array): void {
    if (!this.#held.add(chunk)) {
      this.#fail(NO_MEMORY);
    } else if (this.#received >= MOST_HELD_BYTES && this.#giveSlot === undefined) {
      this.#awaitUpstream();
      if (this.#held.count(ONE_READ_BYTES)) this.#enter();
      else this.#fail(NO_MEMORY);
    }
  }

  #awaitClient(): void {
    this.#upstreamTurn.rest();
    this.#bodyTurn.wait();
    this.#call.request.resume();
  }

  #awaitUpstream(): void {
    this.#call.request.pause();
    this.#bodyTurn.rest();
    this.#upstreamTurn.wait();
  }

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    this.#bodyTurn.rest();
    if (this.#upstream !== undefined) this.#end();
    else if (this.#giveSlot === undefined) this.#enter();
  };

  #end(): void {
    const { request } = this.#call;
    const trailers = this.#options.requestTrailers();
    if (trailers.length > 0 && request.headers['content-length'] === undefined) this.#upstream?.addTrailers(trailers);
    this.#upstream?.end();
    this.#upstreamTurn.wait();
  }

  #onUpstreamError(upstream: ClientRequest, hasBody: boolean): void {
    if (this.#isSettled || this.#isAnswering || upstream !== this.#upstream) return;
    if (upstream.reusedSocket && !hasBody && REPEATABLE.has(this.#call.method)) this.#send(hasBody);
    else
      this.#fail({
        status: 502,
        detail: 'The service behind this one cannot be reached, or its answer cannot be read.',
      });
  }

  #answer(answer: IncomingMessage): void {
    if (this.#isSettled) {
      answer.destroy();
    } else if (this.#options.passHeader(answer)) {
      this.#isAnswering = true;
      this.#bodyTurn.rest();
      const trailersOf = this.#options.answerTrailers;
      passContent(this.#call.response, answer, { trailersOf, turn: this.#upstreamTurn, abort: () => this.#abort() });
    } else {
      this.#fail({ status: 502, detail: 'The service behind this one sent a header that cannot be passed on.' });
    }
  }

  #changeSlot(): void {
    const give = this.#giveSlot;
    const { longSlots } = this.#options;
    // Clients repeat what got 429, and the upstream has this request.
    const failure = REPEATABLE.has(this.#call.method) ? TOO_MANY : TOO_LATE;
    const none = { begin: () => undefined, refuse: () => this.#fail(failure) };
    this.#giveSlot = longSlots.take(this.#call.peer.address, none);
    give?.();
  }

  /** Answers with a problem, or breaks the connection if an answer has begun. */
  #fail(failure: Failure): void {
    if (this.#isAnswering) {
      this.#abort();
      return;
    }
    this.#settle({ kind: 'failure', failure });
    this.#upstream?.destroy();
  }

  /** Breaks both connections, since an incomplete answer must not look complete. */
  #abort(): void {
    this.#settle({ kind: 'sent' });
    this.#upstream?.destroy();
    this.#call.response.destroy();
  }

  #settle(result: BackendResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#upstreamTurn.rest();
    this.#bodyTurn.rest();
    clearTimeout(this.#untilLong);
    this.#held.release();
    this.#giveSlot?.();
    // The answer arrived before the end of the body; the rest of the body is not sent.
    if (this.#upstream?.writableEnded === false) this.#upstream.destroy();
    this.#call.request.off('data', this.#onData).off('end', this.#onEnd);
    this.#resolve(result);
  }
}
