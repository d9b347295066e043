import { compress, compressedCodings } from '../store/codings.ts';
import type { ContentCoding } from '../store/contract.ts';

export interface CompressedBody {
  /** Codings that are smaller than the body; the body itself when gzip is not among them. */
  readonly codings: Partial<Record<ContentCoding, Uint8Array<ArrayBuffer>>>;
}

/** A body in every coding that makes it smaller. */
export function compressBody(body: Uint8Array<ArrayBuffer>): CompressedBody {
  const smaller = compressedCodings
    .map((coding) => [coding, Uint8Array.from(compress(body, coding))] as const)
    .filter(([, compressed]) => compressed.byteLength < body.byteLength);
  const kept: (readonly [ContentCoding, Uint8Array<ArrayBuffer>])[] = smaller.some(([coding]) => coding === 'gzip')
    ? smaller
    : [['identity', body] as const];
  return { codings: Object.fromEntries(kept) };
}
