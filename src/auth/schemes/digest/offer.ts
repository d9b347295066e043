import type { Health } from '../../contract.ts';
import { type DigestHash, md5, sha256 } from '../../digest-hashes.ts';
import type { PasswordFile } from '../../password-files/contract.ts';
import { parseHtdigest } from '../../password-files/htdigest.ts';
import { WatchedFile } from '../../password-files/watched-file.ts';
import type { AuthTools } from '../contract.ts';
import type { DigestOptions } from './options.ts';

/** One algorithm with the file of its secrets. */
export interface DigestOffer {
  readonly digestHash: DigestHash;
  /** HA1 of no user: what unknown users are compared with, so that they take the same time. */
  readonly decoy: string;
  /** User → HA1; undefined while the file cannot be used. */
  secrets(): ReadonlyMap<string, string> | undefined;
  health(): Health;
  close(): void;
}

/** An offer for each configured file, the strongest first; none when no file is configured. */
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
