import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '../http/client-network.ts';

type BodyReading =
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' | 'too-slow' | 'no-memory' }
  /** The client disconnected before the end of the body. */
  | { readonly kind: 'gone' };

interface ReadBodyOptions {
  readonly maxBodyBytes: number;
  readonly memory: Shares;
  /** Address of the client, whose share of the memory is used until the body is read. */
  readonly client: string;
}

/** Reads a body up to its limit, unless the client sends it too slowly. */
export function readBody(request: IncomingMessage, options: ReadBodyOptions): Promise<BodyReading> {
  const { maxBodyBytes, memory, client } = options;
  return new Promise((resolve) => {
    const held = new HeldBody(memory, client);
    let size = 0;
    const settle = (reading: BodyReading): void => {
      pace.rest();
      held.release();
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      request.on('error', () => undefined);
      resolve(reading);
    };
    const pace = new Pace(() => settle({ kind: 'too-slow' }));
    const onData = (chunk: Uint8Array): void => {
      size += chunk.byteLength;
      pace.count(chunk.byteLength);
      if (size > maxBodyBytes) settle({ kind: 'too-large' });
      else if (!held.add(chunk)) settle({ kind: 'no-memory' });
    };
    const onEnd = (): void => settle({ kind: 'body', bytes: held.takeWhole() });
    const onGone = (): void => settle({ kind: 'gone' });
    pace.wait();
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

/** Time for a client that is still sending to read the answer. */
const LINGER_MILLISECONDS = 1000;

/**
 * Reads and drops the rest of a body for a moment before the connection closes: closing at once would reset the
 * connection while the client sends, and the client could lose the answer.
 */
export function dropRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, LINGER_MILLISECONDS);
    request.once('end', end).once('close', end).once('error', end).resume();
  });
}

const FIRST_BLOCK_BYTES = 1024;
const BLOCK_BYTES = 65_536;

/**
 * A body, or its beginning, copied into blocks that count against the client's share of memory. Kept without copying,
 * chunks of one byte would take hundreds of times their size; one growing buffer would fragment the memory of the
 * process.
 */
export class HeldBody {
  readonly #memory: Shares;
  readonly #client: string;
  #blocks: Uint8Array[] = [];
  /** Free bytes of the last block. */
  #free = 0;
  #counted = 0;

  /** @param client address of the client */
  constructor(memory: Shares, client: string) {
    this.#memory = memory;
    this.#client = client;
  }

  /**
   * @param chunk chunk that is consumed: its memory is freed at once, without garbage collection
   * @returns false, with nothing kept, if the client's share or the whole memory is used up
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

  /** Counts bytes of the body that are buffered elsewhere. @returns false if they exceed a limit */
  count(bytes: number): boolean {
    if (!this.#memory.take(this.#client, bytes)) return false;
    this.#counted += bytes;
    return true;
  }

  /** Removes and returns the held pieces, which remain counted until {@link release}. */
  take(): readonly Uint8Array[] {
    const blocks = this.#blocks.splice(0);
    const last = blocks.pop();
    const pieces = last === undefined ? [] : [...blocks, last.subarray(0, last.byteLength - this.#free)];
    this.#free = 0;
    return pieces;
  }

  /** Removes and returns the held bytes as one piece. */
  takeWhole(): Uint8Array {
    const pieces = this.take();
    const whole = Buffer.concat(pieces);
    for (const piece of pieces) free(piece);
    return whole;
  }

  /** Frees the held bytes, and releases the share that they used. */
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

/** Frees the memory of a chunk, unless the memory is shared, as it is for Node's small buffers. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Length of the window in which a client must send the next part of a body. */
const WINDOW_MILLISECONDS = 20_000;
/** Minimum number of bytes in a window before the end of a body: 500 per second, as in other servers. */
const LEAST_BYTES = 10_000;

/** Detects a client that sends its body too slowly while the server waits for it. */
export class Pace {
  readonly #report: () => void;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;

  /** @param report called once for each wait, after a window with too few bytes */
  constructor(report: () => void) {
    this.#report = report;
  }

  /** Starts to wait for the client; a window in progress continues. */
  wait(): void {
    this.#timer ??= this.#begin();
  }

  count(bytes: number): void {
    this.#bytes += bytes;
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin(): NodeJS.Timeout {
    this.#bytes = 0;
    return setTimeout(() => {
      this.#timer = this.#bytes < LEAST_BYTES ? undefined : this.#begin();
      if (this.#timer === undefined) this.#report();
    }, WINDOW_MILLISECONDS);
  }
}

interface Limits {
  readonly mostOfOneClient: number;
  readonly mostAltogether: number;
}

/** Scarce resource that is divided among clients, with a limit for each client and one for all together. */
export class Shares {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number>();
  #sum = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** @param client address. @returns false, with nothing taken, if the amount would exceed a limit */
  take(client: string, amount: number): boolean {
    const key = clientNetwork(client);
    const own = (this.#taken.get(key) ?? 0) + amount;
    if (own > this.#limits.mostOfOneClient || this.#sum + amount > this.#limits.mostAltogether) return false;
    this.#taken.set(key, own);
    this.#sum += amount;
    return true;
  }

  /** Gives back an amount that was taken. */
  give(client: string, amount: number): void {
    const key = clientNetwork(client);
    const own = (this.#taken.get(key) ?? 0) - amount;
    if (own > 0) this.#taken.set(key, own);
    else this.#taken.delete(key);
    this.#sum -= amount;
  }
}
