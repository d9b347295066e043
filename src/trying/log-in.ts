import { toByteText } from '../http/grammar.ts';
import { percentEncode } from '../model/parameter-styles.ts';
import { withQuery } from '../presentation/addresses.ts';
import { type Credential, userScheme } from '../presentation/samples/credentials.ts';
import { shellWord } from '../presentation/samples/literals.ts';

/** Name and password. */
export interface User {
  readonly name: string;
  readonly password: string;
}

/** Log-in with the names and secrets that a reader enters; kept in memory, and sent only to the server of the API. */
export interface LogIn {
  readonly credentials: readonly Credential[];
  /** Name and password for Basic and Digest. */
  readonly user: User;
  /** Name of a header field or query parameter → token or key. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Whether HTTP can carry a log-in: no control characters, and no colon in the name for Basic (RFC 7617 §2). */
export function isLogInSendable(logIn: LogIn | null): boolean {
  if (logIn === null) return true;
  const { name, password } = logIn.user;
  const isUser = userScheme(logIn.credentials) === null || !/\p{Cc}/u.test(name + password);
  const hasName = userScheme(logIn.credentials) !== 'Basic' || !name.includes(':');
  return isUser && hasName && [...logIn.secrets.values()].every((secret) => /^[\t\x20-\x7e\x80-\xff]*$/.test(secret));
}

/** @see RFC 7617 §2 */
export function basicAuthorization({ name, password }: User): string {
  return `Basic ${btoa(toByteText(`${name}:${password}`))}`;
}

/** Builds the header fields that carry tokens and API keys. */
export function secretHeaders(logIn: LogIn | null): readonly (readonly [name: string, value: string])[] {
  return (logIn?.credentials ?? []).flatMap((one) => {
    if (one.kind !== 'header') return [];
    const secret = logIn?.secrets.get(one.name) ?? '';
    return secret === '' ? [] : [[one.name, one.scheme === null ? secret : `${one.scheme} ${secret}`] as const];
  });
}

/** Adds the API keys that are sent in the query to a URL. */
export function urlWithSecrets(url: string, logIn: LogIn | null): string {
  const parts = (logIn?.credentials ?? []).flatMap((one) => {
    if (one.kind !== 'query') return [];
    const secret = logIn?.secrets.get(one.name) ?? '';
    return secret === '' ? [] : [`${percentEncode(one.name)}=${percentEncode(secret)}`];
  });
  return withQuery(url, parts);
}

/** Replaces the secrets that the reader entered with `…` in a text to show, in every encoding that requests use. */
export function withoutSecrets(text: string, logIn: LogIn | null): string {
  if (logIn === null) return text;
  const isBasic = userScheme(logIn.credentials) === 'Basic';
  const typed = logIn.credentials.flatMap((one) =>
    one.kind === 'header' || one.kind === 'query' || one.kind === 'cookie' ? [logIn.secrets.get(one.name) ?? ''] : [],
  );
  const secrets = [...typed, ...(isBasic ? [basicAuthorization(logIn.user).slice('Basic '.length)] : [])];
  return secrets
    .flatMap((secret) => [
      secret,
      percentEncode(secret),
      encodeURIComponent(secret.toWellFormed()).replaceAll('%20', '+'),
    ])
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

/** Returns the credentials for the curl command: with the user name, without secrets. */
export function shownCredentials(logIn: LogIn | null): readonly Credential[] {
  const name = logIn?.user.name ?? '';
  const word = name === '' ? 'USER' : /^[\w.@-]+$/.test(name) ? name : shellWord(name);
  return (logIn?.credentials ?? []).map((one) =>
    one.kind === 'user' ? { ...one, curl: one.curl.replace('USER', () => word) } : one,
  );
}
