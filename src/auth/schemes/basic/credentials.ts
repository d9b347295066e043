import { isUtf8 } from 'node:buffer';
import { hasControlCharacter } from '../../secrets.ts';

interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

/** Credentials in base64 (RFC 4648 §4), a subset of the token68 of RFC 9110 §11.2. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Our limit, since hashing takes time for every byte; longer credentials are malformed. */
const MAXIMUM_BYTES = 2048;

/**
 * Reads `base64(user ":" password)`: canonical base64, strict UTF-8, no control characters, split at the first colon.
 * Either part may be empty; Unicode is not normalised, as in Apache.
 * @returns undefined when malformed
 * @see RFC 7617 §2, §2.1
 */
export function parseBasicCredentials(text: string): BasicCredentials | undefined {
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  // The decoder accepts missing padding and stray bits: two spellings of one secret would look like two secrets in
  // caches and logs.
  if (bytes.length > MAXIMUM_BYTES || bytes.toString('base64') !== text || !isUtf8(bytes)) return undefined;
  const decoded = bytes.toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1 || hasControlCharacter(decoded)) return undefined;
  return { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
