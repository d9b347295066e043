import { parentPort, workerData } from 'node:worker_threads';
import { compressBody, type StoredBody } from '../store/codings.ts';

/** Several bodies in one message, since a message costs more than compressing a small body. */
export interface CompressionBatch {
  readonly id: number;
  readonly bodies: readonly Uint8Array<ArrayBuffer>[];
}

export interface CompressedBatch {
  readonly id: number;
  /** Result for each body, in the order of the batch. */
  readonly results: readonly StoredBody[];
}

/** Start data of a thread. */
export interface CompressionWorkerData {
  /** One number: 0 until the pool closes. */
  readonly ended: Int32Array<SharedArrayBuffer>;
}

const { ended } = workerData as CompressionWorkerData;
parentPort?.on('message', (batch: CompressionBatch | null) => {
  if (batch === null) {
    parentPort?.close();
    return;
  }
  const results: StoredBody[] = [];
  for (const body of batch.bodies) {
    if (Atomics.load(ended, 0) !== 0) return;
    results.push(compressBody(body));
  }
  const answer: CompressedBatch = { id: batch.id, results };
  parentPort?.postMessage(
    answer,
    results.map(({ bytes }) => bytes.buffer),
  );
});
