import type { SiteLogIn } from '../presentation/page-data/site.ts';
import { isAt, isMetadataOf } from '../presentation/trying/log-ins.ts';
import { askProvider, type JsonObject, LogInError, type LogInTools, objectIn, refusal } from './provider-request.ts';

/** Gets tokens from a provider: OAuth 2 (RFC 6749, 7009, 7636, 8414, 8628, 9207) and OpenID Connect. */

/** Flows that a page performs, by their names in OpenAPI. The implicit flow would put a token into an address. */
const FLOWS = ['authorizationCode', 'deviceAuthorization', 'clientCredentials'] as const;
export type Flow = (typeof FLOWS)[number];

interface Client {
  readonly id: string;
  /** Secret of a confidential client, typed by the reader; '' for a public client. */
  readonly secret: string;
}

/** Token with what its renewal and its end need. Kept only in memory. */
export interface Grant {
  readonly token: string;
  /** Time in milliseconds; null if the provider names none. */
  readonly expiresAt: number | null;
  readonly refreshToken: string | null;
  readonly scopes: readonly string[];
  readonly flow: Flow;
  readonly client: Client;
}

/** Log-in of the reader in another window, which is under way. */
interface Attempt {
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
  /** Value that an ID token has to repeat; null without one. */
  readonly nonce: string | null;
  readonly scopes: readonly string[];
  readonly client: Client;
}

type Form = Readonly<Record<string, string>>;

/** Time before its end from which a token is renewed. */
const EARLY_MILLISECONDS = 5000;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const [POLLING_SECONDS, MOST_POLLING_SECONDS] = [5, 60] as const;
const DEVICE_SECONDS = 600;
const MOST_DEVICE_SECONDS = 1800;

/** Name of an address in OpenAPI and in metadata (RFC 8414 §2). */
type Endpoint = readonly [key: 'authorizationUrl' | 'deviceAuthorizationUrl' | 'tokenUrl' | 'refreshUrl', name: string];
const AUTHORIZATION: Endpoint = ['authorizationUrl', 'authorization_endpoint'];
const DEVICE: Endpoint = ['deviceAuthorizationUrl', 'device_authorization_endpoint'];
const TOKEN: Endpoint = ['tokenUrl', 'token_endpoint'];
const REFRESH: Endpoint = ['refreshUrl', 'token_endpoint'];
const FIRST = { authorizationCode: AUTHORIZATION, deviceAuthorization: DEVICE, clientCredentials: TOKEN } as const;

/** Provider of tokens with its metadata. Codes, tokens and secrets are sent to the configured origins alone. */
export class Provider {
  readonly #logIn: SiteLogIn;
  readonly #tools: LogInTools;
  readonly #metadata: JsonObject;

  private constructor(logIn: SiteLogIn, tools: LogInTools, metadata: JsonObject) {
    this.#logIn = logIn;
    this.#tools = tools;
    this.#metadata = metadata;
  }

  /** Reads the metadata, if the descriptor names any. @throws (rejects) {@link LogInError}, as all methods do */
  static async of(logIn: SiteLogIn, tools: LogInTools): Promise<Provider> {
    const { metadataUrl } = logIn;
    const metadata = metadataUrl === undefined ? {} : await askProvider(logIn, tools, metadataUrl, null, null);
    const { issuer } = metadata;
    if (metadataUrl !== undefined && !isMetadataOf(issuer, metadataUrl)) throw new LogInError('issuer', String(issuer));
    return new Provider(logIn, tools, metadata);
  }

