import { toByteText } from '../http/grammar.ts';
import { withQuery } from '../presentation/addresses.ts';
import { percentEncode } from '../presentation/percent-encoding.ts';
import { type Credential, userScheme } from '../presentation/samples/credentials.ts';
import { shellWord } from '../presentation/samples/literals.ts';
import type { User } from './digest-log-in.ts';

/** A way to log in with what a reader has typed. Kept in memory, sent to the server, written nowhere. */
export interface LogIn {
  readonly credentials: readonly Credential[];
  /** For Basic and Digest. */
  readonly user: User;
  /** Name of a header field or query parameter → token or key. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Whether a log-in holds no control characters and, for Basic, no colon in the name (RFC 7617 §2). */
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

/** Header fields of tokens and keys. */
export function secretHeaders(logIn: LogIn | null): readonly (readonly [name: string, value: string])[] {
  return (logIn?.credentials ?? []).flatMap((one) => {
    if (one.kind !== 'header') return [];
    const secret = logIn?.secrets.get(one.name) ?? '';
    return secret === '' ? [] : [[one.name, one.scheme === null ? secret : `${one.scheme} ${secret}`] as const];
  });
}

/** With the keys that stand in the query. */
export function urlWithSecrets(url: string, logIn: LogIn | null): string {
  const parts = (logIn?.credentials ?? []).flatMap((one) => {
    if (one.kind !== 'query') return [];
    const secret = logIn?.secrets.get(one.name) ?? '';
    return secret === '' ? [] : [`${percentEncode(one.name)}=${percentEncode(secret)}`];
  });
  return withQuery(url, parts);
}

/** A text that is shown, without what was typed to log in: in any place, and in any spelling. */
export function withoutSecrets(text: string, logIn: LogIn | null): string {
  if (logIn === null) return text;
  const isBasic = userScheme(logIn.credentials) === 'Basic';
  const typed = logIn.credentials.flatMap((one) =>
    one.kind === 'header' || one.kind === 'query' ? [logIn.secrets.get(one.name) ?? ''] : [],
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

/** For curl: with the name of the user, and without a secret. */
export function shownCredentials(logIn: LogIn | null): readonly Credential[] {
  const name = logIn?.user.name ?? '';
  const word = name === '' ? 'USER' : /^[\w.@-]+$/.test(name) ? name : shellWord(name);
  return (logIn?.credentials ?? []).map((one) =>
    one.kind === 'user' ? { ...one, curl: one.curl.replace('USER', () => word) } : one,
  );
}
