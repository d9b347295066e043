import { isToken } from '../../../model/media-types.ts';
import type { Credential } from '../credentials.ts';
import { shellWord } from '../literals.ts';
import {
  cookiesOf,
  type FormField,
  isPastable,
  type SampleBody,
  type SampleRequest,
  writtenBody,
} from '../sample-request.ts';
import type { SampleLanguage } from './contract.ts';

/** Generator of curl commands, which readers can paste into a terminal on most systems. */
export const curl: SampleLanguage = {
  name: 'curl',
  title: 'curl',
  library: 'curl',
  aliases: ['shell', 'bash', 'sh', 'shell + curl'],
  write: (request) => curlCommand(request),
  literal: shellWord,
};

/**
 * Writes a request as a curl command, one option on each line; the URL precedes the body, which may be long. The
 * credentials are placeholders, and curl asks for passwords. Names and values of the request are written so that curl
 * never treats them as file names, options or patterns.
 */
export function curlCommand(request: SampleRequest): string {
  const { method, url, headers, credentials, body } = request;
  const words = [
    ...methodOption(method, body),
    ...credentials.flatMap(credentialOptions),
    // curl interprets the value of -b as cookies if it contains `=`, else as a file name.
    ...cookiesOf(request).map((cookie) => `-b ${shellWord(cookie)}`),
    ...headers.flatMap(([name, value]) => headerOption(name, value)),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
    shellWord(url),
    ...bodyOptions(body),
  ];
  return `curl ${words.join(' \\\n  ')}`;
}

/** Option for the method; empty if it is curl's default: GET, or POST with a body. */
function methodOption(method: string, body: SampleBody | null): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (body === null ? 'GET' : 'POST')
    ? []
    : [`-X ${/^[A-Z]+$/.test(method) ? method : shellWord(method)}`];
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
    case 'certificate':
      return ['--cert CERTIFICATE', '--key PRIVATE_KEY'];
    case 'cookie':
    case 'query':
      return [];
    default:
      return credential satisfies never;
  }
}

function bodyOptions(body: SampleBody | null): readonly string[] {
  return writtenBody<readonly string[]>(body, [], {
    text: (text) => [`--data-raw ${shellWord(text)}`],
    file: (name) => [`--data-binary ${/^[\w.-]+$/.test(name) ? `@${name}` : shellWord(`@${name}`)}`],
    form: ({ isMultipart, fields }) => fields.map(isMultipart ? partOption : pairOption),
  });
}

/**
 * Option for a header field; empty for a name that is not a token, such as `@file`, which curl would read as a file
 * name. The field's name in capitals replaces a value with a line break, which would add a second field.
 */
function headerOption(name: string, value: string): readonly string[] {
  if (!isToken(name)) return [];
  // curl removes a field written as `Name:`; `Name;` sends an empty value.
  if (/^[ \t]*$/.test(value)) return [`-H ${shellWord(`${name};`)}`];
  return [`-H ${shellWord(`${name}: ${/[^\P{Cc}\t]/u.test(value) ? name.toUpperCase() : value}`)}`];
}

/** Option for a form part. In `-F name=value`, `@`, `<` and `;` are special, but not in a quoted file name. */
function partOption([name, value, { file, type, headers = [] } = {}]: FormField): string {
  const own = file?.name ?? 'FILE';
  const named = headers.map((header) => `;headers=${quoted(header.join(': '))}`);
  const typed = [type === undefined ? '' : `;type=${type}`, ...named].join('');
  if (value === null) return `-F ${shellWord(`${name}=@${/^[\w. -]+$/.test(own) ? own : quoted(own)}${typed}`)}`;
  const sent = isPastable(value) ? value : name.toUpperCase();
  if (typed === '') return `--form-string ${shellWord(`${name}=${sent}`)}`;
  return `-F ${shellWord(`${name}=${quoted(sent)}${typed}`)}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/**
 * Option for a form field. curl encodes only the value; without `=`, a text after `@` is a file name; a leading `=` is
 * removed.
 */
function pairOption([name, value, { file } = {}]: FormField): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll('%5B', '[').replaceAll('%5D', ']');
  if (value === null) return `--data-urlencode ${shellWord(`${encoded}@${file?.name ?? 'FILE'}`)}`;
  if (name !== '' && isPastable(value)) return `--data-urlencode ${shellWord(`${encoded}=${value}`)}`;
  return `--data-raw ${shellWord(`${encoded}=${encodeURIComponent(value.toWellFormed())}`)}`;
}