  get flows(): readonly Flow[] {
    const { flows } = this.#logIn;
    const isDescribed = Object.keys(flows).length > 0;
    const hasClients = this.#texts('grant_types_supported').includes('client_credentials');
    const proofs = this.#texts('code_challenge_methods_supported');
    return FLOWS.filter((flow) => {
      if (flow === 'authorizationCode' && proofs.length > 0 && !proofs.includes('S256')) return false;
      const isOffered = isDescribed ? flow in flows : flow !== 'clientCredentials' || hasClients;
      return isOffered && [TOKEN, FIRST[flow]].every((endpoint) => this.#found(flow, endpoint) !== undefined);
    });
  }

  /** Scopes that can be asked for, with their meanings. */
  scopesFor(flow: Flow): readonly (readonly [scope: string, meaning: string])[] {
    const described = Object.entries(this.#logIn.flows[flow]?.scopes ?? {});
    return described.length > 0 ? described : this.#texts('scopes_supported').map((scope) => [scope, '']);
  }

  /** Begins an authorization code flow with PKCE. */
  async begin(client: Client, scopes: readonly string[]): Promise<Attempt> {
    const { random, address } = this.#tools;
    const [state, verifier] = [random(), random()];
    const nonce = scopes.includes('openid') ? random() : null;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const url = new URL(this.#endpoint('authorizationCode', AUTHORIZATION));
    const parameters = {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: address,
      ...scopeOf(scopes),
      state,
      code_challenge: base64Url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
      ...(nonce !== null && { nonce }),
      // Browsers send no fragment to servers, so that no log has the code.
      ...(this.#texts('response_modes_supported').includes('fragment') && { response_mode: 'fragment' }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, state, verifier, nonce, scopes, client };
  }

  /** Exchanges the answer of the provider for a token. @param answer query or fragment of the address it leads to */
  async finish({ client, state, verifier, nonce, scopes }: Attempt, answer: string): Promise<Grant> {
    const given = new URLSearchParams(answer);
    const names = [...given.keys()];
    if (names.length !== new Set(names).size || given.get('state') !== state) throw new LogInError('answer');
    const named = given.get('iss');
    const isOther =
      named === null
        ? this.#metadata['authorization_response_iss_parameter_supported'] === true
        : !this.#isIssuer(named);
    if (isOther) throw new LogInError('issuer', named ?? '');
    const code = given.get('code');
    if (code === null) throw refusal(Object.fromEntries(given));
    const form = { grant_type: 'authorization_code', code, redirect_uri: this.#tools.address, code_verifier: verifier };
    return this.#grant('authorizationCode', TOKEN, form, client, scopes, nonce);
  }

  /** Gets a token for the client itself. */
  grantForClient(client: Client, scopes: readonly string[]): Promise<Grant> {
    const form = { grant_type: 'client_credentials', ...scopeOf(scopes) };
    return this.#grant('clientCredentials', TOKEN, form, client, scopes);
  }

  /** Waits until the reader has logged in on another device. @param show receives the code to enter, and where */
  async grantForDevice(
    client: Client,
    scopes: readonly string[],
    show: (code: string, url: URL) => void,
    signal: AbortSignal,
  ): Promise<Grant> {
    const { now, wait } = this.#tools;
    // Without metadata, the author of the descriptor has chosen the address.
    const known = DEVICE[1] in this.#metadata ? client : { ...client, secret: '' };
    const begun = await this.#post(this.#endpoint('deviceAuthorization', DEVICE), scopeOf(scopes), known);
    const { user_code: code, device_code: device, verification_uri: plain } = begun;
    const { verification_uri_complete: complete = plain } = begun;
    const url = URL.parse(String(complete));
    const isSafe = url?.protocol === 'https:' || this.#logIn.origins.includes(String(url?.origin));
    if (typeof device !== 'string' || typeof code !== 'string' || !isSafe || !url || url.username + url.password !== '')
      throw new LogInError('answer');
    if (!signal.aborted) show(code, url);
    const end = now() + Math.min(secondsIn(begun['expires_in'], DEVICE_SECONDS), MOST_DEVICE_SECONDS) * 1000;
    const form = { grant_type: DEVICE_GRANT, device_code: device };
    for (let pause = secondsIn(begun['interval'], POLLING_SECONDS); now() < end; ) {
      signal.throwIfAborted();
      pause = Math.min(Math.max(pause, 1), MOST_POLLING_SECONDS);
      await wait(pause * 1000, signal);
      try {
        return await this.#grant('deviceAuthorization', TOKEN, form, client, scopes);
      } catch (error) {
        const failed = error instanceof LogInError ? error.code : '';
        if (failed === 'slow_down') pause += POLLING_SECONDS;
        else if (failed !== 'authorization_pending') throw error;
      }
    }
    throw new LogInError('late');
  }

  /** Returns a valid grant: a new one if it has expired; null if it cannot be renewed. */
  async renewed(grant: Grant): Promise<Grant | null> {
    const { expiresAt, refreshToken, flow, client, scopes } = grant;
    if (expiresAt === null || this.#tools.now() < expiresAt - EARLY_MILLISECONDS) return grant;
    if (refreshToken === null) return null;
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const endpoint = this.#found(flow, REFRESH) === undefined ? TOKEN : REFRESH;
    const next = await this.#grant(flow, endpoint, form, client, scopes).catch(() => null);
    return next && { ...next, refreshToken: next.refreshToken ?? refreshToken };
  }

  /** Ends a grant at the provider, if it names an address for that. @returns false if the provider refuses */
  async revoke({ token, refreshToken, client }: Grant): Promise<boolean> {
    const { revocation_endpoint: url } = this.#metadata;
    if (!isAt(url, this.#logIn.origins)) return true;
    const ended = refreshToken === null ? [token] : [refreshToken, token];
    const answers = await Promise.allSettled(ended.map((one) => this.#post(url, { token: one }, client)));
    return answers.every(({ status }) => status === 'fulfilled');
  }

  #texts(name: string): readonly string[] {
    const values = this.#metadata[name];
    return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  }

  #found(flow: Flow, [key, name]: Endpoint): string | undefined {
    const url = this.#metadata[name] ?? this.#logIn.flows[flow]?.[key];
    return isAt(url, this.#logIn.origins) ? url : undefined;
  }

  #isIssuer(named: unknown): boolean {
    const { issuer } = this.#metadata;
    return issuer === undefined ? isAt(named, this.#logIn.origins) : named === issuer;
  }

  /** Whether an ID token is of this log-in; its times are not compared, since clocks of readers differ. */
  #isOwn(token: unknown, nonce: string, { id }: Client): boolean {
    const [, claims = ''] = String(token).split('.');
    try {
      const { nonce: repeated, iss, aud } = objectIn(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
      return repeated === nonce && this.#isIssuer(iss) && [aud].flat().includes(id);
    } catch {
      return false;
    }
  }

  #endpoint(flow: Flow, endpoint: Endpoint): string {
    const url = this.#found(flow, endpoint);
    if (url === undefined) throw new LogInError('unnamed', endpoint[1]);
    return url;
  }

  async #grant(
    flow: Flow,
    endpoint: Endpoint,
    form: Form,
    client: Client,
    scopes: readonly string[],
    nonce: string | null = null,
  ): Promise<Grant> {
    const received = await this.#post(this.#endpoint(flow, endpoint), form, client);
    const { access_token: token, token_type: type, refresh_token: refresh, scope, expires_in: seconds } = received;
    // Some providers answer refusals with the status 200.
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw refusal(received);
    const granted = typeof scope === 'string' ? scope.split(/[ ,]+/).filter((one) => one !== '') : scopes;
    const hasIdToken = received['id_token'] !== undefined || granted.includes('openid');
    const isOwn = nonce === null || !hasIdToken || this.#isOwn(received['id_token'], nonce, client);
    if (!/^bearer$/i.test(String(type)) || !isOwn) throw new LogInError('answer');
    return {
      token,
      expiresAt: seconds === undefined ? null : this.#tools.now() + secondsIn(seconds, 0) * 1000,
      refreshToken: typeof refresh === 'string' ? refresh : null,
      scopes: granted,
      flow,
      client,
    };
  }

  #post(url: string, form: Form, { id, secret }: Client): Promise<JsonObject> {
    const ways = this.#texts('token_endpoint_auth_methods_supported');
    const isBasic = secret !== '' && (ways.includes('client_secret_basic') || !ways.includes('client_secret_post'));
    const authorization = isBasic ? `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}` : null;
    const own = isBasic ? {} : { client_id: id, ...(secret !== '' && { client_secret: secret }) };
    const body = new URLSearchParams({ ...form, ...own }).toString();
    return askProvider(this.#logIn, this.#tools, url, body, authorization);
  }
}

function scopeOf(scopes: readonly string[]): Form {
  return scopes.length === 0 ? {} : { scope: scopes.join(' ') };
}

/** Encodes the name or secret of a client for Basic. @see RFC 6749 §2.3.1 */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function secondsIn(value: unknown, otherwise: number): number {
  const seconds = Number(value);
  return value !== undefined && seconds >= 0 && seconds < 1e9 ? seconds : otherwise;
}
