import {
  answerDigest,
  type DigestInput,
  parseAuthParameters,
  parseChallenges,
  quotedString,
  requestDigest,
} from '../http/authentication.ts';
import { toByteText } from '../http/grammar.ts';
import { md5, sha256 } from './hashes.ts';
import type { User } from './log-in.ts';

/** Client side of HTTP Digest (RFC 7616), with qop=auth. */

/** Hash functions, strongest first. */
const HASHES = { 'SHA-256': sha256, MD5: md5 } as const;
const SESSION = '-SESS';

interface DigestTerms {
  readonly algorithm: keyof typeof HASHES;
  /** Whether the hashed secret includes the nonces, as in `MD5-sess`. */
  readonly isSession: boolean;
  /** Algorithm as spelled in the challenge; it is sent back unchanged. */
  readonly algorithmName: string | undefined;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** Whether the server refused only the nonce, as too old: the reader need not enter the password again. */
  readonly isStale: boolean;
}

/**
 * Selects the strongest Digest challenge of WWW-Authenticate that pages can answer.
 * @returns undefined if there is none: another scheme, another algorithm, no qop=auth
 */
export function digestTermsOf(wwwAuthenticate: string): DigestTerms | undefined {
  const offered = parseChallenges(wwwAuthenticate).flatMap(({ scheme, parameters }): readonly DigestTerms[] => {
    if (scheme.toLowerCase() !== 'digest' || parameters === undefined) return [];
    const [realm, nonce] = [parameters.get('realm'), parameters.get('nonce')];
    const algorithmName = parameters.get('algorithm');
    const named = (algorithmName ?? 'MD5').toUpperCase();
    const isSession = named.endsWith(SESSION);
    const plain = isSession ? named.slice(0, -SESSION.length) : named;
    const algorithm = plain === 'MD5' || plain === 'SHA-256' ? plain : undefined;
    const qualities = (parameters.get('qop') ?? '').split(',').map((quality) => quality.trim().toLowerCase());
    if (realm === undefined || nonce === undefined || algorithm === undefined || !qualities.includes('auth')) return [];
    const isStale = parameters.get('stale')?.toLowerCase() === 'true';
    return [{ algorithm, isSession, algorithmName, realm, nonce, opaque: parameters.get('opaque'), isStale }];
  });
  return offered.find(({ algorithm }) => algorithm === 'SHA-256') ?? offered[0];
}

/** Digest log-in of the requests that use one nonce. */
export class DigestLogIn {
  readonly #terms: DigestTerms;
  readonly #user: User;
  readonly #cnonce: string;
  readonly #secret: string;
  #count = 0;
  #last: DigestInput | undefined;

  /** @param cnonce new unguessable value that consists of token characters */
  constructor(terms: DigestTerms, user: User, cnonce: string) {
    this.#terms = terms;
    this.#user = user;
    this.#cnonce = cnonce;
    const hash = HASHES[terms.algorithm];
    // The realm already has one character per byte, as received.
    const secret = hash(`${toByteText(user.name)}:${terms.realm}:${toByteText(user.password)}`);
    this.#secret = terms.isSession ? hash(`${secret}:${terms.nonce}:${cnonce}`) : secret;
  }

  get realm(): string {
    return this.#terms.realm;
  }

  isOf({ name, password }: User): boolean {
    return this.#user.name === name && this.#user.password === password;
  }

  /** Returns the value of Authorization for the next request. @param uri request target: path and query */
  authorization(method: string, uri: string): string {
    const { algorithm, algorithmName, realm, nonce, opaque } = this.#terms;
    this.#count += 1;
    const nonceCount = this.#count.toString(16).padStart(8, '0');
    const input = { nonce, nonceCount, cnonce: this.#cnonce, uri };
    this.#last = input;
    return `Digest ${[
      `username=${quotedString(toByteText(this.#user.name))}`,
      `realm=${quotedString(realm)}`,
      `nonce=${quotedString(nonce)}`,
      `uri=${quotedString(uri)}`,
      ...(algorithmName === undefined ? [] : [`algorithm=${algorithmName}`]),
      'qop=auth',
      `nc=${nonceCount}`,
      `cnonce=${quotedString(this.#cnonce)}`,
      `response=${quotedString(requestDigest(HASHES[algorithm], this.#secret, method, input))}`,
      ...(opaque === undefined ? [] : [`opaque=${quotedString(opaque)}`]),
    ].join(', ')}`;
  }

  /**
   * Whether the server has proven, by the `rspauth` of its answer to the last request, that it knows the secret.
   * @param authenticationInfo value of the field; null: the answer has none
   * @returns null if the answer has no `rspauth`
   */
  isProvenBy(authenticationInfo: string | null): boolean | null {
    const proof = parseAuthParameters(authenticationInfo ?? '')?.get('rspauth');
    if (proof === undefined || this.#last === undefined) return null;
    return proof.toLowerCase() === answerDigest(HASHES[this.#terms.algorithm], this.#secret, this.#last);
  }
}
