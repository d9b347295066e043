import { hash } from 'node:crypto';
import { answerDigest, formatAuthParameters, quotedString, requestDigest } from '../../../http/authentication.ts';
import { toByteText } from '../../../http/grammar.ts';
import { type Attempts, createAttempts } from '../../attempts.ts';
import {
  type Clock,
  type CredentialsRequest,
  DOWN_RETRY_SECONDS,
  type Health,
  identityOf,
  type LoggedIn,
  type Refused,
  type RejectionCause,
} from '../../contract.ts';
import { createNonces, type Nonce, type Nonces } from '../../nonces.ts';
import { htdigestKind } from '../../password-files/kinds.ts';
import { isSame } from '../../secrets.ts';
import { type AuthState, type SpendResult, StateUnavailable } from '../../state/contract.ts';
import type { AdapterOptions, AuthTools, SchemeCode, SchemeVerifier } from '../contract.ts';
import { type DigestCredentials, isAboutTarget, parseDigestCredentials } from './credentials.ts';
import { type ChallengeTerms, createOffers, type DigestOffer, formatDigestChallenge } from './offer.ts';
import { DIGEST, type DigestOptions, type digestOptions } from './options.ts';

/** HTTP Digest (RFC 7616) with the digests of htdigest files. */
export const digest: SchemeCode<typeof digestOptions> = {
  files: { htdigest: htdigestKind('MD5'), htdigest_sha256: htdigestKind('SHA-256') },
  create: (options, tools) => new DigestVerifier(options, tools),
};

/** Credentials that match an offer; their digest is not verified yet. */
interface Claim {
  readonly credentials: DigestCredentials;
  readonly nonce: Nonce;
  readonly offer: DigestOffer;
  readonly client: string;
}

class DigestVerifier implements SchemeVerifier {
  readonly #options: Pick<AdapterOptions, 'name' | 'realm'>;
  readonly #terms: ChallengeTerms;
  readonly #realmBytes: string;
  readonly #lifetimeMilliseconds: number;
  readonly #offers: readonly DigestOffer[];
  readonly #nonces: Nonces;
  readonly #attempts: Attempts;
  readonly #state: AuthState;
  readonly #clock: Clock;

  constructor(options: DigestOptions, tools: AuthTools) {
    const { name, realm, throttle, basePath = '' } = options;
    const { digest_domains: uris, nonce_timeout: nonceTimeoutSeconds } = options.options;
    this.#options = options;
    // The value is equal in every replica and for every client; it binds credentials to the adapter.
    const opaque = hash('sha256', JSON.stringify([name, realm]), 'base64url').slice(0, 22);
    const domains = uris.map((uri) => (uri.startsWith('/') ? basePath + uri : uri));
    this.#terms = { realm, domains, opaque };
    this.#realmBytes = toByteText(realm);
    this.#lifetimeMilliseconds = nonceTimeoutSeconds * 1000;
    this.#offers = createOffers(options, tools);
    this.#nonces = createNonces(tools.nonceKeys, { adapter: name, realm }, tools.clock, tools.randomBytes);
    this.#attempts = createAttempts(name, tools.state, throttle);
    this.#state = tools.state;
    this.#clock = tools.clock;
  }

  challenges(): readonly string[] {
    return this.#challenges(false);
  }

