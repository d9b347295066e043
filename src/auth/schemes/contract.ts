import type { KeyObject } from 'node:crypto';
import type {
  Clock,
  CredentialsRequest,
  DeferredFailures,
  Health,
  LoggedIn,
  RandomBytes,
  Refused,
} from '../contract.ts';
import type { PasswordWorkers } from '../hashing/contract.ts';
import type { AcceptedScheme, SchemeName } from '../scheme-names.ts';
import type { AuthState, ThrottleLimits } from '../state/contract.ts';

/** One way to log in. Adding one: a file that exports it, a line in the registry, and its name in `scheme-names.ts`. */
export interface AuthScheme {
  readonly name: SchemeName;
  /** Never throws for files: what is wrong with them is the verifier's health. */
  create(options: AdapterOptions, tools: AuthTools): SchemeVerifier;
}

/** A scheme at work for one adapter. */
export interface SchemeVerifier {
  /** One field value of `WWW-Authenticate` each, the strongest first; at least one. */
  challenges(): readonly string[];
  /**
   * @param credentials what follows the scheme's token and the spaces after it, as sent: one character a byte, never
   * trimmed further, maybe empty
   * @param failures given where other adapters are asked as well: what credentials may fail at that are right elsewhere
   * is put there instead of being counted. A scheme whose credentials name its adapter has no use for it
   * @returns of a rejection the scheme's own challenges; never rejects for what a client sent
   */
  verify(request: CredentialsRequest, credentials: string, failures?: DeferredFailures): Promise<LoggedIn | Refused>;
  /** What was right a short time ago, without hashing or counting anything; left out: nothing is remembered. */
  recall?(request: CredentialsRequest, credentials: string): LoggedIn | undefined;
  /** Asked before every request, guests too; cheap. */
  health(): Health;
  /** Ends watchers; afterwards the verifier is closed. */
  close(): void;
}

/** One adapter of the configuration, checked, with absolute paths. */
export interface AdapterOptions {
  readonly name: string;
  readonly realm: string;
  readonly schemes: readonly AcceptedScheme[];
  readonly htpasswdFile: string | null;
  readonly htdigestFile: string | null;
  /** SHA-256 entries; null: SHA-256 is not offered. */
  readonly htdigestSha256File: string | null;
  /** Empty: the challenge has no `domain`. */
  readonly digestDomains: readonly string[];
  readonly nonceTimeoutSeconds: number;
  readonly throttle: ThrottleLimits;
}

/** What adapters of one process share. */
export interface AuthTools {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly passwords: PasswordWorkers;
  readonly state: AuthState;
  readonly nonceKeys: NonceKeys;
  /** One line for the operator; never holds a secret. */
  readonly log: (message: string) => void;
}

/** The first signs, all of them verify: a key is changed without refusing the nonces that are out. */
export type NonceKeys = readonly [KeyObject, ...KeyObject[]];
