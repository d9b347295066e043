import { parentPort } from 'node:worker_threads';
import { compress, compressedCodings } from '../store/codings.ts';
import type { ContentCoding } from '../store/contract.ts';
import { tagOf } from '../store/derive.ts';

export interface CompressionTask {
  readonly id: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface CompressionResult {
  readonly id: number;
  readonly tag: string;
  /** Those that are smaller than the body; the body itself when gzip is not among them. */
  readonly bodies: Partial<Record<ContentCoding, Uint8Array<ArrayBuffer>>>;
}

/** Hashes a body and compresses it in every coding that makes it smaller. */
export function compressBody({ id, body }: CompressionTask): CompressionResult {
  const smaller = compressedCodings
    .map((coding) => [coding, Uint8Array.from(compress(body, coding))] as const)
    .filter(([, compressed]) => compressed.byteLength < body.byteLength);
  const kept: (readonly [ContentCoding, Uint8Array<ArrayBuffer>])[] = smaller.some(([coding]) => coding === 'gzip') ? smaller : [['identity', body] as const];
  return { id, tag: tagOf(body), bodies: Object.fromEntries(kept) };
}

parentPort?.on('message', (task: CompressionTask) => {
  const result = compressBody(task);
  parentPort?.postMessage(
    result,
    Object.values(result.bodies).map((compressed) => compressed.buffer),
  );
});
