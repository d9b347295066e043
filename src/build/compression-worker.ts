import { parentPort } from 'node:worker_threads';
import { preferOtherThreads } from '../threads/thread-priority.ts';
import { type CompressedBody, compressBody } from './compressed-body.ts';

/** Several bodies at once: a message costs more than a small body. */
export interface CompressionBatch {
  readonly id: number;
  readonly bodies: readonly Uint8Array<ArrayBuffer>[];
}

export interface CompressedBatch {
  readonly id: number;
  /** One for each body, in order. */
  readonly results: readonly CompressedBody[];
}

preferOtherThreads();
parentPort?.on('message', ({ id, bodies }: CompressionBatch) => {
  const answer: CompressedBatch = { id, results: bodies.map(compressBody) };
  const buffers = answer.results.flatMap(({ codings }) =>
    Object.values(codings).map((compressed) => compressed.buffer),
  );
  parentPort?.postMessage(answer, buffers);
});
