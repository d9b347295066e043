import type { ClientRequest, IncomingMessage } from 'node:http';
import { fieldsOf } from '../../http/header-list.ts';
import { bodyTooLarge } from '../../http/refusals.ts';
import type { BackendResult, Failure, ServiceCall } from '../backends/contract.ts';
import { requestTrailers, responseHeaders, responseTrailers } from './forwarded-headers.ts';
import { Watchdog } from './watchdog.ts';

/** How long a client may leave what it was sent unread. */
const CLIENT_STALL_MILLISECONDS = 120_000;

/** How long a client may keep the next bytes of its body to itself; a connection to the upstream is not there to wait with it. */
const BODY_STALL_MILLISECONDS = 20_000;

interface RelayOptions {
  /** Opens a new request to the upstream; its header is not sent yet. */
  readonly open: () => ClientRequest;
  readonly timeoutMilliseconds: number;
  /** A place that the upstream names, as the client has to write it. */
  readonly toOwnLocation: (location: string) => string;
}

/** Methods that may be sent again where a kept connection turned out to be closed. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** Passes a request on and its answer back, chunk by chunk, neither side faster than the other reads. */
export function relay(call: ServiceCall, options: RelayOptions): Promise<BackendResult> {
  return new Promise((resolve) => new Relay(call, options, resolve).start());
}

class Relay {
  readonly #call: ServiceCall;
  readonly #options: RelayOptions;
  readonly #resolve: (result: BackendResult) => void;
  readonly #upstreamTurn: Watchdog;
  readonly #clientTurn: Watchdog;
  readonly #bodyTurn: Watchdog;
  #upstream: ClientRequest | undefined;
  #isAnswering = false;
  #isSettled = false;
  #received = 0;

