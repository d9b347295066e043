import { bytesWithin } from '../../http/bytes-within.ts';
import type { SiteLogIn } from '../../presentation/page-data/site.ts';
import { isAt } from '../../presentation/trying/log-ins.ts';
import { isRecord } from '../../schema/json-values.ts';
import { FairQueue } from '../../threads/fair-queue.ts';

/** Answer of a provider, or the key of the reason why there is none. */
export type Relayed = ProviderAnswer | Refused;

interface ProviderAnswer {
  readonly kind: 'answered';
  readonly status: 200 | 400;
  /** JSON object. */
  readonly text: string;
}

interface Refused {
  readonly kind: 'refused';
  readonly status: 400 | 403 | 429 | 502 | 504;
  readonly key:
    | 'problem.bodyNotJson'
    | 'problem.noProvider'
    | 'problem.tooManyRequests'
    | 'problem.providerRedirects'
    | 'problem.upstreamUnreachable'
    | 'problem.upstreamLate';
}

/** Request of a page to a provider. */
interface Asked {
  readonly url: string;
  /** Null to read metadata. */
  readonly form: URLSearchParams | null;
  /** Basic credentials of a confidential client. */
  readonly authorization: string | null;
}

const MOST_BYTES = 64 * 1024;
const LIMIT_MILLISECONDS = 10_000;
/** Time for which the addresses in metadata are believed. */
const METADATA_MILLISECONDS = 300_000;
/** Time after which metadata that could not be read are asked for again. */
const AGAIN_MILLISECONDS = 10_000;
/** Kinds of grants that pages ask for; with passwords of users this server would serve to guess them. */
const GRANTS: ReadonlySet<string> = new Set([
  ...['authorization_code', 'client_credentials', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
]);
/** Names in the forms of pages. Providers read a name in another spelling, or the second of two, in different ways. */
const NAMES: ReadonlySet<string> = new Set([
  ...['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'device_code', 'token'],
  ...['scope', 'client_id', 'client_secret'],
]);
/** Addresses in the descriptor and in metadata that give tokens, and those that do not. */
const FOR_GRANTS = { urls: ['tokenUrl', 'refreshUrl'], endpoints: ['token_endpoint'] } as const;
const FOR_OTHERS = {
  urls: ['deviceAuthorizationUrl'],
  endpoints: ['device_authorization_endpoint', 'revocation_endpoint'],
} as const;
/** Addresses that get the secret of a client without a grant: none that the author of a descriptor chooses. */
const FOR_CLIENTS = { ...FOR_OTHERS, urls: [] } as const;

/**
 * Asks providers of tokens for pages that they refuse. Only addresses of the descriptor, and those in metadata at an
 * address of the descriptor, are asked, all of them at configured origins; no redirection is followed, and no cookie or
 * other field of the reader is passed on.
 */
export class ProviderRelay {
  readonly #slots = new FairQueue({ places: 128, placesOfOneClient: 4, mostWaiting: 0 });
  /** Metadata by address: one entry for each configured log-in at most. */
  readonly #metadata = new Map<string, { until: number; readonly answer: Promise<Relayed> }>();

  /**
   * @param text JSON of a request
   * @param client address of the client, which has a share of all requests
   * @param signal ends the request when the client leaves
   */
  async ask(text: string, logIns: readonly SiteLogIn[], client: string, signal: AbortSignal): Promise<Relayed> {
    const asked = askedIn(text);
    if (asked === undefined) return refused(400, 'problem.bodyNotJson');
    return new Promise((resolve) => {
      this.#slots.take(client, {
        begin: (leave) =>
          void this.#allowed(
            asked,
            logIns.filter(({ isViaServer }) => isViaServer),
            signal,
          )
            .then(resolve)
            .finally(leave),
        refuse: () => resolve(refused(429, 'problem.tooManyRequests')),
      });
    });
  }

  async #allowed(asked: Asked, logIns: readonly SiteLogIn[], signal: AbortSignal): Promise<Relayed> {
    const { url, form, authorization } = asked;
    if (form === null)
      return logIns.some(({ metadataUrl }) => metadataUrl === url)
        ? this.#read(url)
        : refused(403, 'problem.noProvider');
    const given = [...form.keys()];
    const isUnderstood = given.every((name) => NAMES.has(name)) && given.length === new Set(given).size;
    const grant = form.get('grant_type');
    const isAllowed = isUnderstood && (grant === null || GRANTS.has(grant));
    const hasSecret = authorization !== null || form.has('client_secret');
    const names = grant !== null ? FOR_GRANTS : hasSecret ? FOR_CLIENTS : FOR_OTHERS;
    if (isAllowed && (await this.#isNamed(url, names, logIns))) return send(asked, signal);
    return refused(403, 'problem.noProvider');
  }

  async #isNamed(
    url: string,
    { urls, endpoints }: typeof FOR_GRANTS | typeof FOR_OTHERS | typeof FOR_CLIENTS,
    logIns: readonly SiteLogIn[],
  ): Promise<boolean> {
    const there = logIns.filter(({ origins }) => isAt(url, origins));
    const flows = there.flatMap((logIn) => Object.values(logIn.flows));
    if (flows.some((flow) => urls.some((key) => flow[key] === url))) return true;
    const read = await Promise.all(there.map(({ metadataUrl }) => metadataUrl && this.#read(metadataUrl)));
    return read.some((metadata) => {
      const value = typeof metadata === 'object' && metadata.kind === 'answered' ? parsed(metadata.text) : null;
      return isRecord(value) && endpoints.some((name) => value[name] === url);
    });
  }

  #read(url: string): Promise<Relayed> {
    const known = this.#metadata.get(url);
    if (known !== undefined && Date.now() < known.until) return known.answer;
    const answer = send({ url, form: null, authorization: null });
    const entry = { until: Date.now() + METADATA_MILLISECONDS, answer };
    this.#metadata.set(url, entry);
    void answer.then(({ status }) => {
      if (status !== 200) entry.until = Date.now() + AGAIN_MILLISECONDS;
    });
    return answer;
  }
}

function askedIn(text: string): Asked | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { url, form = null, authorization = null } = value;
  const isBasic =
    authorization === null || (typeof authorization === 'string' && /^Basic [\w+/=]+$/.test(authorization));
  if (typeof url !== 'string' || !(form === null || typeof form === 'string') || !isBasic) return undefined;
  return { url, form: form === null ? null : new URLSearchParams(form), authorization };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function send({ url, form, authorization }: Asked, signal?: AbortSignal): Promise<Relayed> {
  try {
    const response = await fetch(url, {
      method: form === null ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        ...(form !== null && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...(authorization !== null && { Authorization: authorization }),
      },
      // The form is written anew, so that providers read what was read here.
      body: form === null ? null : form.toString(),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(LIMIT_MILLISECONDS), ...(signal ? [signal] : [])]),
    });
    const { status } = response;
    const received = await bytesWithin(response.body, MOST_BYTES);
    // The end of a token is answered without a body.
    const text = received?.length === 0 ? '{}' : received?.toString('utf8');
    if (status >= 300 && status < 400) return refused(502, 'problem.providerRedirects');
    if (text === undefined || status >= 500 || !isRecord(parsed(text)))
      return refused(502, 'problem.upstreamUnreachable');
    // A challenge of the provider is not one of this site.
    return { kind: 'answered', status: status < 300 ? 200 : 400, text };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return isLate ? refused(504, 'problem.upstreamLate') : refused(502, 'problem.upstreamUnreachable');
  }
}

function refused(status: Refused['status'], key: Refused['key']): Refused {
  return { kind: 'refused', status, key };
}
