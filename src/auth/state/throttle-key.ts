import { hash } from 'node:crypto';

const MAXIMUM_KEY_CHARACTERS = 128;

/**
 * Keys hold names that clients chose. Long ones are replaced by their SHA-256, so that what is remembered is bounded.
 */
export function throttleKey(key: string): string {
  return key.length <= MAXIMUM_KEY_CHARACTERS ? key : `sha-256:${hash('sha256', key, 'base64url')}`;
}
