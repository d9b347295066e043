import type { IncomingMessage } from 'node:http';
import type { Failure } from './backends/contract.ts';
import { HeldBody } from './held-body.ts';
import { Pace } from './pace.ts';
import type { Shares } from './shares.ts';

type BodyReading =
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' | 'too-slow' | 'no-memory' }
  /** The client left before its end. */
  | { readonly kind: 'gone' };

interface ReadBodyOptions {
  readonly maxBodyBytes: number;
  readonly memory: Shares;
  /** Its address, whose share of the memory is used until the body was read. */
  readonly client: string;
}

export const BODY_TOO_SLOW: Failure = {
  status: 408,
  detail: 'The body of the request did not arrive, or arrived too slowly.',
  headers: ['Connection', 'close'],
};
export const NO_MEMORY: Failure = {
  status: 503,
  detail: 'The server cannot take this body at the moment.',
  headers: ['Retry-After', '5'],
};

/** Reads a body as far as it is allowed, and no slower. */
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

/** How long a client that is still sending may take to notice the answer. */
const LINGER_MILLISECONDS = 1000;

/**
 * Reads on for a moment and drops what comes, before the connection of an answer is closed: closing it at once would
 * reset it under a client that is sending, and the answer could be lost.
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
