import type { Components } from '../../model/components.ts';
import type { SecuritySchemeObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { alternativesIn } from '../../model/security.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { alternativesWords } from '../../presentation/scheme-words.ts';
import { phraseText } from '../../words/phrase.ts';
import { ENGLISH, wordsOf } from '../../words/words.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { siteLoginsOf } from '../site-logins.ts';

/** Variables of a collection, with their values. Values of log-ins are empty: readers fill them in. */
export class Variables {
  readonly #values = new Map<string, { readonly value: string; readonly description?: string }>();
  readonly #names = new UniqueNames('-');
  /** Variable names by kind and wanted name, so that no two kinds share a variable. */
  readonly #known = new Map<string, string>();

  /** Adds a variable. @returns the text that stands for it */
  add(kind: 'address' | 'log-in' | 'parameter', name: string, value = '', description?: string): string {
    const plain = name.replaceAll(/[{}]/g, '');
    const known = this.#known.get(`${kind} ${plain}`) ?? this.#names.claim(plain);
    this.#known.set(`${kind} ${plain}`, known);
    if (!this.#values.has(known)) this.#values.set(known, { value, ...(description !== undefined && { description }) });
    return `{{${known}}}`;
  }

  valueOf(name: string): string | undefined {
    return this.#values.get(name)?.value;
  }

  list(): readonly JsonMap[] {
    return [...this.#values].map(([key, variable]) => ({ key, ...variable, type: 'string' }));
  }
}

/** Log-in of a request: its keys, and header fields with cookies, for which Postman has no type of log-in. */
type LogIn = { readonly keys: JsonMap; readonly header: readonly JsonMap[] };

/**
 * Log-in of an operation: the first that this site asks for, else the first alternative with a scheme that Postman
 * supports. `x-platform-login` names a log-in of this site.
 */
export function logInOf(operation: Operation, variables: Variables): LogIn {
  const [site] = siteLoginsOf(operation);
  if (site !== undefined) {
    const type = site.login === null ? 'noauth' : site.login.scheme.toLowerCase();
    const known = type === 'basic' || type === 'digest' ? userAuth(type, variables) : { type: 'noauth' };
    return { keys: { auth: known, 'x-platform-login': site.name }, header: [] };
  }
  const { components } = operation.service.api;
  const demanded = operation.getSecurity();
  for (const requirement of demanded) {
    const schemes = Object.entries(requirement);
    const [auth] = schemes.flatMap(([name, scopes]) => schemeAuth(name, scopes, components, variables) ?? []);
    const header = schemes.flatMap(([name]) => {
      const scheme = schemeNamed(name, components);
      const isCookie = scheme?.type === 'apiKey' && scheme.in === 'cookie';
      return isCookie ? [cookie(scheme.name ?? name, variables.add('log-in', name))] : [];
    });
    if (auth !== undefined || header.length > 0) return { keys: auth === undefined ? {} : { auth }, header };
  }
  const isSaid = demanded.length > 0 || operation.namesSecurity();
  return { keys: isSaid ? { auth: { type: 'noauth' } } : {}, header: [] };
}

/** Header field with one cookie; clients send the cookies of several fields in one. */
export function cookie(name: string, value: string): JsonMap {
  return { key: 'Cookie', value: `${name}=${value}` };
}

/** Sentence on the log-ins of an operation; empty if the log-in of its request is all of them. */
export function logInText(operation: Operation): string {
  const site = siteLoginsOf(operation).map(({ description }) => description);
  if (site.length > 0) return site.length > 1 ? site.join(' Or: ') : '';
  const alternatives = alternativesIn(operation.getSecurity(), operation.service.api.components);
  const [first, ...others] = alternatives.flat();
  if (others.length === 0 && first?.scheme?.type !== 'mutualTLS') return '';
  const words = wordsOf({ language: ENGLISH });
  return `${words.say('title.logIn')}: ${phraseText(alternativesWords(alternatives, words))}.`;
}

function schemeAuth(
  name: string,
  scopes: readonly string[],
  components: Components,
  variables: Variables,
): JsonMap | undefined {
  const scheme = schemeNamed(name, components);
  if (scheme === undefined) return undefined;
  switch (scheme.type) {
    case 'apiKey':
      return scheme.in === 'cookie'
        ? undefined
        : authWith('apikey', {
            key: scheme.name ?? name,
            value: variables.add('log-in', name),
            in: scheme.in ?? 'header',
          });
    case 'http': {
      const type = scheme.scheme?.toLowerCase();
      if (type === 'basic' || type === 'digest') return userAuth(type, variables);
      if (type === 'bearer') return authWith('bearer', { token: variables.add('log-in', name) });
      return authWith('apikey', { key: 'Authorization', value: variables.add('log-in', name), in: 'header' });
    }
    case 'oauth2':
      return authWith('oauth2', { ...oauth(scheme), scope: scopes.join(' '), addTokenTo: 'header' });
    case 'openIdConnect':
      return authWith('bearer', { token: variables.add('log-in', name) });
    case 'mutualTLS':
      return undefined;
    default:
      return scheme.type satisfies never;
  }
}

function schemeNamed(name: string, components: Components): SecuritySchemeObject | undefined {
  const { securitySchemes } = components.record;
  const given = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
  return given === undefined ? undefined : components.resolve(given).value;
}

function userAuth(type: 'basic' | 'digest', variables: Variables): JsonMap {
  return authWith(type, {
    username: variables.add('log-in', 'username'),
    password: variables.add('log-in', 'password'),
  });
}

const GRANT_TYPES: readonly (readonly [flow: string, grantType: string])[] = [
  ['authorizationCode', 'authorization_code'],
  ['clientCredentials', 'client_credentials'],
  ['password', 'password_credentials'],
  ['implicit', 'implicit'],
];

function oauth({ flows = {} }: SecuritySchemeObject): Readonly<Record<string, string>> {
  const [known, grantType] = GRANT_TYPES.find(([flow]) => Object.hasOwn(flows, flow)) ?? [];
  const flow = known === undefined ? undefined : flows[known];
  if (flow === undefined || grantType === undefined) return {};
  const { authorizationUrl, tokenUrl, refreshUrl } = flow;
  return {
    grant_type: grantType,
    ...(authorizationUrl !== undefined && { authUrl: authorizationUrl }),
    ...(tokenUrl !== undefined && { accessTokenUrl: tokenUrl }),
    ...(refreshUrl !== undefined && { refreshTokenUrl: refreshUrl }),
  };
}

function authWith(type: string, values: Readonly<Record<string, string>>): JsonMap {
  return { type, [type]: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })) };
}
