import type { IncomingMessage } from 'node:http';
import { isRepeated } from '../../http/header-list.ts';

interface Unfit {
  readonly status: number;
  readonly detail: string;
}

/**
 * Finds requests that Node reads but other programs could read differently: those with two Host lines (RFC 9112 §3.2),
 * and those with transfer codings that no program here undoes (§6.1). The connection is not used again.
 */
export function unfitness({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): Unfit | null {
  if (isRepeated(rawHeaders, 'host')) return { status: 400, detail: 'The request names several hosts.' };
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? null
    : { status: 501, detail: 'The only transfer coding that is supported is chunked.' };
}