  constructor(call: ServiceCall, options: RelayOptions, resolve: (result: BackendResult) => void) {
    this.#call = call;
    this.#options = options;
    this.#resolve = resolve;
    this.#upstreamTurn = new Watchdog(options.timeoutMilliseconds, () =>
      this.#fail({ status: 504, detail: 'The service behind this one did not answer in time.' }),
    );
    this.#clientTurn = new Watchdog(CLIENT_STALL_MILLISECONDS, () => this.#abort());
    this.#bodyTurn = new Watchdog(BODY_STALL_MILLISECONDS, () =>
      this.#fail({ status: 408, detail: 'The body that was announced does not come.', headers: ['Connection', 'close'] }),
    );
  }

  start(): void {
    const { request, response, hasBody, awaitsContinue } = this.#call;
    request.on('error', this.#ignore);
    response.on('close', () => (response.writableFinished ? this.#settle({ kind: 'sent' }) : this.#abort()));
    if (response.destroyed) this.#abort();
    else if (hasBody && !awaitsContinue) this.#awaitBody();
    else this.#send(hasBody);
  }

  /** The first bytes, or the end, open the connection to the upstream: clients that announce a body and send none hold none. */
  #awaitBody(): void {
    this.#bodyTurn.wait();
    this.#call.request.once('readable', () => {
      if (!this.#isSettled) this.#send(true);
    });
  }

  #send(hasBody: boolean): void {
    const { request, response, awaitsContinue } = this.#call;
    const upstream = this.#options.open();
    this.#upstream = upstream;
    upstream.on('response', (answer) => this.#answer(answer));
    upstream.on('error', () => this.#onUpstreamError(upstream, hasBody));
    // Nothing that we pass on asks for another protocol.
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
    if (awaitsContinue) {
      upstream.once('continue', () => {
        this.#upstreamTurn.rest();
        if (this.#isSettled || response.headersSent) return;
        response.writeContinue();
        this.#bodyTurn.wait();
      });
      upstream.flushHeaders();
      this.#upstreamTurn.wait();
    }
    upstream.on('drain', () => {
      if (!this.#isAnswering) {
        this.#upstreamTurn.rest();
        this.#bodyTurn.wait();
      }
      request.resume();
    });
    request.on('data', this.#onData).on('end', this.#onEnd);
  }

  readonly #onData = (chunk: Uint8Array): void => {
    this.#received += chunk.byteLength;
    if (!this.#isAnswering) {
      // A client may send without being told to (RFC 9110 §10.1.1), and an upstream that reads need not have told it.
      this.#upstreamTurn.rest();
      this.#bodyTurn.wait();
    }
    if (this.#received > this.#call.maxBodyBytes) {
      this.#fail({ status: 413, detail: bodyTooLarge(this.#call.maxBodyBytes) });
    } else if (this.#upstream?.write(chunk) === false) {
      this.#call.request.pause();
      this.#bodyTurn.rest();
      this.#upstreamTurn.wait();
    }
  };

  readonly #onEnd = (): void => {
    const { request } = this.#call;
    this.#bodyTurn.rest();
    const trailers = requestTrailers(request);
    if (trailers.length > 0 && request.headers['content-length'] === undefined) this.#upstream?.addTrailers(trailers);
    this.#upstream?.end();
    this.#upstreamTurn.wait();
  };

  readonly #ignore = (): void => undefined;

  #onUpstreamError(upstream: ClientRequest, hasBody: boolean): void {
    if (this.#isSettled || this.#isAnswering || upstream !== this.#upstream) return;
    if (upstream.reusedSocket && !hasBody && REPEATABLE.has(this.#call.method)) this.#send(hasBody);
    else this.#fail({ status: 502, detail: 'The service behind this one cannot be reached, or its answer cannot be read.' });
  }

  #answer(answer: IncomingMessage): void {
    const { request, response, headers, trust } = this.#call;
    if (this.#isSettled) {
      answer.destroy();
      return;
    }
    const own = [...headers, ...(request.complete || !this.#call.hasBody ? [] : ['Connection', 'close'])];
    const passed = responseHeaders(answer, own, trust);
    const all = fieldsOf(passed ?? []).flatMap(([name, value]) => [name, /^(?:content-)?location$/i.test(name) ? this.#options.toOwnLocation(value) : value]);
    try {
      if (passed === null) throw new RangeError('too many fields');
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, all);
    } catch {
      this.#fail({ status: 502, detail: 'The service behind this one sent a header that cannot be passed on.' });
      return;
    }
    this.#isAnswering = true;
    this.#bodyTurn.rest();
    this.#upstreamTurn.wait();
    answer.on('data', (chunk: Uint8Array) => this.#pass(chunk, answer));
    answer.on('end', () => this.#finish(answer));
    answer.on('error', () => this.#abort());
    // A stream of events is announced before its first one.
    setImmediate(() => (response.writableEnded || response.destroyed ? undefined : response.flushHeaders()));
  }

  #pass(chunk: Uint8Array, answer: IncomingMessage): void {
    const { response } = this.#call;
    this.#upstreamTurn.wait();
    if (response.write(chunk)) return;
    answer.pause();
    this.#upstreamTurn.rest();
    this.#clientTurn.wait();
    response.once('drain', () => {
      this.#clientTurn.rest();
      this.#upstreamTurn.wait();
      answer.resume();
    });
  }

  #finish(answer: IncomingMessage): void {
    if (!answer.complete) {
      this.#abort();
      return;
    }
    this.#upstreamTurn.rest();
    this.#clientTurn.wait();
    const { response } = this.#call;
    const trailers = responseTrailers(answer, this.#call.trust);
    if (trailers.length > 0) response.addTrailers(trailers);
    response.end();
  }

  /** Before an answer has begun it is a problem, afterwards only a broken connection tells the client. */
  #fail(failure: Failure): void {
    if (this.#isAnswering) {
      this.#abort();
      return;
    }
    this.#settle({ kind: 'failure', failure });
    this.#upstream?.destroy();
  }

  /** The end of one side is never the end of a whole answer for the other. */
  #abort(): void {
    this.#settle({ kind: 'sent' });
    this.#upstream?.destroy();
    this.#call.response.destroy();
  }

  #settle(result: BackendResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#upstreamTurn.rest();
    this.#clientTurn.rest();
    this.#bodyTurn.rest();
    // An answer that came before the end of the body: nobody sends the rest.
    if (this.#upstream?.writableEnded === false) this.#upstream.destroy();
    this.#call.request.off('data', this.#onData).off('end', this.#onEnd);
    this.#resolve(result);
  }
}
