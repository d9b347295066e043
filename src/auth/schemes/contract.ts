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
  /** Name as challenges and credentials spell it: the scheme's name in another case. */
  readonly token: string;
  readonly client: ClientFacts;
  /** Rule for the realm; left out: none. */
  readonly realm?: RealmRule;
  /** Options that are fields of an adapter's form, in their order. */
  readonly form: readonly OptionField<Extract<keyof K, string>>[];
  /** Every command reads this declaration; the code is loaded only to log users in or to edit their files. */
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
  /** A client proves that it knows the password without sending it; left out: it is sent, which HTTPS alone hides. */
  readonly keepsPassword?: true;
  /** Options by which curl logs in; left out: those of Basic. */
  readonly curl?: string;
}

interface RealmRule {
  /** One sentence of the reference. */
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
   * @param credentials what follows the scheme's token and the spaces after it, as sent: one character a byte, never
   * trimmed further, maybe empty
   * @param failures given where other adapters are asked as well: failures of credentials that may be right there are
   * added to it instead of being counted. A scheme whose credentials name its adapter has no use for it
   * @returns of a rejection the scheme's own challenges; never rejects for what a client sent
   */
  verify(request: CredentialsRequest, credentials: string, failures?: DeferredFailures): Promise<LoggedIn | Refused>;
  /**
   * Recognises credentials that were right a short time ago, without hashing or counting; left out: nothing is
   * remembered.
   */
  recall?(request: CredentialsRequest, credentials: string): LoggedIn | undefined;
  /** Asked before every request, guests too; cheap. */
  health(): Health;
  /** Ends watchers; afterwards the verifier is closed. */
  close(): void;
}

/** One adapter of the configuration, checked, with absolute paths. */
export interface AdapterOptions<O = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly realm: string;
  /** Names of those that are accepted. */
  readonly schemes: readonly string[];
  /** Keys are option names. */
  readonly options: O;
  readonly throttle: ThrottleLimits;
}

/** Tools shared by the adapters of one process. */
export interface AuthTools {
  /** All there are, the strongest first. */
  readonly schemes: readonly LoadedScheme[];
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
