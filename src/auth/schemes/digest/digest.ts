import { hash } from 'node:crypto';
import { formatAuthParameters, quotedString } from '../../../http/auth-params.ts';
import { toByteText } from '../../../http/byte-text.ts';
import { type Attempts, createAttempts } from '../../attempts.ts';
import { isSame } from '../../constant-time.ts';
import type { Clock, CredentialsRequest, Health, RejectionCause } from '../../contract.ts';
import { createNonces, type Nonce, type Nonces } from '../../nonces.ts';
import { DOWN_RETRY_SECONDS } from '../../retry-seconds.ts';
import { type AuthState, type SpendResult, StateUnavailable } from '../../state/contract.ts';
import type { AdapterOptions, AuthScheme, AuthTools, SchemeVerifier, Verification } from '../contract.ts';
import { type ChallengeTerms, formatDigestChallenge } from './challenge.ts';
import { type DigestCredentials, isAboutTarget, parseDigestCredentials } from './credentials.ts';
import { createOffers, type DigestOffer } from './offer.ts';
import { answerDigest, requestDigest } from './response.ts';

const MALFORMED: Verification = { kind: 'refused', cause: 'malformed' };
const WRONG: Verification = { kind: 'refused', cause: 'wrong-credentials' };

/** HTTP Digest with qop=auth (RFC 7616), against htdigest files. */
export const digest: AuthScheme = {
  name: 'Digest',
  create: (options, tools) => new DigestVerifier(options, tools),
};

/** Credentials that agree with what was offered; whether their digest is right is not known yet. */
interface Claim {
  readonly credentials: DigestCredentials;
  readonly nonce: Nonce;
  readonly offer: DigestOffer;
  readonly client: string;
}

class DigestVerifier implements SchemeVerifier {
  readonly #adapter: string;
  readonly #terms: ChallengeTerms;
  readonly #realmBytes: string;
  readonly #lifetimeMilliseconds: number;
  readonly #offers: readonly DigestOffer[];
  readonly #nonces: Nonces;
  readonly #attempts: Attempts;
  readonly #state: AuthState;
  readonly #clock: Clock;

  constructor(options: AdapterOptions, tools: AuthTools) {
    const { name, realm } = options;
    this.#adapter = name;
    // The same in every replica and for every client; it ties credentials to the adapter.
    const opaque = hash('sha256', JSON.stringify([name, realm]), 'base64url').slice(0, 22);
    this.#terms = { realm, domains: options.digestDomains, opaque };
    this.#realmBytes = toByteText(realm);
    this.#lifetimeMilliseconds = options.nonceTimeoutSeconds * 1000;
    this.#offers = createOffers(options, tools);
    this.#nonces = createNonces(tools.nonceKeys, { adapter: name, realm }, tools.clock, tools.randomBytes);
    this.#attempts = createAttempts(name, tools.state, options.throttle);
    this.#state = tools.state;
    this.#clock = tools.clock;
  }

  challenges(): readonly string[] {
    return this.#challenges(false);
  }

