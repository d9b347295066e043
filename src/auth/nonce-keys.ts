import { createSecretKey } from 'node:crypto';
import type { RandomBytes } from './contract.ts';
import type { NonceKeys } from './schemes/contract.ts';

const MINIMUM_KEY_BYTES = 32;
const HEXADECIMAL = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const REMEDY =
  'Write at least 32 random bytes as base64, base64url or hexadecimal digits, for example what "openssl rand -base64 32" prints.';

type NonceKeysReading =
  | { readonly kind: 'keys'; readonly keys: NonceKeys }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

/**
 * Reads `PLATFORM_NONCE_KEYS`: keys separated by commas, the current one first, then those whose nonces are still
 * accepted. Each is at least 32 bytes: 64 hexadecimal digits or more, or base64 or base64url, padded or not. Every
 * replica needs the same. A new key is put in front, and the old one taken out when `nonce_timeout` has passed.
 * @param text the variable; undefined or empty: a random key, so nonces of other processes are stale
 * @returns `problems` never quote a key
 */
export function parseNonceKeys(text: string | undefined, randomBytes: RandomBytes): NonceKeysReading {
  if (text === undefined || text.trim() === '')
    return { kind: 'keys', keys: [createSecretKey(randomBytes(MINIMUM_KEY_BYTES))] };
  const keys = text.split(',').map((key) => decodeKey(key.trim()));
  const problems = keys.flatMap((key, index) =>
    key !== undefined && key.length >= MINIMUM_KEY_BYTES
      ? []
      : [
          `PLATFORM_NONCE_KEYS: key ${index + 1} ${key === undefined ? 'cannot be read' : `has ${key.length} bytes`}. ${REMEDY}`,
        ],
  );
  const [current, ...previous] = keys.flatMap((key) => (key === undefined ? [] : [key]));
  if (problems.length > 0 || current === undefined) return { kind: 'wrong', problems };
  return { kind: 'keys', keys: [createSecretKey(current), ...previous.map((key) => createSecretKey(key))] };
}

/** Hexadecimal digits alone are never read as base64: too few of them would pass for a longer key. */
function decodeKey(text: string): Buffer | undefined {
  if (HEXADECIMAL.test(text)) return text.length % 2 === 0 ? Buffer.from(text, 'hex') : undefined;
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}
