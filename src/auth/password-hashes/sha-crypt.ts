import { createHash } from 'node:crypto';
import { isSame } from '../secrets.ts';
import type { PasswordHash } from './contract.ts';

type Bytes = Uint8Array<ArrayBuffer> | Buffer;

/** Entry with 1,000 to 1,000,000 rounds (up to two seconds); the default is 5,000. */
const ENTRY =
  /^\$(?<kind>[56])\$(?:rounds=(?<rounds>[1-9]\d{3,5}|1000000)\$)?(?<salt>[./A-Za-z0-9]{1,16})\$(?<digest>[./A-Za-z0-9]+)$/;
const DEFAULT_ROUNDS = 5000;
const LEAST_ROUNDS = 1000;
const MICROSECONDS_A_ROUND = 2;
const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

interface Variant {
  readonly hash: 'sha256' | 'sha512';
  readonly digestCharacters: number;
  /** Computes the positions of the next three bytes to encode from the last three. */
  readonly next: (bytes: Triple) => Triple;
}

type Triple = readonly [number, number, number];

const VARIANTS: Readonly<Record<string, Variant>> = {
  5: { hash: 'sha256', digestCharacters: 43, next: ([a, b, c]) => [c + 1, a + 1, b + 1] },
  6: { hash: 'sha512', digestCharacters: 86, next: ([a, b, c]) => [b + 1, c + 1, a + 1] },
};

interface Parts {
  readonly variant: Variant;
  readonly rounds: number;
  readonly salt: string;
  /** Text before the digest. */
  readonly prefix: string;
}

/**
 * SHA-crypt: `$5$` (SHA-256) and `$6$` (SHA-512), as `htpasswd -2` and `-5` write them, then `[rounds=n$]salt$digest`.
 * Our own code: the libraries on npm fail on passwords whose length is a multiple of the digest's.
 * @see "Unix crypt using SHA-256 and SHA-512", U. Drepper, 2008
 */
export const shaCrypt: PasswordHash = {
  name: 'sha-crypt',
  recognises: (stored) => partsOf(stored) !== undefined,
  verify(password, stored) {
    const parts = partsOf(stored);
    return (
      parts !== undefined &&
      isSame(stored, parts.prefix + encode(digest(Buffer.from(password, 'utf8'), parts), parts.variant))
    );
  },
  costMicroseconds: (stored) => MICROSECONDS_A_ROUND * (partsOf(stored)?.rounds ?? DEFAULT_ROUNDS),
  decoy(stored) {
    const parts = partsOf(stored);
    return parts === undefined ? '' : parts.prefix + '.'.repeat(parts.variant.digestCharacters);
  },
  decoysOf(microseconds, stored) {
    const rounds = Math.round(microseconds / MICROSECONDS_A_ROUND);
    const parts = partsOf(stored);
    if (parts === undefined || rounds < LEAST_ROUNDS) return [];
    return [`${stored.slice(0, 3)}rounds=${rounds}$${parts.salt}$${'.'.repeat(parts.variant.digestCharacters)}`];
  },
};

function partsOf(stored: string): Parts | undefined {
  const { kind = '', rounds, salt = '', digest: encoded = '' } = ENTRY.exec(stored)?.groups ?? {};
  const variant = VARIANTS[kind];
  if (variant === undefined || encoded.length !== variant.digestCharacters) return undefined;
  return { variant, rounds: Number(rounds ?? DEFAULT_ROUNDS), salt, prefix: stored.slice(0, -encoded.length) };
}

function digest(password: Bytes, { variant, rounds, salt: saltText }: Parts): Bytes {
  const hash = (...parts: readonly Bytes[]): Bytes => {
    const context = createHash(variant.hash);
    for (const part of parts) context.update(part);
    return context.digest();
  };
  const salt = Buffer.from(saltText);
  const alternate = hash(password, salt, password);
  const bits: Bytes[] = [];
  for (let length = password.length; length > 0; length >>= 1) bits.push(length & 1 ? alternate : password);
  const first = hash(password, salt, repeat(alternate, password.length), ...bits);
  const passwordBytes = repeat(hash(...Array<Bytes>(password.length).fill(password)), password.length);
  const saltBytes = repeat(hash(...Array<Bytes>(16 + (first[0] ?? 0)).fill(salt)), salt.length);
  let last = first;
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1;
    const parts = [isOdd ? passwordBytes : last];
    if (round % 3 !== 0) parts.push(saltBytes);
    if (round % 7 !== 0) parts.push(passwordBytes);
    parts.push(isOdd ? last : passwordBytes);
    last = hash(...parts);
  }
  return last;
}

/** Repeats bytes up to a length. */
function repeat(bytes: Bytes, length: number): Bytes {
  return Buffer.alloc(length, bytes);
}

/**
 * Encodes three bytes at a time, in the variant's order, as four characters, the lowest six bits first; the last one or
 * two bytes need fewer characters.
 */
function encode(bytes: Bytes, { next, digestCharacters }: Variant): string {
  const size = bytes.length;
  let text = '';
  let triple: Triple = [0, Math.floor(size / 3), 2 * Math.floor(size / 3)];
  for (let group = 0; group < Math.floor(size / 3); group += 1) {
    text += characters(triple.map((at) => bytes[at] ?? 0));
    triple = next(triple);
  }
  const rest = [...bytes.subarray(size - (size % 3))].reverse();
  return (text + characters([0, 0, ...rest].slice(-3))).slice(0, digestCharacters);
}

function characters([high = 0, middle = 0, low = 0]: readonly number[]): string {
  const bits = (high << 16) | (middle << 8) | low;
  return [0, 6, 12, 18].map((shift) => ALPHABET[(bits >> shift) & 63]).join('');
}
