import type { KeyObject } from 'node:crypto';
import type { Member, OptionsOf } from '../../options/member.ts';
import type { Shape } from '../../options/schema.ts';
import type {
  Clock,
  CredentialsRequest,
  DeferredFailures,
  Health,
  LoggedIn,
  RandomBytes,
  Refused,
} from '../contract.ts';
import type { PasswordWorkers } from '../hashing/password-workers.ts';
import type { PasswordFileKind } from '../password-files/kinds.ts';
import type { AuthState, ThrottleLimits } from '../state/contract.ts';

/** Way to log in. A new scheme needs a file or folder that exports it, and a line in the registry. */
export interface AuthScheme<K extends Shape = Shape> extends Member<K> {
  /** Name as challenges and credentials spell it; differs from the scheme's name in case only. */
  readonly token: string;
  readonly client: ClientFacts;
  /** Rule for the realm; left out: none. */
  readonly realm?: RealmRule;
  /** Options that are fields of an adapter's form, in their order. */
  readonly form: readonly OptionField<Extract<keyof K, string>>[];
  /** Loads the code; called only to log users in or edit their files, since every command loads this declaration. */
  load(): Promise<SchemeCode<K>>;
}

/** Code of a scheme, loaded only to log users in or to edit files. */
export interface SchemeCode<K extends Shape = Shape> {
  /** Options that name password files, with the kind of each file. */
  readonly files: Readonly<Partial<Record<keyof K, PasswordFileKind>>>;
  /** Creates a verifier. Files never make it throw: {@link SchemeVerifier.health} names their problems. */
  create(options: AdapterOptions<OptionsOf<K>>, tools: AuthTools): SchemeVerifier;
}

export type LoadedScheme = AuthScheme & SchemeCode;

/** Facts that documentation shows to clients. */
export interface ClientFacts {
  /**
   * Whether clients prove that they know the password without sending it; left out: they send it, protected by HTTPS
   * only.
   */
  readonly keepsPassword?: true;
  /** Options of curl for logging in; left out: the options for Basic. */
  readonly curl?: string;
}

interface RealmRule {
  /** Sentence for the configuration reference. */
  readonly about: string;
  /** @returns the problem of a realm, as a sentence; undefined for a valid realm */
  problem(realm: string): string | undefined;
}

export interface OptionField<N extends string = string> {
  readonly option: N;
  readonly label: string;
  readonly hint: string;
  /** Cleans typed text before it is written; left out: white space around it is trimmed. */
  tidy?(text: string): string;
}

/** Verifier of the credentials of one scheme for one adapter. */
export interface SchemeVerifier {
  /** Field values of `WWW-Authenticate`, one per challenge, the strongest first; at least one. */
  challenges(): readonly string[];
  /**
   * @param credentials text after the scheme's token and its spaces, as sent: one character per byte, not trimmed
   * further, possibly empty
   * @param failures given if other adapters check the request as well: failures of credentials that another adapter may
   * accept are added instead of counted. Schemes whose credentials identify their adapter ignore it
   * @returns a promise that no request can make reject; a rejection has the challenges of this scheme alone
   */
  verify(request: CredentialsRequest, credentials: string, failures?: DeferredFailures): Promise<LoggedIn | Refused>;
  /** Recognises recently verified credentials, without hashing or counting; left out: nothing is remembered. */
  recall?(request: CredentialsRequest, credentials: string): LoggedIn | undefined;
  /** State of the verifier; cheap, since it is called for every request, including those of guests. */
  health(): Health;
  /** Stops watching files; afterwards, the verifier is closed. */
  close(): void;
}

/** One adapter of the configuration, checked, with absolute paths. */
export interface AdapterOptions<O = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly realm: string;
  /** Names of the accepted schemes. */
  readonly schemes: readonly string[];
  /** Path below which clients see the site. Left out: the root of the host. */
  readonly basePath?: string;
  /** Values by the names of options. */
  readonly options: O;
  readonly throttle: ThrottleLimits;
}

/** Tools shared by the adapters of one process. */
export interface AuthTools {
  /** All schemes, the strongest first. */
  readonly schemes: readonly LoadedScheme[];
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly passwords: PasswordWorkers;
  readonly state: AuthState;
  readonly nonceKeys: NonceKeys;
  /** Logs one line for the operator; the line must not contain a secret. */
  readonly log: (message: string) => void;
}

/** The first key signs, every key verifies: changing keys does not invalidate the nonces that clients hold. */
export type NonceKeys = readonly [KeyObject, ...KeyObject[]];
