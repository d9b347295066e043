import { LRUCache } from 'lru-cache';
import { formatChallenge, quotedString } from '../../../http/authentication.ts';
import { clientNetwork } from '../../../http/client-network.ts';
import { toByteText } from '../../../http/grammar.ts';
import type { HeaderList } from '../../../http/header-list.ts';
import { type Attempts, createAttempts } from '../../attempts.ts';
import {
  BUSY_RETRY_SECONDS,
  type CredentialsRequest,
  type DeferredFailures,
  DOWN_RETRY_SECONDS,
  type Health,
  identityOf,
  type LoggedIn,
  type Refused,
  type RejectionCause,
} from '../../contract.ts';
import type { PasswordWorkers } from '../../hashing/password-workers.ts';
import { type HtpasswdFile, htpasswdKind, parseHtpasswd } from '../../password-files/kinds.ts';
import { WatchedFile } from '../../password-files/watched-file.ts';
import { paddingFor } from '../../password-hashes/passwords.ts';
import { StateUnavailable } from '../../state/contract.ts';
import { VerificationCache } from '../../verification-cache.ts';
import type { AdapterOptions, AuthTools, SchemeCode, SchemeVerifier } from '../contract.ts';
import { parseBasicCredentials } from './credentials.ts';
import { BASIC, type BasicOptions, type basicOptions } from './options.ts';

/** A client that fills this up has been refused as often. */
const MOST_BLOCKED = 10_000;
const NO_HEADERS: HeaderList = [];

/** Passwords in htpasswd files. */
export const basic: SchemeCode<typeof basicOptions> = {
  files: { htpasswd: htpasswdKind },
  create: (options, tools) => new BasicVerifier(options, tools),
};

/** One attempt to log in as a user. */
interface Trial {
  readonly client: string;
  readonly user: string;
  readonly password: string;
  readonly failures: DeferredFailures | undefined;
}

/** Remembered result of credentials, valid while the file has the same entry for their user. */
interface Recalled {
  /** Stands for the credentials as they were sent. */
  readonly sent: string;
  readonly user: string;
  readonly stored: string;
  readonly fingerprint: string;
  readonly loggedIn: LoggedIn;
}

class BasicVerifier implements SchemeVerifier {
  readonly #options: Pick<AdapterOptions, 'name' | 'realm'>;
  readonly #challenges: readonly string[];
  readonly #file: WatchedFile<HtpasswdFile> | undefined;
  readonly #missing: Health;
  readonly #passwords: PasswordWorkers;
  readonly #attempts: Attempts;
  readonly #cache: VerificationCache;
  /** Networks and users that a password was refused for while they were blocked. */
  readonly #blocked: LRUCache<string, true>;
  /** Keys are connections: clients send the same credentials with every request, and they are parsed once. */
  readonly #recalled = new WeakMap<object, Recalled>();
  /** Content of the file when this was closed: passwords in hashing at that time are still compared with it. */
  #last: HtpasswdFile | undefined;

