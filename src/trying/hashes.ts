/**
 * Hashes of HTTP Digest for pages: browsers offer no MD5, and SHA-256 only in secure contexts (HTTPS and
 * `http://localhost`). The server uses `auth/secrets.ts`. Inputs have one character per byte; results are lower-case
 * hexadecimal digits.
 */

const BLOCK_BYTES = 64;
const WORD_BYTES = 4;
/** Number of values of a 32-bit word. */
const WORD_VALUES = 2 ** 32;
const LENGTH_BYTES = 8;

/** Rotation in bits of the four alternating steps of each round (RFC 1321 §3.4). */
const TURNS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** @see RFC 1321 §3 */
export function md5(bytes: string): string {
  let state: readonly [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (const block of blocksOf(bytes, true)) {
    let [a, b, c, d] = state;
    for (let step = 0; step < BLOCK_BYTES; step += 1) {
      const [mixed, word] = mixedIn(step, b, c, d);
      const constant = Math.floor(Math.abs(Math.sin(step + 1)) * WORD_VALUES);
      const sum = (a + mixed + constant + wordAt(block, word % 16)) | 0;
      const turn = TURNS[step >> 4]?.[step % 4] ?? 0;
      [a, b, c, d] = [d, (b + turnedLeft(sum, turn)) | 0, b, c];
    }
    state = [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
  }
  return digitsOf(state, true);
}

/** Applies the function of the step's round to three words; `word` is the index of the block word to add, modulo 16. */
function mixedIn(step: number, b: number, c: number, d: number): readonly [mixed: number, word: number] {
  switch (step >> 4) {
    case 0:
      return [(b & c) | (~b & d), step];
    case 1:
      return [(b & d) | (c & ~d), 5 * step + 1];
    case 2:
      return [b ^ c ^ d, 3 * step + 5];
    default:
      return [c ^ (b | ~d), 7 * step];
  }
}

/** Primes below 312: the fractional parts of their roots are the constants of SHA-256 (FIPS 180-4 §4.2.2, §5.3.3). */
const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (number, _, all) => number > 1 && !all.some((by) => by > 1 && by < number && number % by === 0),
);
const CONSTANTS = PRIMES.map((prime) => fractionOf(Math.cbrt(prime)));

/** @see FIPS 180-4 §6.2 */
export function sha256(bytes: string): string {
  const state = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
  for (const block of blocksOf(bytes, false)) {
    const words = [...block];
    for (let at = 16; at < CONSTANTS.length; at += 1) {
      const [early, late] = [wordAt(words, at - 15), wordAt(words, at - 2)];
      const first = turnedRight(early, 7) ^ turnedRight(early, 18) ^ (early >>> 3);
      const second = turnedRight(late, 17) ^ turnedRight(late, 19) ^ (late >>> 10);
      words.push((wordAt(words, at - 16) + first + wordAt(words, at - 7) + second) | 0);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (const [at, constant] of CONSTANTS.entries()) {
      const chosen = (e & f) ^ (~e & g);
      const sum = h + (turnedRight(e, 6) ^ turnedRight(e, 11) ^ turnedRight(e, 25)) + chosen + constant;
      const first = (sum + wordAt(words, at)) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const second = (turnedRight(a, 2) ^ turnedRight(a, 13) ^ turnedRight(a, 22)) + most;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (wordAt(state, at) + word) | 0;
  }
  return digitsOf(state, false);
}

function fractionOf(number: number): number {
  return Math.floor((number % 1) * WORD_VALUES) | 0;
}

/** Pads a message (one bit, zeros, its length) and splits it into blocks of sixteen words. */
function* blocksOf(bytes: string, isLittleEndian: boolean): Generator<readonly number[]> {
  const length = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  const view = new DataView(new ArrayBuffer(length));
  for (let at = 0; at < bytes.length; at += 1) view.setUint8(at, bytes.charCodeAt(at));
  view.setUint8(bytes.length, 0x80);
  view.setBigUint64(length - LENGTH_BYTES, BigInt(bytes.length) * 8n, isLittleEndian);
  for (let start = 0; start < length; start += BLOCK_BYTES)
    yield Array.from({ length: BLOCK_BYTES / WORD_BYTES }, (_, word) =>
      view.getInt32(start + word * WORD_BYTES, isLittleEndian),
    );
}

function digitsOf(words: readonly number[], isLittleEndian: boolean): string {
  const view = new DataView(new ArrayBuffer(words.length * WORD_BYTES));
  for (const [at, word] of words.entries()) view.setInt32(at * WORD_BYTES, word, isLittleEndian);
  return Array.from(new Uint8Array(view.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function wordAt(words: readonly number[], at: number): number {
  return words[at] ?? 0;
}

function turnedLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function turnedRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
