import { UniqueNames } from '../../model/unique-name.ts';
import { isRecord, recordOf } from '../../schema/json-values.ts';
import { written } from '../openapi/source-node.ts';
import { type Json, type Row, scalarText, type Variables } from './collection.ts';

/** Security requirement of a level; null for a level that asks for no log-in. */
export type Requirement = Readonly<Record<string, readonly string[]>> | null;

/** HTTP authentication schemes of Postman's types of log-in. */
const HTTP_SCHEMES: ReadonlyMap<string, Json> = new Map(
  Object.entries<Json>({
    basic: { scheme: 'basic' },
    bearer: { scheme: 'bearer' },
    digest: { scheme: 'digest' },
    jwt: { scheme: 'bearer', bearerFormat: 'JWT' },
    asap: { scheme: 'bearer', bearerFormat: 'JWT' },
    hawk: { scheme: 'Hawk' },
    ntlm: { scheme: 'NTLM' },
    oauth1: { scheme: 'OAuth' },
    awsv4: { scheme: 'AWS4-HMAC-SHA256' },
    edgegrid: { scheme: 'EG1-HMAC-SHA256' },
  }),
);

/** Flow with the URLs that it needs. */
type Flow = readonly [flow: string, ...urls: ('authorizationUrl' | 'tokenUrl')[]];
const AUTHORIZATION_CODE: Flow = ['authorizationCode', 'authorizationUrl', 'tokenUrl'];
/** Flows of OAuth 2 by Postman's grant types, with the URLs that they need; all others have an authorization code. */
const FLOWS: ReadonlyMap<string, Flow> = new Map<string, Flow>([
  ['implicit', ['implicit', 'authorizationUrl']],
  ['password_credentials', ['password', 'tokenUrl']],
  ['client_credentials', ['clientCredentials', 'tokenUrl']],
]);

/** Security schemes of a collection, each once. */
export class SecuritySchemes {
  readonly all = new Map<string, Json>();
  readonly #known = new Map<string, string>();
  readonly #names = new UniqueNames('-');

  /**
   * Reads the `auth` of a level.
   * @returns undefined if it says nothing, so that the level around it decides
   */
  requirementOf(auth: unknown, place: string, variables: Variables): Requirement | undefined {
    if (!isRecord(auth) || typeof auth['type'] !== 'string') return undefined;
    const { type } = auth;
    if (type === 'noauth') return null;
    const given = paramsOf(auth[type], variables);
    const scopes = type === 'oauth2' ? (given.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '') : [];
    const scheme = schemeOf(type, given, scopes);
    const kept = scheme['type'] === 'oauth2' ? scopes : [];
    return { [this.#nameOf(type, scheme, place)]: kept };
  }

  /** Reads a header field `Authorization` of a request that has no other log-in. */
  ofHeader({ value, description, place }: Row): Requirement {
    const type = /^(basic|bearer|digest)\b/i.exec(value)?.[1]?.toLowerCase() ?? 'apikey';
    const scheme = {
      ...schemeOf(type, new Map([['key', 'Authorization']]), []),
      ...(description !== '' && { description }),
    };
    return { [this.#nameOf(type, scheme, place)]: [] };
  }

  /** Adds the cookies whose values only a client knows, which are log-ins, to the requirement of a request. */
  withCookies(requirement: Requirement | undefined, cookies: readonly Row[]): Requirement | undefined {
    const own = cookies.map(({ key, description, place }) => {
      const scheme = { type: 'apiKey', in: 'cookie', name: key, ...(description !== '' && { description }) };
      return [this.#nameOf(key, scheme, place), []] as const;
    });
    return own.length === 0 ? requirement : { ...requirement, ...Object.fromEntries(own) };
  }

  #nameOf(type: string, scheme: Json, place: string): string {
    const text = JSON.stringify(scheme);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const name = this.#names.claim(type.replaceAll(/[^\w.-]+/g, '_') || 'auth');
    this.#known.set(text, name);
    this.all.set(name, written({ ...scheme }, place));
    return name;
  }
}

/** Reads the settings of a log-in: a list of 2.1 or an object of 2.0. */
function paramsOf(given: unknown, variables: Variables): ReadonlyMap<string, string> {
  const entries: readonly (readonly [key: string, value: unknown])[] = Array.isArray(given)
    ? given.flatMap((row: unknown) => (isRecord(row) ? [[scalarText(row['key']), row['value']] as const] : []))
    : Object.entries(recordOf(given));
  return new Map(entries.map(([key, value]) => [key, variables.resolve(scalarText(value))]));
}

function schemeOf(type: string, given: ReadonlyMap<string, string>, scopes: readonly string[]): Json {
  if (type === 'apikey')
    return {
      type: 'apiKey',
      in: given.get('in') === 'query' ? 'query' : 'header',
      name: given.get('key') || 'X-API-Key',
    };
  if (type !== 'oauth2') return { type: 'http', ...(HTTP_SCHEMES.get(type) ?? { scheme: type }) };
  const [flow, ...needed] = FLOWS.get(given.get('grant_type') ?? '') ?? AUTHORIZATION_CODE;
  const urls = { authorizationUrl: given.get('authUrl') ?? '', tokenUrl: given.get('accessTokenUrl') ?? '' };
  const isKnown = needed.every((key) => urls[key] !== '' && !urls[key].includes('{{'));
  if (!isKnown) return { type: 'http', scheme: 'bearer', description: 'OAuth 2.0' };
  const refreshUrl = given.get('refreshTokenUrl') ?? '';
  const about = {
    ...Object.fromEntries(needed.map((key) => [key, urls[key]])),
    ...(refreshUrl !== '' && { refreshUrl }),
    scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
  };
  return { type: 'oauth2', flows: { [flow]: about } };
}