  health(): Health {
    if (this.#offers.length === 0)
      return { kind: 'closed', reason: `adapter ${this.#adapter}: no digest file. Name one in "htdigest".` };
    for (const offer of this.#offers) {
      const health = offer.health();
      if (health.kind === 'closed') return health;
    }
    return { kind: 'working' };
  }

  close(): void {
    for (const offer of this.#offers) offer.close();
  }

  /**
   * Nothing is counted or spent before the digest was computed, and a nonce count only after it was right: credentials
   * made up by a third party change nothing for anyone.
   */
  verify(request: CredentialsRequest, text: string): Verification | Promise<Verification> {
    const health = this.health();
    if (health.kind === 'closed') return this.#unavailable(health.reason);
    const credentials = parseDigestCredentials(text, request.target);
    if (credentials === undefined) return MALFORMED;
    const claim = this.#claim(credentials, request);
    if (claim === undefined) return WRONG;
    const secret = claim.offer.secrets()?.get(credentials.username);
    const { digestHash, decoy } = claim.offer;
    const expected = requestDigest(digestHash, secret ?? decoy, request.method, credentials);
    const isRight = isSame(expected, credentials.response) && secret !== undefined;
    try {
      const verification = isRight ? this.#accept(claim, secret) : this.#refuse(claim);
      return verification instanceof Promise
        ? verification.catch((error: unknown) => this.#stateDown(error))
        : verification;
    } catch (error) {
      return this.#stateDown(error);
    }
  }

  /** Compares what costs nothing with what was offered, in the realm of the configuration. */
  #claim(credentials: DigestCredentials, { target, client }: CredentialsRequest): Claim | undefined {
    const offer = this.#offers.find(({ digestHash }) => digestHash.algorithm === credentials.algorithm);
    if (offer === undefined || credentials.realm !== this.#realmBytes || credentials.opaque !== this.#terms.opaque)
      return undefined;
    if (!isAboutTarget(credentials.uri, target)) return undefined;
    const nonce = this.#nonces.read(credentials.nonce);
    return nonce && { credentials, nonce, offer, client };
  }

  /**
   * A shared state counts before it has told whether the client is blocked: of many guesses at a time none is asked for
   * too early.
   */
  #refuse({ credentials, client }: Claim): Verification | Promise<Verification> {
    const refusal = (retryAfterSeconds: number): Verification =>
      retryAfterSeconds > 0 ? { kind: 'throttled', retryAfterSeconds } : WRONG;
    const blocked = this.#attempts.secondsBlocked(client, credentials.username);
    if (typeof blocked === 'number')
      return blocked > 0
        ? refusal(blocked)
        : settle(this.#attempts.recordFailure(client, credentials.username), refusal);
    const beyond = (async () => this.#attempts.recordFailure(client, credentials.username))();
    return Promise.all([blocked, beyond]).then((seconds) => refusal(Math.max(...seconds)));
  }

  /** A blocked client is not told that it guessed right. A shared state is asked both questions at a time. */
  #accept(claim: Claim, secret: string): Verification | Promise<Verification> {
    const blocked = this.#attempts.secondsBlocked(claim.client, claim.credentials.username);
    if (!(blocked instanceof Promise)) {
      if (blocked > 0) return { kind: 'throttled', retryAfterSeconds: blocked };
      return settle(this.#spend(claim), (result) => this.#answer(claim, secret, result));
    }
    const spent = (async () => this.#spend(claim))();
    return Promise.all([blocked, spent]).then(([retryAfterSeconds, result]) =>
      retryAfterSeconds > 0 ? { kind: 'throttled', retryAfterSeconds } : this.#answer(claim, secret, result),
    );
  }

  /**
   * A nonce that is too old, or was signed by keys that are gone, is as good as forgotten: `stale` is for a wrong nonce
   * in a right digest (RFC 7616 §3.3), and spares the user the question for the password when the server was restarted.
   */
  #spend({ nonce, credentials }: Claim): SpendResult | Promise<SpendResult> {
    const expiresAtMilliseconds = nonce.issuedAtMilliseconds + this.#lifetimeMilliseconds;
    if (!nonce.isOurs || expiresAtMilliseconds <= this.#clock()) return 'forgotten';
    return this.#state.spendNonceCount({
      nonce: nonce.id,
      count: credentials.count,
      issuedAtMilliseconds: nonce.issuedAtMilliseconds,
      expiresAtMilliseconds,
    });
  }

  #answer({ credentials, offer }: Claim, secret: string, result: SpendResult): Verification {
    if (result !== 'fresh') return this.#stale(result === 'replayed' ? 'replayed' : 'stale');
    const info = formatAuthParameters([
      ['rspauth', quotedString(answerDigest(offer.digestHash, secret, credentials))],
      ['qop', 'auth'],
      ['cnonce', quotedString(credentials.cnonce)],
      ['nc', credentials.nonceCount],
    ]);
    return { kind: 'verified', name: credentials.username, headers: ['authentication-info', info] };
  }

  /**
   * Also for a count that was used: a browser that repeats a request on a new connection goes on by itself, a thief
   * gets nothing.
   */
  #stale(cause: RejectionCause): Verification {
    return { kind: 'refused', cause, challenges: this.#challenges(true) };
  }

  #challenges(isStale: boolean): readonly string[] {
    return this.#offers.map(({ digestHash }) =>
      formatDigestChallenge(this.#terms, digestHash.algorithm, this.#nonces.issue(), isStale),
    );
  }

  #unavailable(reason: string): Verification {
    return { kind: 'unavailable', retryAfterSeconds: DOWN_RETRY_SECONDS, reason };
  }

  #stateDown(error: unknown): Verification {
    if (!(error instanceof StateUnavailable)) throw error;
    return this.#unavailable(`adapter ${this.#adapter}: ${error.message}`);
  }
}

/** Goes on at once where there is nothing to wait for. */
function settle<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
