import { formatChallenge, quotedString } from '../../../http/authentication.ts';
import { toByteText } from '../../../http/grammar.ts';
import type { DigestAlgorithm } from '../../digest-hashes.ts';
import { DIGEST } from './options.ts';

/** Parts that every challenge of an adapter shares. */
export interface ChallengeTerms {
  readonly realm: string;
  /** Empty: no `domain`, so the protection space is the whole server. */
  readonly domains: readonly string[];
  readonly opaque: string;
}

/**
 * A challenge: what is a token in RFC 7616 is sent as a token, since some clients do not understand it quoted.
 * @see RFC 7616 §3.3
 */
export function formatDigestChallenge(
  { realm, domains, opaque }: ChallengeTerms,
  algorithm: DigestAlgorithm,
  nonce: string,
  isStale: boolean,
): string {
  return formatChallenge(DIGEST, [
    ['realm', quotedString(toByteText(realm))],
    ...(domains.length === 0 ? [] : [['domain', quotedString(toByteText(domains.join(' ')))] as const]),
    ['nonce', quotedString(nonce)],
    ['opaque', quotedString(opaque)],
    ['algorithm', algorithm],
    ['qop', quotedString('auth')],
    ['charset', 'UTF-8'],
    ...(isStale ? [['stale', 'true'] as const] : []),
  ]);
}
