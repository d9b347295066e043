import { isToken } from '../../model/media-types.ts';
import { type Credential, isUserScheme, type UserScheme, userScheme } from './credentials.ts';

/** Language-independent request, from which all samples of an operation are generated. */
export interface SampleRequest {
  readonly method: string;
  /** Percent-encoded URL, including the query. */
  readonly url: string;
  /** Header fields from the descriptor, with unchecked names and values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Credentials; {@link url} already contains those in the query. */
  readonly credentials: readonly Credential[];
  /** Cookies other than credentials: `theme=dark`. */
  readonly cookies?: readonly string[];
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

/** Form field; a null value means a file, whose name defaults to `FILE`. */
export type FormField = readonly [name: string, value: string | null, part?: PartFacts];

interface PartFacts {
  readonly file?: { readonly name: string; readonly type?: string } | undefined;
  /** Content-Type of a part of a multipart body. */
  readonly type?: string | undefined;
  /** Further header fields of a part of a multipart body, in printable ASCII. */
  readonly headers?: SampleRequest['headers'] | undefined;
}

/** Functions that write each kind of body in a language. */
interface BodyWriter<T> {
  text(text: string): T;
  file(name: string): T;
  form(form: SampleForm): T;
}

/** Writes a body of any kind. @param none result for a request without a body */
export function writtenBody<T>(body: SampleBody | null, none: T, writer: BodyWriter<T>): T {
  if (body === null) return none;
  if (body.kind === 'text') return writer.text(body.text);
  return body.kind === 'file' ? writer.file(body.name) : writer.form(body);
}

/**
 * Whether a sample can contain a text unchanged. Control characters are not allowed: a terminal may interpret them when
 * a command is pasted, and a command argument cannot contain U+0000.
 */
export function isPastable(text: string): boolean {
  return !/[^\P{Cc}\n\t]/u.test(text);
}

/** Whether curl can send a form part with this name, which must not contain `=`. */
export function isPartName(name: string): boolean {
  return name !== '' && !name.includes('=') && !/\p{Cc}/u.test(name);
}

/** Request with header fields that HTTP libraries accept. */
export interface ProgramRequest {
  readonly method: string;
  readonly url: string;
  /** Header fields, including credentials: names are unique, case-insensitive tokens; values are printable ASCII. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Scheme with user name and password; null without one, and for a scheme that libraries do not support. */
  readonly login: UserScheme | null;
  /** Whether the request uses the files `CERTIFICATE` and `PRIVATE_KEY`. */
  readonly hasCertificate: boolean;
  readonly body: SampleBody | null;
}

/** Header fields that libraries set themselves; some libraries reject them from programs. */
const OWN_HEADERS = /^(?:connection|content-length|expect|host|transfer-encoding|upgrade)$/i;

export function programRequest(request: SampleRequest): ProgramRequest {
  const { method, url, headers, credentials, body } = request;
  const cookies = cookiesOf(request);
  const all = [
    ...credentials.flatMap(credentialHeader),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...headers,
  ];
  // Of repeated names, the first value is kept.
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

/** All cookies of a request. The name in capitals replaces a value with control characters, which terminals obey. */
export function cookiesOf({ credentials, cookies = [] }: SampleRequest): readonly string[] {
  const own = credentials.flatMap((one) => (one.kind === 'cookie' ? [`${one.name}=${one.placeholder}`] : []));
  const shown = cookies.map((cookie) => {
    const [name = ''] = cookie.split('=');
    return /\p{Cc}/u.test(cookie) ? `${name}=${name.toUpperCase()}` : cookie;
  });
  return [...own, ...shown];
}

/** Name of a custom scheme of the project, which no library supports; null if there is none. */
export function unknownScheme(credentials: readonly Credential[]): string | null {
  const user = credentials.find((one) => one.kind === 'user');
  return user === undefined || isUserScheme(user.scheme) ? null : user.scheme;
}

/** Encodes a form for libraries without form support. A file comes last, so that samples can append its content. */
export function urlEncoded(fields: readonly FormField[]): string {
  const file = fields.find(([, value]) => value === null);
  const inOrder = file === undefined ? fields : [...fields.filter((field) => field !== file), file];
  const pairs = inOrder.map(([name, value]) => [name.toWellFormed(), (value ?? '').toWellFormed()]);
  return new URLSearchParams(pairs).toString();
}

/** Header fields of a part in a multipart body, without its name. */
export function partFields([, , part = {}]: FormField): SampleRequest['headers'] {
  const type = part.type ?? part.file?.type;
  return [...(type ? [['Content-Type', type] as const] : []), ...(part.headers ?? [])];
}

/** Head of a part in a multipart body, after its boundary (RFC 7578). */
export function partHead(field: FormField): string {
  const [name, value, { file } = {}] = field;
  const quoted = (text: string): string => `"${text.replaceAll(/[\r\n"]/g, encodeURIComponent)}"`;
  const named = value === null ? `; filename=${quoted(file?.name ?? 'FILE')}` : '';
  const own = partFields(field).map((pair) => `\r\n${pair.join(': ')}`);
  return `\r\nContent-Disposition: form-data; name=${quoted(name)}${named}${own.join('')}\r\n\r\n`;
}

export function hasFile(fields: readonly FormField[]): boolean {
  return fields.some(([, value]) => value === null);
}

function credentialHeader(credential: Credential): readonly (readonly [string, string])[] {
  if (credential.kind !== 'header') return [];
  return [[credential.name, [credential.scheme ?? [], credential.placeholder].flat().join(' ')]];
}

/** Trims a header value (RFC 9110 §5.5); the name replaces non-ASCII values, which some libraries reject. */
function headerValue(name: string, value: string): string {
  return /^[\t -~]*$/.test(value) ? value.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '') : name.toUpperCase();
}
