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

/** One way to log in. Adding one: a file or folder that exports it, and a line in the registry. */
export interface AuthScheme<K extends Shape = Shape> extends Member<K> {
  /** Name as challenges and credentials spell it; differs from the scheme's name in case only. */
  readonly token: string;
  readonly client: ClientFacts;
  /** Rule for the realm; left out: none. */
  readonly realm?: RealmRule;
  /** Options that are fields of an adapter's form, in their order. */
  readonly form: readonly OptionField<Extract<keyof K, string>>[];
  /** Loads the code, only to log users in or to edit their files: every command reads this declaration. */
  load(): Promise<SchemeCode<K>>;
}

/** Code of a scheme, loaded only where users log in or files are edited. */
export interface SchemeCode<K extends Shape = Shape> {
  /** Options that name password files, with the kind of each file. */
  readonly files: Readonly<Partial<Record<keyof K, PasswordFileKind>>>;
  /** Never throws for files: the verifier's health names their problems. */
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
  /** Options for logging in with curl; left out: those of Basic. */
  readonly curl?: string;
}

interface RealmRule {
  /** Sentence for the configuration reference. */
  readonly about: string;
  /** @returns the problem of a realm, as a sentence; undefined without one */
  problem(realm: string): string | undefined;
}

export interface OptionField<N extends string = string> {
  readonly option: N;
  readonly label: string;
  readonly hint: string;
  /** Cleans typed text before it is written; left out: white space around it is trimmed. */
  tidy?(text: string): string;
}

/** A scheme at work for one adapter. */
export interface SchemeVerifier {
  /** One field value of `WWW-Authenticate` each, the strongest first; at least one. */
  challenges(): readonly string[];
  /**
   * @param credentials text after the scheme's token and its spaces, as sent: one character a byte, not trimmed
   * further, maybe empty
   * @param failures given when the request is tried with other adapters, too: failures of credentials that may be right
   * there are added instead of counted. Schemes whose credentials name their adapter ignore it
   * @returns a rejection has the scheme's own challenges; nothing that a client sends makes the promise reject
   */
  verify(request: CredentialsRequest, credentials: string, failures?: DeferredFailures): Promise<LoggedIn | Refused>;
  /**
   * Recognises credentials that were right a short time ago, without hashing or counting; left out: nothing is
   * remembered.
   */
  recall?(request: CredentialsRequest, credentials: string): LoggedIn | undefined;
  /** State of the verifier; cheap, since it is called before every request, guests' too. */
  health(): Health;
  /** Ends watchers; afterwards the verifier is closed. */
  close(): void;
}

/** One adapter of the configuration, checked, with absolute paths. */
export interface AdapterOptions<O = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly realm: string;
  /** Names of the accepted schemes. */
  readonly schemes: readonly string[];
  /** Keys are option names. */
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
  /** One line for the operator; never holds a secret. */
  readonly log: (message: string) => void;
}

/** The first key signs, every key verifies: changing keys does not invalidate the nonces that clients hold. */
export type NonceKeys = readonly [KeyObject, ...KeyObject[]];
