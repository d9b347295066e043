import { hash } from 'node:crypto';

/** Enough to tell apart what builds of one project make. */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}
