import type { Shares } from '../shares.ts';

/** The beginning of a body, until a connection to the upstream is there to take it. */
export class HeldBody {
  readonly #memory: Shares;
  readonly #client: string;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  /** @param client its address, whose share of the memory is used */
  constructor(memory: Shares, client: string) {
    this.#memory = memory;
    this.#client = client;
  }

  /** @returns false where the client's share, or all memory, is used up */
  add(chunk: Uint8Array): boolean {
    if (!this.#memory.take(this.#client, chunk.byteLength)) return false;
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    return true;
  }

  /** All that was held; nothing is any more. */
  release(): readonly Uint8Array[] {
    const chunks = this.#chunks;
    if (this.#bytes > 0) this.#memory.give(this.#client, this.#bytes);
    this.#chunks = [];
    this.#bytes = 0;
    return chunks;
  }
}
