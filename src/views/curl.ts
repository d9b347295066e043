import type { Access } from '../model/access.ts';

/** What a command sends. */
interface CurlRequest {
  readonly method: string;
  /** Percent-encoded. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly access: Access;
  readonly body: CurlBody | null;
}

export type CurlBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'form'; readonly option: '-F' | '--data-urlencode'; readonly fields: readonly (readonly [name: string, value: string])[] };

/**
 * A request as a curl command, one option a line. The user name is a placeholder and curl asks for the password: no sample holds one.
 */
export function curlCommand({ method, url, headers, access, body }: CurlRequest): string {
  const options = [
    ...methodOption(method, body),
    ...(access.kind === 'login' ? [`${access.schemes.some(({ scheme }) => scheme === 'Digest') ? '--digest ' : ''}-u USER`] : []),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...bodyOptions(body),
  ];
  return (
    ['curl', ...options].reduce((command, option) => `${command}${command === 'curl' ? ' ' : ' \\\n  '}${option}`) +
    (options.length === 0 ? ' ' : ' \\\n  ') +
    quote(url)
  );
}

/** curl itself chooses GET, and POST where there is a body. */
function methodOption(method: string, body: CurlBody | null): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (body === null ? 'GET' : 'POST') ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`];
}

function bodyOptions(body: CurlBody | null): readonly string[] {
  if (body === null) return [];
  switch (body.kind) {
    case 'text':
      return [`--data-raw ${quote(body.text)}`];
    case 'file':
      return [`--data-binary @${body.name}`];
    case 'form':
      return body.fields.map(([name, value]) => `${body.option} ${quote(`${name}=${value}`)}`);
    default:
      return body satisfies never;
  }
}

/** One word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
