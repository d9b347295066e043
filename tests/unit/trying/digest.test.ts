import { describe, expect, test } from 'vitest';
import { DigestLogIn, digestTermsOf } from '../../../src/trying/digest.ts';

describe('the challenge that is answered', () => {
  test.each([
    ['Digest realm="r", nonce="n", qop="auth"', 'MD5'],
    ['Digest realm="r", nonce="n", qop="auth-int, auth", algorithm=SHA-256', 'SHA-256'],
    [
      'Digest realm="r", nonce="1", qop="auth", algorithm=MD5, Digest realm="r", nonce="2", qop="auth", algorithm=SHA-256',
      'SHA-256',
    ],
    ['Basic realm="r", Digest realm="r", nonce="n", qop=auth, algorithm="md5-sess"', 'MD5'],
    ['Digest realm="r", nonce="n", qop="auth", algorithm=SHA-512-256', undefined],
    ['Digest realm="r", nonce="n", qop="auth-int"', undefined],
    ['Digest realm="r", nonce="n"', undefined],
    ['Digest realm="r", qop="auth"', undefined],
    ['Basic realm="r"', undefined],
  ])('of %s: %s', (challenge, algorithm) => expect(digestTermsOf(challenge)?.algorithm).toBe(algorithm));

  test.each([
    ['stale=true', true],
    ['stale="TRUE"', true],
    ['stale=false', false],
    ['opaque=""', false],
  ])('is stale by %s: %s', (parameter, isStale) => {
    expect(digestTermsOf(`Digest realm="r", nonce="n", qop="auth", ${parameter}`)?.isStale).toBe(isStale);
  });
});

describe('the example of RFC 7616 §3.9.1', () => {
  const USER = { name: 'Mufasa', password: 'Circle of Life' };
  const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  const challenge = (algorithm: string): string =>
    'Digest realm="http-auth@example.org", qop="auth, auth-int", ' +
    `algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ` +
    'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';

  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec', '9b712497bc9f91499fbcca1dfc5f09a5'],
    [
      'SHA-256',
      '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
      '86d3b25618d41854ca5039a5d7e53ff6355d5134a9b1fb088a78ac3c462195a0',
    ],
  ])('%s', (algorithm, response, proof) => {
    const terms = digestTermsOf(challenge(algorithm));
    if (terms === undefined) throw new Error('no challenge');
    const logIn = new DigestLogIn(terms, USER, CNONCE);
    expect(logIn.authorization('GET', '/dir/index.html')).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", ' +
        `algorithm=${algorithm}, qop=auth, nc=00000001, cnonce="${CNONCE}", response="${response}", ` +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
    expect(logIn.isProvenBy(`rspauth="${proof}", qop=auth`)).toBe(true);
    expect(logIn.isProvenBy(`rspauth="${proof.replace(/^./, '0')}"`)).toBe(false);
    expect([logIn.isProvenBy(null), logIn.isProvenBy('nextnonce="x"')]).toEqual([null, null]);
    expect(logIn.authorization('GET', '/dir/index.html')).toContain('nc=00000002');
  });

  test('a session hashes its nonces into the secret', () => {
    const terms = digestTermsOf(challenge('MD5-sess'));
    if (terms === undefined) throw new Error('no challenge');
    const sent = new DigestLogIn(terms, USER, CNONCE).authorization('GET', '/dir/index.html');
    expect(sent).toContain('algorithm=MD5-sess');
    expect(sent).toContain(`response="${SESSION_RESPONSE}"`);
  });
});

/** Computed with Python's hashlib from RFC 7616 §3.4.2. */
const SESSION_RESPONSE = 'e783283f46242139c486a698fec7211d';
