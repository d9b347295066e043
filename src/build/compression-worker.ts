import { parentPort } from 'node:worker_threads';
import { compress, compressedCodings } from '../store/codings.ts';
import type { ContentCoding } from '../store/contract.ts';
import { preferOtherThreads } from '../threads/thread-priority.ts';

/** Several bodies at once: a message costs more than a small body. */
interface CompressionBatch {
  readonly id: number;
  readonly bodies: readonly Uint8Array<ArrayBuffer>[];
}

export interface CompressedBatch {
  readonly id: number;
  /** One for each body, in order. */
  readonly results: readonly CompressedBody[];
}

export interface CompressedBody {
  /** Codings that are smaller than the body; the body itself when gzip is not among them. */
  readonly codings: Partial<Record<ContentCoding, Uint8Array<ArrayBuffer>>>;
}

/** A body in every coding that makes it smaller. */
function compressBody(body: Uint8Array<ArrayBuffer>): CompressedBody {
  const smaller = compressedCodings
    .map((coding) => [coding, Uint8Array.from(compress(body, coding))] as const)
    .filter(([, compressed]) => compressed.byteLength < body.byteLength);
  const kept: (readonly [ContentCoding, Uint8Array<ArrayBuffer>])[] = smaller.some(([coding]) => coding === 'gzip')
    ? smaller
    : [['identity', body] as const];
  return { codings: Object.fromEntries(kept) };
}

preferOtherThreads();
parentPort?.on('message', ({ id, bodies }: CompressionBatch) => {
  const answer: CompressedBatch = { id, results: bodies.map(compressBody) };
  const buffers = answer.results.flatMap(({ codings }) =>
    Object.values(codings).map((compressed) => compressed.buffer),
  );
  parentPort?.postMessage(answer, buffers);
});