  health(): Health {
    if (this.#offers.length === 0)
      return { kind: 'closed', reason: `adapter ${this.#options.name}: no digest file. Name one in "htdigest".` };
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
   * Verifies the digest first, and spends a nonce count only if the digest is correct: a third party with invented
   * credentials cannot use up the counts of a client.
   */
  async verify(request: CredentialsRequest, text: string): Promise<LoggedIn | Refused> {
    const health = this.health();
    if (health.kind === 'closed') return this.#unavailable(health.reason);
    const credentials = parseDigestCredentials(text, request.target);
    if (credentials === undefined) return this.#rejected('malformed');
    const claim = this.#claim(credentials, request);
    if (claim === undefined) return this.#rejected('wrong-credentials');
    const secret = claim.offer.secrets()?.get(credentials.username);
    const { digestHash, decoy } = claim.offer;
    const expected = requestDigest(digestHash.hash, secret ?? decoy, request.method, credentials);
    const isRight = isSame(expected, credentials.response) && secret !== undefined;
    try {
      return await (isRight ? this.#accept(claim, secret) : this.#refuse(claim));
    } catch (error) {
      if (!(error instanceof StateUnavailable)) throw error;
      return this.#unavailable(`adapter ${this.#options.name}: ${error.message}`);
    }
  }

  /** Finds the offer that credentials are for, and compares everything except the digest. */
  #claim(credentials: DigestCredentials, { target, client }: CredentialsRequest): Claim | undefined {
    const offer = this.#offers.find(({ digestHash }) => digestHash.algorithm === credentials.algorithm);
    if (offer === undefined || credentials.realm !== this.#realmBytes || credentials.opaque !== this.#terms.opaque)
      return undefined;
    if (!isAboutTarget(credentials.uri, target)) return undefined;
    const nonce = this.#nonces.read(credentials.nonce);
    return nonce && { credentials, nonce, offer, client };
  }

  /**
   * Counts a failure. A shared state counts it while it checks whether the client is blocked, so that all parallel
   * guesses are counted. A local state answers at once, and counts nothing for a blocked client.
   */
  async #refuse({ credentials: { username }, client }: Claim): Promise<Refused> {
    const blocked = this.#attempts.secondsBlocked(client, username);
    const isBlocked = typeof blocked === 'number' && blocked > 0;
    // An async function turns an error into a rejection, so that `Promise.all` handles the other promise.
    const record = async (): Promise<number> => this.#attempts.recordFailure(client, username);
    const seconds = await Promise.all([blocked, isBlocked ? 0 : record()]);
    const retryAfterSeconds = Math.max(...seconds);
    return retryAfterSeconds > 0 ? { kind: 'throttled', retryAfterSeconds } : this.#rejected('wrong-credentials');
  }

  /**
   * Logs the user in, unless the client is blocked, which must not learn that its guess was right. A local state spends
   * no count for a blocked client; a shared state does both steps in parallel.
   */
  async #accept(claim: Claim, secret: string): Promise<LoggedIn | Refused> {
    const blocked = this.#attempts.secondsBlocked(claim.client, claim.credentials.username);
    if (typeof blocked === 'number') {
      if (blocked > 0) return { kind: 'throttled', retryAfterSeconds: blocked };
      return this.#answer(claim, secret, await this.#spend(claim));
    }
    const spend = async (): Promise<SpendResult> => this.#spend(claim);
    const [retryAfterSeconds, result] = await Promise.all([blocked, spend()]);
    if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds };
    return this.#answer(claim, secret, result);
  }

  /**
   * Spends the nonce count. A nonce that is too old, or that no present key signed, is `forgotten` as well. For
   * `stale`, a correct digest with an invalid nonce (RFC 7616 §3.3), browsers do not ask for the password again.
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

  #answer({ credentials, offer }: Claim, secret: string, result: SpendResult): LoggedIn | Refused {
    if (result !== 'fresh') return this.#rejected(result === 'replayed' ? 'replayed' : 'stale');
    const info = formatAuthParameters([
      ['rspauth', quotedString(answerDigest(offer.digestHash.hash, secret, credentials))],
      ['qop', 'auth'],
      ['cnonce', quotedString(credentials.cnonce)],
      ['nc', credentials.nonceCount],
    ]);
    const identity = identityOf(this.#options, DIGEST, credentials.username);
    return { kind: 'authenticated', identity, headers: ['authentication-info', info] };
  }

  /**
   * Rejects the request, with `stale` for a used count as well: browsers that repeat a request on a new connection then
   * retry automatically, and an attacker gains nothing.
   */
  #rejected(cause: RejectionCause): Refused {
    return { kind: 'rejected', cause, challenges: this.#challenges(cause === 'stale' || cause === 'replayed') };
  }

  #challenges(isStale: boolean): readonly string[] {
    return this.#offers.map(({ digestHash }) =>
      formatDigestChallenge(this.#terms, digestHash.algorithm, this.#nonces.issue(), isStale),
    );
  }

  #unavailable(reason: string): Refused {
    return { kind: 'unavailable', retryAfterSeconds: DOWN_RETRY_SECONDS, reason };
  }
}
