import type { Shares } from './shares.ts';

const FIRST_BLOCK_BYTES = 1024;
const BLOCK_BYTES = 65_536;

/**
 * A body, or its beginning, copied into blocks that are counted in the client's share of the memory: chunks that are
 * kept as they come cost hundreds of times their size where that is a byte. Blocks of one size leave no gaps in the
 * memory of the process, which one buffer that grows does.
 */
export class HeldBody {
  readonly #memory: Shares;
  readonly #client: string;
  #blocks: Uint8Array[] = [];
  /** Of the last block. */
  #free = 0;
  #counted = 0;

  /** @param client its address */
  constructor(memory: Shares, client: string) {
    this.#memory = memory;
    this.#client = client;
  }

  /**
   * @param chunk is taken over: its memory is free at once, not when the garbage collector next comes by
   * @returns false, and nothing is kept, where the client's share, or all memory, is used up
   */
  add(chunk: Uint8Array): boolean {
    const fitting = Math.min(this.#free, chunk.byteLength);
    const rest = chunk.byteLength - fitting;
    const size = rest === 0 ? 0 : Math.max(rest, this.#blocks.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES);
    if (!this.count(size)) return false;
    this.#append(chunk.subarray(0, fitting));
    if (size > 0) {
      this.#blocks.push(Buffer.allocUnsafeSlow(size));
      this.#free = size;
      this.#append(chunk.subarray(fitting));
    }
    free(chunk);
    return true;
  }

  /** Counts bytes that are held for the body elsewhere. @returns false where that is too much */
  count(bytes: number): boolean {
    if (!this.#memory.take(this.#client, bytes)) return false;
    this.#counted += bytes;
    return true;
  }

  /** Hands over what is held, in pieces, which stay counted until {@link release}. */
  take(): readonly Uint8Array[] {
    const blocks = this.#blocks.splice(0);
    const last = blocks.pop();
    const pieces = last === undefined ? [] : [...blocks, last.subarray(0, last.byteLength - this.#free)];
    this.#free = 0;
    return pieces;
  }

  /** The same in one piece. */
  takeWhole(): Uint8Array {
    const pieces = this.take();
    const whole = Buffer.concat(pieces);
    for (const piece of pieces) free(piece);
    return whole;
  }

  /** Gives the share back. */
  release(): void {
    for (const block of this.#blocks.splice(0)) free(block);
    this.#free = 0;
    if (this.#counted > 0) this.#memory.give(this.#client, this.#counted);
    this.#counted = 0;
  }

  #append(bytes: Uint8Array): void {
    const block = this.#blocks.at(-1);
    block?.set(bytes, block.byteLength - this.#free);
    this.#free -= bytes.byteLength;
  }
}

/** Not where others have a part of its memory, as of that which Node's small buffers share. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
