import { isToken } from '../../model/media-types.ts';
import { type Credential, isUserScheme, type UserScheme, userScheme } from './credentials.ts';

/** A request independent of languages, from which all samples of an operation are written. */
export interface SampleRequest {
  readonly method: string;
  /** URL, percent-encoded, with the query. */
  readonly url: string;
  /** Header fields from the descriptor; the syntax of names and values is not checked. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Credentials to send; the URL already contains those of the query. */
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

/** Form field; a null value means a file of the caller, which `FILE` stands for if its name is not known. */
export type FormField = readonly [name: string, value: string | null, file?: string];

/** Writes each kind of body in a language. */
interface BodyWriter<T> {
  text(text: string): T;
  file(name: string): T;
  form(form: SampleForm): T;
}

/** @param none result without a body */
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
 * Whether a sample can contain a text unchanged. Control characters are refused: a terminal may act on them when a
 * command is pasted, and no argument holds U+0000.
 */
export function isPastable(text: string): boolean {
  return !/[^\P{Cc}\n\t]/u.test(text);
}

/** Whether curl can send a part of this name: it reads the name up to the first `=`. */
export function isPartName(name: string): boolean {
  return name !== '' && !name.includes('=') && !/\p{Cc}/u.test(name);
}

/** A request with fields that HTTP libraries accept. */
export interface ProgramRequest {
  readonly method: string;
  readonly url: string;
  /** Header fields and credentials: names are unique tokens in any case, values visible ASCII. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: no user, or a scheme that libraries do not support. */
  readonly login: UserScheme | null;
  /** Whether the files `CERTIFICATE` and `PRIVATE_KEY` are used. */
  readonly hasCertificate: boolean;
  readonly body: SampleBody | null;
}

/** Header fields that libraries write themselves; some refuse them from programs. */
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

/** Name of the project's own scheme, which no library supports; null: there is none. */
export function unknownScheme(credentials: readonly Credential[]): string | null {
  const user = credentials.find((one) => one.kind === 'user');
  return user === undefined || isUserScheme(user.scheme) ? null : user.scheme;
}

/** `application/x-www-form-urlencoded` for libraries without forms. A file is last, so that its text can follow. */
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

/** Value of a header field, trimmed (RFC 9110 §5.5); some libraries refuse characters beyond ASCII. */
function headerValue(name: string, value: string): string {
  return /^[\t -~]*$/.test(value) ? value.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '') : name.toUpperCase();
}