  constructor(options: BasicOptions, tools: AuthTools) {
    const { name, realm, throttle } = options;
    const { htpasswd } = options.options;
    this.#options = options;
    this.#challenges = [
      formatChallenge(BASIC, [
        ['realm', quotedString(toByteText(realm))],
        ['charset', quotedString('UTF-8')],
      ]),
    ];
    this.#file = htpasswd === null ? undefined : new WatchedFile(htpasswd, parseHtpasswd, tools.log);
    this.#missing = {
      kind: 'closed',
      reason: `adapter ${name}: no password file for Basic. Name one in "htpasswd".`,
    };
    this.#passwords = tools.passwords;
    this.#attempts = createAttempts(name, tools.state, throttle);
    this.#cache = new VerificationCache(tools.clock, tools.randomBytes);
    this.#blocked = new LRUCache({ max: MOST_BLOCKED, ttl: 1, ttlResolution: 0, perf: { now: tools.clock } });
  }

  challenges(): readonly string[] {
    return this.#challenges;
  }

  health(): Health {
    return this.#file?.health() ?? this.#missing;
  }

  close(): void {
    this.#last = this.#file?.content();
    this.#file?.close();
  }

  /** Answers at once for credentials that were right a short time ago; a worker hashes every other password. */
  async verify({ client }: CredentialsRequest, text: string, failures?: DeferredFailures): Promise<LoggedIn | Refused> {
    const file = this.#file?.content();
    if (file === undefined) return this.#unavailable();
    const credentials = parseBasicCredentials(text);
    if (credentials === undefined) return this.#rejected('malformed');
    const { user, password } = credentials;
    const trial: Trial = { client, user, password, failures };
    const stored = file.entries.get(user);
    if (stored === undefined) return this.#unknown(trial, file.decoy);
    const fingerprint = this.#cache.fingerprint(this.#options.name, user, stored, password);
    if (this.#remembers(client, user, fingerprint)) return this.#loggedIn(user);
    return this.#known(trial, stored, file.decoy, fingerprint);
  }

  recall({ client, connection }: CredentialsRequest, text: string): LoggedIn | undefined {
    const entries = this.#file?.content()?.entries;
    if (entries === undefined) return undefined;
    const sent = this.#cache.fingerprintOfText(text);
    const last = connection && this.#recalled.get(connection);
    const isLast = last?.sent === sent && last.stored === entries.get(last.user);
    const known = isLast ? last : this.#read(entries, text, sent);
    if (known === undefined || !this.#remembers(client, known.user, known.fingerprint)) return undefined;
    if (connection !== undefined && known !== last) this.#recalled.set(connection, known);
    return known.loggedIn;
  }

  #read(entries: HtpasswdFile['entries'], text: string, sent: string): Recalled | undefined {
    const credentials = parseBasicCredentials(text);
    if (credentials === undefined) return undefined;
    const { user, password } = credentials;
    const stored = entries.get(user);
    if (stored === undefined) return undefined;
    const fingerprint = this.#cache.fingerprint(this.#options.name, user, stored, password);
    return { sent, user, stored, fingerprint, loggedIn: this.#loggedIn(user) };
  }

  /**
   * Reports whether credentials are cached as right. A blocked client keeps its cached credentials until it sends a
   * wrong password; otherwise the cache would tell it, guess by guess, which password is right.
   */
  #remembers(client: string, user: string, fingerprint: string): boolean {
    if (this.#blocked.size > 0 && this.#blocked.has(blockedKey(client, user))) return false;
    return this.#cache.has(fingerprint);
  }

  #throttle(client: string, user: string, retryAfterSeconds: number): Refused {
    this.#blocked.set(blockedKey(client, user), true, { ttl: retryAfterSeconds * 1000 });
    return { kind: 'throttled', retryAfterSeconds };
  }

  /** The time of the costliest user of the file, and never right. */
  #unknown(trial: Trial, decoy: string): Promise<LoggedIn | Refused> {
    return this.#throttled(trial, async () => {
      const check = await this.#passwords.verify(trial.password, decoy, [], trial.user);
      return check === 'busy' ? busy() : this.#rejected('wrong-credentials');
    });
  }

  #known(trial: Trial, stored: string, decoy: string, fingerprint: string): Promise<LoggedIn | Refused> {
    const { user, password } = trial;
    const check = async (): Promise<LoggedIn | Refused> => {
      // A wrong password of a user whose hash is cheaper than others' must not be told from an unknown user by its
      // time.
      const result = await this.#passwords.verify(password, stored, paddingFor(stored, decoy), user);
      if (result === 'busy') return busy();
      if (result === 'wrong') return this.#rejected('wrong-credentials');
      const file = this.#file?.content() ?? this.#last;
      if (file === undefined) return this.#unavailable();
      // The file may have changed while the password was hashed.
      if (file.entries.get(user) !== stored) return this.#rejected('wrong-credentials');
      return this.#loggedIn(user);
    };
    return this.#throttled(trial, check, () => this.#cache.add(fingerprint));
  }

  /** Asks before any hashing and after it; counts what was refused for its password, or leaves it to be counted. */
  async #throttled(
    { client, user, failures }: Trial,
    verify: () => Promise<LoggedIn | Refused>,
    remember = (): void => {},
  ): Promise<LoggedIn | Refused> {
    try {
      const retryAfterSeconds = await this.#attempts.secondsBlocked(client, user);
      if (retryAfterSeconds > 0) return this.#throttle(client, user, retryAfterSeconds);
      const result = await verify();
      if (result.kind === 'unavailable') return result;
      const isRight = result.kind === 'authenticated';
      if (!isRight && failures !== undefined) {
        failures.push(() => this.#attempts.recordFailure(client, user));
        return result;
      }
      // Others of many guesses at a time may have failed meanwhile: who is blocked by now is not told that this one was
      // right.
      const blockedSeconds = isRight
        ? await this.#attempts.secondsBlocked(client, user)
        : await this.#attempts.recordFailure(client, user);
      if (blockedSeconds > 0) return this.#throttle(client, user, blockedSeconds);
      if (isRight) remember();
      return result;
    } catch (error) {
      if (!(error instanceof StateUnavailable)) throw error;
      return {
        kind: 'unavailable',
        retryAfterSeconds: DOWN_RETRY_SECONDS,
        reason: `adapter ${this.#options.name}: the shared state cannot be asked`,
      };
    }
  }

  #loggedIn(user: string): LoggedIn {
    return { kind: 'authenticated', identity: identityOf(this.#options, BASIC, user), headers: NO_HEADERS };
  }

  #rejected(cause: RejectionCause): Refused {
    return { kind: 'rejected', cause, challenges: this.#challenges };
  }

  #unavailable(): Refused {
    const health = this.health();
    return {
      kind: 'unavailable',
      retryAfterSeconds: DOWN_RETRY_SECONDS,
      reason: health.kind === 'closed' ? health.reason : '',
    };
  }
}

/** Injective: an address has no NUL, and nothing follows the user. */
function blockedKey(client: string, user: string): string {
  return `${clientNetwork(client)}\0${user}`;
}

function busy(): Refused {
  return { kind: 'unavailable', retryAfterSeconds: BUSY_RETRY_SECONDS, reason: 'too many passwords to verify at once' };
}
