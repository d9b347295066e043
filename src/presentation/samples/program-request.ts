import { isToken } from '../../model/media-types.ts';
import type { Credential } from './credentials.ts';
import type { SampleBody, SampleRequest } from './sample-request.ts';

/** A request as libraries of languages take it. */
export interface ProgramRequest {
  readonly method: string;
  readonly url: string;
  /** Each name once, in any case, and a token; values of visible ASCII; credentials that are fields among them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: without user, or by a scheme that libraries do not know. */
  readonly login: 'Basic' | 'Digest' | null;
  /** Files `CERTIFICATE` and `PRIVATE_KEY`. */
  readonly hasCertificate: boolean;
  readonly body: SampleBody | null;
}

/** Libraries write these themselves, and some refuse them. */
const OWN_HEADERS = /^(?:connection|content-length|expect|host|transfer-encoding|upgrade)$/i;
const KNOWN_SCHEMES = ['Basic', 'Digest'] as const;

export function programRequest({ method, url, headers, credentials, body }: SampleRequest): ProgramRequest {
  const cookies = credentials.flatMap((one) => (one.kind === 'cookie' ? [`${one.name}=${one.placeholder}`] : []));
  const all = [
    ...credentials.flatMap(credentialHeader),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...headers,
  ];
  const user = credentials.find(({ kind }) => kind === 'user');
  // The first value of a repeated name counts.
  const byName = new Map(all.toReversed().map((header) => [header[0].toLowerCase(), header]));
  return {
    method,
    url,
    headers: all
      .filter((header) => byName.get(header[0].toLowerCase()) === header)
      .filter(([name]) => isToken(name) && !OWN_HEADERS.test(name))
      .map(([name, value]) => [name, headerValue(name, value)] as const),
    login: KNOWN_SCHEMES.find((scheme) => user?.kind === 'user' && user.scheme === scheme) ?? null,
    hasCertificate: credentials.some(({ kind }) => kind === 'certificate'),
    body,
  };
}

/** The scheme of a user that no library knows: one of the project's own. */
export function unknownScheme(credentials: readonly Credential[]): string | null {
  const user = credentials.find(({ kind }) => kind === 'user');
  return user?.kind !== 'user' || KNOWN_SCHEMES.some((scheme) => scheme === user.scheme) ? null : user.scheme;
}

/** `multipart/form-data` or `application/x-www-form-urlencoded`, as one text; for libraries that have no forms. */
export function urlEncoded(fields: readonly (readonly [name: string, value: string])[]): string {
  return new URLSearchParams(fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString();
}

function credentialHeader(credential: Credential): readonly (readonly [string, string])[] {
  if (credential.kind !== 'header') return [];
  return [[credential.name, [credential.scheme ?? [], credential.placeholder].flat().join(' ')]];
}

/** White space around a value does not count (RFC 9110 §5.5); characters beyond ASCII are refused by some libraries. */
function headerValue(name: string, value: string): string {
  return /^[\t -~]*$/.test(value) ? value.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '') : name.toUpperCase();
}
