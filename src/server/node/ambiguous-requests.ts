import type { IncomingMessage } from 'node:http';
import { isRepeated } from '../../http/header-list.ts';

interface Unfit {
  readonly status: number;
  readonly detail: string;
}

/**
 * What Node reads but other programs could read differently: two Host lines (RFC 9112 §3.2), and codings of the
 * transfer that no program
 * here undoes (§6.1). The connection is not used again.
 */
export function unfitness({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): Unfit | null {
  if (isRepeated(rawHeaders, 'host')) return { status: 400, detail: 'The request names several hosts.' };
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? null
    : { status: 501, detail: 'The only transfer coding that is supported is chunked.' };
}
