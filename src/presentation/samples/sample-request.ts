import { isToken } from '../../model/media-types.ts';
import { type Credential, isUserScheme, type UserScheme, userScheme } from './credentials.ts';

/** A request independent of languages: every sample of an operation is written from the same one. */
export interface SampleRequest {
  readonly method: string;
  /** Percent-encoded, with the query. */
  readonly url: string;
  /** Header fields from the descriptor: neither names nor values are checked for syntax. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Credentials to send; those in the query are part of the URL already. */
  readonly credentials: readonly Credential[];
  readonly body: SampleBody | null;
}

export type SampleBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string }
  | ({ readonly kind: 'form' } & SampleForm);

export interface SampleForm {
  readonly isMultipart: boolean;
  readonly fields: readonly FormField[];
}

/** The value is null where a file of the caller is sent: `FILE` stands for its name where that is not known. */
export type FormField = readonly [name: string, value: string | null, file?: string];

/** Writes each kind of body in a language. */
interface BodyWriter<T> {
  text(text: string): T;
  file(name: string): T;
  form(form: SampleForm): T;
}

/** @param none where there is no body */
export function writtenBody<T>(body: SampleBody | null, none: T, writer: BodyWriter<T>): T {
  if (body === null) return none;
  switch (body.kind) {
    case 'text':
      return writer.text(body.text);
    case 'file':
      return writer.file(body.name);
    case 'form':
      return writer.form(body);
    default:
      return body satisfies never;
  }
}

/**
 * Whether a text can stand in a sample as it is. Control characters cannot: a terminal may act on them when a command
 * is pasted, and no argument holds U+0000.
 */
export function isPastable(text: string): boolean {
  return !/[^\P{Cc}\n\t]/u.test(text);
}

/** Whether curl can be given the name of a part of a multipart body: it ends at the first `=`. */
export function isPartName(name: string): boolean {
  return name !== '' && !name.includes('=') && !/\p{Cc}/u.test(name);
}

/** A request as libraries of languages take it. */
export interface ProgramRequest {
  readonly method: string;
  readonly url: string;
  /** Each name once, in any case, and a token; values of visible ASCII; credentials that are fields among them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: without user, or by a scheme that libraries do not know. */
  readonly login: UserScheme | null;
  /** Files `CERTIFICATE` and `PRIVATE_KEY`. */
  readonly hasCertificate: boolean;
  readonly body: SampleBody | null;
}

/** Libraries write these themselves, and some refuse them. */
const OWN_HEADERS = /^(?:connection|content-length|expect|host|transfer-encoding|upgrade)$/i;

export function programRequest({ method, url, headers, credentials, body }: SampleRequest): ProgramRequest {
  const cookies = credentials.flatMap((one) => (one.kind === 'cookie' ? [`${one.name}=${one.placeholder}`] : []));
  const all = [
    ...credentials.flatMap(credentialHeader),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...headers,
  ];
  // The first value of a repeated name counts.
  const byName = new Map(all.toReversed().map((header) => [header[0].toLowerCase(), header]));
  return {
    method,
    url,
    headers: all
      .filter((header) => byName.get(header[0].toLowerCase()) === header)
      .filter(([name]) => isToken(name) && !OWN_HEADERS.test(name))
      .map(([name, value]) => [name, headerValue(name, value)] as const),
    login: userScheme(credentials),
    hasCertificate: credentials.some(({ kind }) => kind === 'certificate'),
    body,
  };
}

/** The scheme of a user that no library knows: one of the project's own. */
export function unknownScheme(credentials: readonly Credential[]): string | null {
  const user = credentials.find((one) => one.kind === 'user');
  return user === undefined || isUserScheme(user.scheme) ? null : user.scheme;
}

/** `application/x-www-form-urlencoded` for libraries without forms. A file comes last, so that its text can follow. */
export function urlEncoded(fields: readonly FormField[]): string {
  const file = fields.find(([, value]) => value === null);
  const inOrder = file === undefined ? fields : [...fields.filter((field) => field !== file), file];
  const pairs = inOrder.map(([name, value]) => [name.toWellFormed(), (value ?? '').toWellFormed()]);
  return new URLSearchParams(pairs).toString();
}

export function hasFile(fields: readonly FormField[]): boolean {
  return fields.some(([, value]) => value === null);
}

function credentialHeader(credential: Credential): readonly (readonly [string, string])[] {
  if (credential.kind !== 'header') return [];
  return [[credential.name, [credential.scheme ?? [], credential.placeholder].flat().join(' ')]];
}

/** White space around a value does not count (RFC 9110 §5.5); characters beyond ASCII are refused by some libraries. */
function headerValue(name: string, value: string): string {
  return /^[\t -~]*$/.test(value) ? value.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '') : name.toUpperCase();
}
