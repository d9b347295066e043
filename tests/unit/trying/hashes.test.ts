import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { md5, sha256 } from '../../../src/trying/hashes.ts';

const DIGITS = '12345678901234567890123456789012345678901234567890123456789012345678901234567890';

describe('md5', () => {
  test.each([
    // RFC 1321 §A.5
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
    [DIGITS, '57edf4a22be3c955ac49da2e2107b67a'],
  ])('of %j is %s', (text, digest) => expect(md5(text)).toBe(digest));
});

describe('sha256', () => {
  test.each([
    // FIPS 180-4, examples of NIST
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ])('of %j is %s', (text, digest) => expect(sha256(text)).toBe(digest));
});

test('both are those of Node for texts of any length and every byte', () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length * 7) % 256);
    const text = String.fromCharCode(...bytes);
    expect(md5(text)).toBe(createHash('md5').update(bytes).digest('hex'));
    expect(sha256(text)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
