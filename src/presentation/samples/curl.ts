import { isToken } from '../../model/media-types.ts';
import type { Credential } from './credentials.ts';

/** What a command sends. */
interface CurlRequest {
  readonly method: string;
  /** Percent-encoded. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Those of the query are in the URL. */
  readonly credentials: readonly Credential[];
  readonly body: CurlBody | null;
}

export type CurlBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'form'; readonly isMultipart: boolean; readonly fields: readonly FormField[] };

/** The value is null where a file of the caller is sent: `FILE` stands for its name. */
export type FormField = readonly [name: string, value: string | null];

/**
 * A request as a curl command, one option a line. Credentials are placeholders, and curl asks for passwords: no sample
 * holds one. Names and values of the request are sent as they are: curl reads none of them as the name of a
 * file, an option or a pattern.
 */
export function curlCommand({ method, url, headers, credentials, body }: CurlRequest): string {
  const options = [
    ...methodOption(method, body),
    ...credentials.flatMap(credentialOptions),
    ...headers.flatMap(([name, value]) => headerOption(name, value)),
    ...bodyOptions(body),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
  ];
  return (
    ['curl', ...options].reduce((command, option) => `${command}${command === 'curl' ? ' ' : ' \\\n  '}${option}`) +
    (options.length === 0 ? ' ' : ' \\\n  ') +
    quote(url)
  );
}

/**
 * Whether a text can stand in a command. Control characters cannot: a terminal may act on them when the command is
 * pasted, and no argument holds U+0000.
 */
export function isPastable(text: string): boolean {
  return !/[^\P{Cc}\n\t]/u.test(text);
}

/** Whether curl can be given the name of a part of a multipart body: it ends at the first `=`. */
export function isPartName(name: string): boolean {
  return name !== '' && !name.includes('=') && !/\p{Cc}/u.test(name);
}

/** curl itself chooses GET, and POST where there is a body. */
function methodOption(method: string, body: CurlBody | null): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (body === null ? 'GET' : 'POST') ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`];
}

function credentialOptions(credential: Credential): readonly string[] {
  switch (credential.kind) {
    case 'user':
      return [credential.curl];
    case 'header':
      return headerOption(
        credential.name,
        `${credential.scheme === null ? '' : `${credential.scheme} `}${credential.placeholder}`,
      );
    case 'cookie':
      // With a `=` in it, it is no name of a file.
      return [`-b ${quote(`${credential.name}=${credential.placeholder}`)}`];
    case 'certificate':
      return ['--cert CERTIFICATE', '--key PRIVATE_KEY'];
    case 'query':
      return [];
    default:
      return credential satisfies never;
  }
}

function bodyOptions(body: CurlBody | null): readonly string[] {
  if (body === null) return [];
  switch (body.kind) {
    case 'text':
      return [`--data-raw ${quote(body.text)}`];
    case 'file':
      return [`--data-binary @${body.name}`];
    case 'form':
      return body.fields.map(([name, value]) => (body.isMultipart ? partOption(name, value) : pairOption(name, value)));
    default:
      return body satisfies never;
  }
}

/**
 * A name that is no token, `@file` for one, would be read as something else; a value over two lines would be two
 * fields.
 */
function headerOption(name: string, value: string): readonly string[] {
  if (!isToken(name)) return [];
  // `Name:` would take the field away.
  if (/^[ \t]*$/.test(value)) return [`-H ${quote(`${name};`)}`];
  return [`-H ${quote(`${name}: ${/[^\P{Cc}\t]/u.test(value) ? name.toUpperCase() : value}`)}`];
}

/** In `-F name=value` curl reads `@`, `<` and `;type=`. */
function partOption(name: string, value: string | null): string {
  if (value === null) return `-F ${quote(`${name}=@FILE`)}`;
  return `--form-string ${quote(`${name}=${isPastable(value) ? value : name.toUpperCase()}`)}`;
}

/**
 * curl percent-encodes the value, not the name; without `=` an `@` begins the name of a file, and a leading `=` is
 * dropped.
 */
function pairOption(name: string, value: string | null): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll('%5B', '[').replaceAll('%5D', ']');
  if (value === null) return `--data-urlencode ${quote(`${encoded}@FILE`)}`;
  if (name !== '' && isPastable(value)) return `--data-urlencode ${quote(`${encoded}=${value}`)}`;
  return `--data-raw ${quote(`${encoded}=${encodeURIComponent(value.toWellFormed())}`)}`;
}

/**
 * One word for a POSIX shell. Older interactive shells look for `!` in every line of a word apart, and do not know that
 * the second one is quoted.
 */
function quote(text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  return `'${text.includes('\n') ? quoted.replaceAll('!', "'\\!'") : quoted}'`;
}
