import { IncomingMessage } from 'node:http';
import { answerUnreadable, TINY_CHUNKS } from './refused-requests.ts';

/** Number of chunks of any size in a body; more chunks need a minimum average size. We chose the values. */
const FREE_CHUNKS = 1000;
const LEAST_AVERAGE_BYTES = 32;
/** Time for a refused client to read the reason; nothing more is read from it. */
const LINGER_MILLISECONDS = 1000;

/** Size of the pieces into which smaller chunks are joined. */
const PIECE_BYTES = 4096;

/** Method of Node that reads and drops the rest of an answered request. */
const { _dump: dump } = IncomingMessage.prototype as IncomingMessage & { _dump(): void };

/** Body of which nothing has arrived. */
const NO_BODY = { piece: null as Uint8Array | null, pieceBytes: 0, chunks: 0, bytes: 0, isRefused: false };
type Body = typeof NO_BODY;

/**
 * Request whose small body chunks are joined: Node creates an object for every chunk, about 300 bytes for a chunk of
 * one byte. Reading pauses while nothing consumes the body. A body with very many tiny chunks gets 400, like a body
 * that cannot be parsed.
 */
export class JoinedRequest extends IncomingMessage {
  /** Null until the body begins: most requests have none, and each private field takes time in all of them. */
  #body: Body | null = null;

  /** @returns false: Node pauses until the pushed data has been consumed */
  override push(chunk: Uint8Array | null): boolean {
    if (this.#body?.isRefused === true) return false;
    if (chunk === null) {
      this.#pushPiece();
      return super.push(null);
    }
    this.#body ??= { ...NO_BODY };
    const body = this.#body;
    body.chunks += 1;
    body.bytes += chunk.byteLength;
    if (body.chunks > FREE_CHUNKS && body.bytes < body.chunks * LEAST_AVERAGE_BYTES) {
      this.#refuse(body);
      return false;
    }
    if (body.pieceBytes + chunk.byteLength > PIECE_BYTES) this.#pushPiece();
    if (chunk.byteLength < PIECE_BYTES) this.#join(chunk, body);
    else super.push(chunk);
    return this.readableFlowing === true;
  }

  /**
   * Reads an answered request to its end, which Node does unless its body is being read. A request without a body is
   * left as it is if its end is not awaited: the events of the end take a tenth of the time of a small answer. So after
   * the answer it never ends, and destroying it closes the connection. The method is private to Node; a Node that lacks
   * it would not call this one.
   */
  _dump(): void {
    const isAwaited = this.listenerCount('end') > 0 || this.listenerCount('close') > 0;
    if (!this.complete || this.#body !== null || isAwaited) dump.call(this);
  }

  #join(chunk: Uint8Array, body: Body): void {
    const bytes = body.pieceBytes + chunk.byteLength;
    if (body.piece === null) {
      body.piece = chunk;
      // Runs after all data that has arrived is parsed.
      setImmediate(() => this.#pushPiece());
    } else {
      if (bytes > body.piece.byteLength) {
        // Grows in steps, not to the full size at once: thousands of small bodies may wait.
        const larger = Buffer.allocUnsafeSlow(Math.min(2 * bytes, PIECE_BYTES));
        larger.set(body.piece.subarray(0, body.pieceBytes));
        body.piece = larger;
      }
      body.piece.set(chunk, body.pieceBytes);
    }
    body.pieceBytes = bytes;
  }

  #pushPiece(): void {
    const body = this.#body;
    if (body === null || body.piece === null) return;
    const piece = body.piece.subarray(0, body.pieceBytes);
    body.piece = null;
    body.pieceBytes = 0;
    super.push(piece);
  }

  #refuse(body: Body): void {
    const { socket } = this;
    body.isRefused = true;
    body.piece = null;
    answerUnreadable(TINY_CHUNKS, socket);
    setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  }
}
