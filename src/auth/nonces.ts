import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Clock, RandomBytes } from './contract.ts';
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
 * replica needs the same keys. To change keys, put the new key first, and remove the old one after `nonce_timeout`.
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

/** Decodes a key. Hexadecimal text is never read as base64, which would make a short key longer. */
function decodeKey(text: string): Buffer | undefined {
  if (HEXADECIMAL.test(text)) return text.length % 2 === 0 ? Buffer.from(text, 'hex') : undefined;
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

const TIME_BYTES = 8;
const RANDOM_BYTES = 12;
const SIGNED_BYTES = TIME_BYTES + RANDOM_BYTES;
const SIGNATURE_BYTES = 16;
/**
 * Nonces are 36 bytes in base64url, without padding or spare bits: each has one spelling. They contain no colon, which
 * some clients do not understand.
 */
const NONCE = /^[A-Za-z0-9_-]{48}$/;
/** Maximum number of nonces in the cache of verified nonces, which take less than 1 MB. */
const MOST_KNOWN = 4096;
const TWO_TO_32 = 0x1_0000_0000;

/** Well-formed nonce, whose signature may be wrong. */
export interface Nonce {
  /** Unique short name of the nonce, without its signature. */
  readonly id: string;
  readonly issuedAtMilliseconds: number;
  /** Whether one of our keys signed it for this adapter and realm; otherwise, `id` and time may be forged. */
  readonly isOurs: boolean;
}

export interface Nonces {
  issue(): string;
  /** @returns undefined for a malformed nonce */
  read(nonce: string): Nonce | undefined;
}

/**
 * Stateless nonces: time of issue (64 bits, milliseconds), 96 random bits, and the first 128 bits of HMAC-SHA-256 over
 * both, the adapter and the realm, as base64url. Every server with the keys accepts them, including replicas and a
 * restarted server.
 * @see RFC 7616 §3.3, §5.4
 */
export function createNonces(
  keys: NonceKeys,
  scope: { readonly adapter: string; readonly realm: string },
  clock: Clock,
  randomBytes: RandomBytes,
): Nonces {
  // JSON gives different pairs of adapter and realm different bytes.
  const scopeBytes = Buffer.from(JSON.stringify([scope.adapter, scope.realm]), 'utf8');
  const sign = (key: KeyObject, bytes: Uint8Array): Buffer =>
    createHmac('sha256', key).update(bytes).update(scopeBytes).digest().subarray(0, SIGNATURE_BYTES);
  // Cache: a client sends the same nonce many times, and checking its signature is most of the work. Only our own
  // nonces are cached.
  const known = new Map<string, Nonce>();
  const remember = (bytes: Buffer, nonce: Nonce): Nonce => {
    if (known.size >= MOST_KNOWN) known.clear();
    // The key is encoded again: the given text may be a slice that keeps a whole header in memory.
    known.set(bytes.toString('base64url'), nonce);
    return nonce;
  };
  return {
    issue() {
      const bytes = Buffer.allocUnsafe(SIGNED_BYTES + SIGNATURE_BYTES);
      const now = clock();
      bytes.writeUInt32BE(Math.floor(now / TWO_TO_32), 0);
      bytes.writeUInt32BE(Math.floor(now % TWO_TO_32), 4);
      bytes.set(randomBytes(RANDOM_BYTES), TIME_BYTES);
      bytes.set(sign(keys[0], bytes.subarray(0, SIGNED_BYTES)), SIGNED_BYTES);
      return bytes.toString('base64url');
    },
    read(nonce) {
      const remembered = known.get(nonce);
      if (remembered !== undefined) return remembered;
      if (!NONCE.test(nonce)) return undefined;
      const bytes = Buffer.from(nonce, 'base64url');
      const signed = bytes.subarray(0, SIGNED_BYTES);
      const signature = bytes.subarray(SIGNED_BYTES);
      const read: Nonce = {
        id: bytes.toString('base64url', 0, SIGNED_BYTES),
        issuedAtMilliseconds: bytes.readUInt32BE(0) * TWO_TO_32 + bytes.readUInt32BE(4),
        isOurs: keys.some((key) => timingSafeEqual(signature, sign(key, signed))),
      };
      return read.isOurs ? remember(bytes, read) : read;
    },
  };
}
