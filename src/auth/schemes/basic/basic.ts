import { formatChallenge, quotedString } from '../../../http/authentication.ts';
import { toByteText } from '../../../http/grammar.ts';
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
import { type HtpasswdFile, htpasswdKind, parseHtpasswd } from '../../password-files/kinds.ts';
import { WatchedFile } from '../../password-files/watched-file.ts';
import { paddingFor } from '../../password-hashes/passwords.ts';
import { StateUnavailable } from '../../state/contract.ts';
import type { AdapterOptions, AuthTools, SchemeCode, SchemeVerifier } from '../contract.ts';
import { parseBasicCredentials } from './credentials.ts';
import { BASIC, type BasicOptions, type basicOptions } from './options.ts';
import { RememberedCredentials } from './remembered-credentials.ts';

/** HTTP Basic (RFC 7617) with the passwords of an htpasswd file. */
export const basic: SchemeCode<typeof basicOptions> = {
  files: { htpasswd: htpasswdKind },
  create: (options, tools) => new BasicVerifier(options, tools),
};

class BasicVerifier implements SchemeVerifier {
  readonly #adapter: Pick<AdapterOptions, 'name' | 'realm'>;
  readonly #challenge: string;
  readonly #file: WatchedFile<HtpasswdFile> | undefined;
  readonly #passwords: AuthTools['passwords'];
  readonly #attempts: Attempts;
  readonly #remembered: RememberedCredentials;
  /** Content of the file at closing, for passwords that a worker is verifying at that moment. */
  #last: HtpasswdFile | undefined;

  constructor(options: BasicOptions, { clock, log, passwords, randomBytes, state }: AuthTools) {
    const { htpasswd } = options.options;
    this.#adapter = options;
    // RFC 7617 §2 and §2.1.
    this.#challenge = formatChallenge(BASIC, [
      ['realm', quotedString(toByteText(options.realm))],
      ['charset', quotedString('UTF-8')],
    ]);
    this.#file = htpasswd === null ? undefined : new WatchedFile(htpasswd, parseHtpasswd, log);
    this.#passwords = passwords;
    this.#attempts = createAttempts(options.name, state, options.throttle);
    this.#remembered = new RememberedCredentials(clock, randomBytes);
  }

  challenges(): readonly string[] {
    return [this.#challenge];
  }

  health(): Health {
    if (this.#file !== undefined) return this.#file.health();
    const reason = `adapter ${this.#adapter.name}: no password file for Basic. Name one in "htpasswd".`;
    return { kind: 'closed', reason };
  }

  close(): void {
    this.#last = this.#file?.content();
    this.#file?.close();
  }

  recall({ client }: CredentialsRequest, text: string): LoggedIn | undefined {
    const file = this.#file?.content();
    const user = file && this.#remembered.userOf(text, client, file.entries);
    return user === undefined ? undefined : this.#loggedIn(user);
  }

  /** Answers at once for recently verified credentials; a worker hashes every other password. */
  async verify(request: CredentialsRequest, text: string, failures?: DeferredFailures): Promise<LoggedIn | Refused> {
    const file = this.#file?.content();
    if (file === undefined) return this.#unavailable();
    const recalled = this.recall(request, text);
    if (recalled !== undefined) return recalled;
    const credentials = parseBasicCredentials(text);
    if (credentials === undefined) return this.#rejected('malformed');
    const { user, password } = credentials;
    const stored = file.entries.get(user);
    const check = (): Promise<LoggedIn | Refused> => this.#check(user, password, stored, file.decoy);
    const result = await this.#throttled(request.client, user, check, failures);
    if (result.kind === 'authenticated' && stored !== undefined) this.#remembered.add(text, user, stored);
    return result;
  }

  /**
   * Verifies the password. Unknown users, and wrong passwords of users with a cheaper hash, take as long as the file's
   * costliest hash.
   */
  async #check(user: string, password: string, stored: string | undefined, decoy: string): Promise<LoggedIn | Refused> {
    const value = stored ?? decoy;
    const result = await this.#passwords.verify(password, value, paddingFor(value, decoy), user);
    if (result === 'busy') return this.#unavailable(BUSY_RETRY_SECONDS, 'too many passwords to verify at once');
    if (result === 'wrong' || stored === undefined) return this.#rejected('wrong-credentials');
    // The file may have changed while the password was hashed.
    const file = this.#file?.content() ?? this.#last;
    if (file === undefined) return this.#unavailable();
    return file.entries.get(user) === stored ? this.#loggedIn(user) : this.#rejected('wrong-credentials');
  }

  /** Checks before and after hashing whether the client is blocked; counts a wrong password, or defers counting it. */
  async #throttled(
    client: string,
    user: string,
    check: () => Promise<LoggedIn | Refused>,
    failures: DeferredFailures | undefined,
  ): Promise<LoggedIn | Refused> {
    try {
      const blockedBefore = await this.#attempts.secondsBlocked(client, user);
      if (blockedBefore > 0) return this.#blocked(client, user, blockedBefore);
      const result = await check();
      if (result.kind === 'unavailable') return result;
      const isRight = result.kind === 'authenticated';
      if (!isRight && failures !== undefined) {
        failures.push(() => this.#attempts.recordFailure(client, user));
        return result;
      }
      // Parallel guesses may have failed meanwhile: a client that is now blocked must not learn that this guess was
      // right.
      const blockedAfter = isRight
        ? await this.#attempts.secondsBlocked(client, user)
        : await this.#attempts.recordFailure(client, user);
      return blockedAfter > 0 ? this.#blocked(client, user, blockedAfter) : result;
    } catch (error) {
      if (!(error instanceof StateUnavailable)) throw error;
      const reason = `adapter ${this.#adapter.name}: the shared state cannot be asked`;
      return this.#unavailable(DOWN_RETRY_SECONDS, reason);
    }
  }

  #blocked(client: string, user: string, retryAfterSeconds: number): Refused {
    this.#remembered.block(client, user, retryAfterSeconds);
    return { kind: 'throttled', retryAfterSeconds };
  }

  #loggedIn(user: string): LoggedIn {
    return { kind: 'authenticated', identity: identityOf(this.#adapter, BASIC, user), headers: [] };
  }

  #rejected(cause: RejectionCause): Refused {
    return { kind: 'rejected', cause, challenges: this.challenges() };
  }

  #unavailable(retryAfterSeconds = DOWN_RETRY_SECONDS, reason = closedReason(this.health())): Refused {
    return { kind: 'unavailable', retryAfterSeconds, reason };
  }
}

function closedReason(health: Health): string {
  return health.kind === 'closed' ? health.reason : '';
}
