import { formatChallenge, quotedString } from '../../../http/authentication.ts';
import { toByteText } from '../../../http/grammar.ts';
import type { Health } from '../../contract.ts';
import { parseHtdigest } from '../../password-files/kinds.ts';
import type { PasswordFile } from '../../password-files/lines.ts';
import { WatchedFile } from '../../password-files/watched-file.ts';
import { type DigestAlgorithm, type DigestHash, md5, sha256 } from '../../secrets.ts';
import type { AuthTools } from '../contract.ts';
import { DIGEST, type DigestOptions } from './options.ts';

/** Parts that every challenge of an adapter shares. */
export interface ChallengeTerms {
  readonly realm: string;
  /** Empty: no `domain`, so the protection space is the whole server. */
  readonly domains: readonly string[];
  readonly opaque: string;
}

/**
 * Writes a challenge. Parameters that RFC 7616 defines as tokens stay unquoted: some clients reject them quoted.
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

/** Digest algorithm with the file of its secrets. */
export interface DigestOffer {
  readonly digestHash: DigestHash;
  /** HA1 that belongs to no user: verifying unknown users against it takes the same time. */
  readonly decoy: string;
  /** User → HA1; undefined while the file cannot be used. */
  secrets(): ReadonlyMap<string, string> | undefined;
  health(): Health;
  close(): void;
}

/** Creates an offer for each configured file, the strongest first; none if no file is configured. */
export function createOffers({ realm, options }: DigestOptions, tools: AuthTools): readonly DigestOffer[] {
  const files = [
    [sha256, options.htdigest_sha256],
    [md5, options.htdigest],
  ] as const;
  return files.flatMap(([digestHash, path]) => (path === null ? [] : [createOffer(digestHash, path, realm, tools)]));
}

function createOffer(
  digestHash: DigestHash,
  path: string,
  realm: string,
  { randomBytes, log }: AuthTools,
): DigestOffer {
  const file = new WatchedFile<PasswordFile>(path, (text) => parseHtdigest(text, realm, digestHash.algorithm), log);
  return {
    digestHash,
    decoy: Buffer.from(randomBytes(digestHash.digits / 2)).toString('hex'),
    secrets: () => file.content()?.entries,
    health: () => file.health(),
    close: () => file.close(),
  };
}
