import { IncomingMessage } from 'node:http';
import { answerUnreadable, TINY_CHUNKS } from './refused-requests.ts';

/** Number of chunks of any size in a body; more chunks need a minimum average size. We chose the values. */
const FREE_CHUNKS = 1000;
const LEAST_AVERAGE_BYTES = 32;
/** Time for a refused client to read the reason; nothing more is read from it. */
const LINGER_MILLISECONDS = 1000;

/** Size of the pieces into which smaller chunks are joined. */
const PIECE_BYTES = 4096;

/**
 * Request whose small body chunks are joined: Node creates an object for every chunk, about 300 bytes for a chunk of
 * one byte. Reading pauses while nothing consumes the body. A body with very many tiny chunks gets 400, like a body
 * that cannot be parsed.
 */
export class JoinedRequest extends IncomingMessage {
  #piece: Uint8Array | null = null;
  #pieceBytes = 0;
  #chunks = 0;
  #bytes = 0;
  #isRefused = false;

  /** @returns false: Node pauses until the pushed data has been consumed */
  override push(chunk: Uint8Array | null): boolean {
    if (this.#isRefused) return false;
    if (chunk === null) {
      this.#pushPiece();
      return super.push(null);
    }
    this.#chunks += 1;
    this.#bytes += chunk.byteLength;
    if (this.#chunks > FREE_CHUNKS && this.#bytes < this.#chunks * LEAST_AVERAGE_BYTES) {
      this.#refuse();
      return false;
    }
    if (this.#pieceBytes + chunk.byteLength > PIECE_BYTES) this.#pushPiece();
    if (chunk.byteLength < PIECE_BYTES) this.#join(chunk);
    else super.push(chunk);
    return this.readableFlowing === true;
  }

  #join(chunk: Uint8Array): void {
    const bytes = this.#pieceBytes + chunk.byteLength;
    if (this.#piece === null) {
      this.#piece = chunk;
      // Runs after all data that has arrived is parsed.
      setImmediate(() => this.#pushPiece());
    } else {
      if (bytes > this.#piece.byteLength) {
        // Grows in steps, not to the full size at once: thousands of small bodies may wait.
        const larger = Buffer.allocUnsafeSlow(Math.min(2 * bytes, PIECE_BYTES));
        larger.set(this.#piece.subarray(0, this.#pieceBytes));
        this.#piece = larger;
      }
      this.#piece.set(chunk, this.#pieceBytes);
    }
    this.#pieceBytes = bytes;
  }

  #pushPiece(): void {
    const [piece, bytes] = [this.#piece, this.#pieceBytes];
    this.#piece = null;
    this.#pieceBytes = 0;
    if (piece !== null) super.push(piece.subarray(0, bytes));
  }

  #refuse(): void {
    const { socket } = this;
    this.#isRefused = true;
    this.#piece = null;
    answerUnreadable(TINY_CHUNKS, socket);
    setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  }
}
