import { splitCredentials } from '../http/authentication.ts';
import { nameAll } from '../options/schema.ts';
import {
  type Adapter,
  type AuthenticationResult,
  type CredentialsRequest,
  type DeferredFailures,
  DOWN_RETRY_SECONDS,
  type Health,
  type LoggedIn,
  type Refused,
  type RejectionCause,
} from './contract.ts';
import type { AdapterOptions, AuthTools, SchemeVerifier } from './schemes/contract.ts';

const WORKING: Health = { kind: 'working' };

interface NamedVerifier {
  readonly token: string;
  readonly verifier: SchemeVerifier;
}

/**
 * Creates an adapter with the schemes that its options name. Files never make it throw: while one is damaged or
 * missing, the adapter is closed and refuses every log-in.
 */
export function createAdapter(options: AdapterOptions, tools: AuthTools): Adapter {
  return new SchemeAdapter(options, tools);
}

class SchemeAdapter implements Adapter {
  readonly name: string;
  readonly realm: string;
  readonly schemes: readonly string[];
  readonly #offered: AuthTools['schemes'];
  readonly #verifiers: readonly NamedVerifier[];
  readonly #remembers: boolean;
  #isClosed = false;

  constructor(options: AdapterOptions, tools: AuthTools) {
    this.name = options.name;
    this.realm = options.realm;
    this.#offered = tools.schemes;
    this.#verifiers = tools.schemes
      .filter(({ name }) => options.schemes.includes(name))
      .map((scheme) => ({ token: scheme.token, verifier: scheme.create(options, tools) }));
    this.schemes = this.#verifiers.map(({ token }) => token);
    this.#remembers = this.#verifiers.some(({ verifier }) => verifier.recall !== undefined);
  }

  challenges(): readonly string[] {
    return this.#verifiers.flatMap(({ verifier }) => verifier.challenges());
  }

  /** Health of the adapter: closed if any scheme is closed, so that no user gets 401 for a correct password. */
  health(): Health {
    if (this.#isClosed) return { kind: 'closed', reason: `adapter ${this.name}: closed` };
    for (const { verifier } of this.#verifiers) {
      const health = verifier.health();
      if (health.kind === 'closed') return health;
    }
    if (this.#verifiers.length > 0) return WORKING;
    const names = nameAll(this.#offered.map(({ name }) => name).toReversed());
    return { kind: 'closed', reason: `adapter ${this.name}: no scheme. Name ${names} in "accept_schemes".` };
  }

  close(): void {
    this.#isClosed = true;
    for (const { verifier } of this.#verifiers) verifier.close();
  }

  async authenticate(request: CredentialsRequest, failures?: DeferredFailures): Promise<AuthenticationResult> {
    const health = this.health();
    if (health.kind === 'closed')
      return { kind: 'unavailable', retryAfterSeconds: DOWN_RETRY_SECONDS, reason: health.reason };
    const [line, ...others] = request.authorization;
    if (line === undefined) return { kind: 'guest' };
    if (others.length > 0) return this.#rejected('several-headers');
    const credentials = splitCredentials(line);
    if (credentials === undefined) return this.#rejected('malformed');
    const verifier = this.#verifierFor(credentials);
    if (verifier === undefined) return this.#rejected('unknown-scheme');
    const result = await verifier.verify(request, credentials.rest, failures);
    return result.kind === 'rejected' ? this.#rejected(result.cause, verifier, result.challenges) : result;
  }

  recall(request: CredentialsRequest): LoggedIn | undefined {
    const [line] = request.authorization;
    if (!this.#remembers || line === undefined || request.authorization.length > 1) return undefined;
    if (this.health().kind === 'closed') return undefined;
    const credentials = splitCredentials(line);
    return credentials && this.#verifierFor(credentials)?.recall?.(request, credentials.rest);
  }

  #verifierFor({ scheme }: { readonly scheme: string }): SchemeVerifier | undefined {
    return this.#verifiers.find(({ token }) => token.toLowerCase() === scheme)?.verifier;
  }

  /** Rejects with the challenges of every scheme; the scheme that rejects provides its own (`stale`). */
  #rejected(cause: RejectionCause, rejecting?: SchemeVerifier, own: readonly string[] = []): Refused {
    const challenges = this.#verifiers.flatMap(({ verifier }) =>
      verifier === rejecting ? own : verifier.challenges(),
    );
    return { kind: 'rejected', challenges, cause };
  }
}
