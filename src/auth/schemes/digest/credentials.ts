import { parseAuthParameters } from '../../../http/authentication.ts';
import { fromByteText, isAscii } from '../../../http/grammar.ts';

/** Limit of the client nonce (our choice); clients send 8 to 44 characters. */
const MAXIMUM_CNONCE_CHARACTERS = 256;
const NONCE_COUNT = /^[0-9a-f]{8}$/i;
/** Pattern `charset'language'value` with the charset UTF-8, which every implementation supports. */
const EXTENDED = /^utf-8'[A-Za-z0-9-]*'((?:%[0-9A-Fa-f]{2}|[!#$&+\-.^_`|~0-9A-Za-z])*)$/i;
const ORIGIN_FORM_WITHIN_ABSOLUTE = /^https?:\/\/[^/?#\\]*(.*)$/i;

/** Credentials of a client, complete and well-formed, but not verified yet. Texts have one character per byte. */
export interface DigestCredentials {
  /** User name, decoded. */
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string;
  readonly uri: string;
  /** Upper-cased; `MD5` if the client names none. */
  readonly algorithm: string;
  readonly cnonce: string;
  /** Eight hexadecimal digits, as sent. */
  readonly nonceCount: string;
  /** Value of {@link nonceCount}, from 1. */
  readonly count: number;
  readonly response: string;
}

/**
 * Parses the text after `Digest`. Each parameter may be a token or quoted, since some clients quote `algorithm`, `qop`
 * or `nc`; unknown ones are ignored. Only `qop=auth` is accepted: without `qop` there is no nonce count, and `auth-int`
 * and hashed user names are not offered. The user name is in `username` or, encoded, in `username*`, never in both.
 * @param target of the request, for {@link quoteTarget}
 * @returns undefined when malformed or incomplete
 * @see RFC 7616 §3.4
 */
export function parseDigestCredentials(text: string, target: string): DigestCredentials | undefined {
  const parameters = parseAuthParameters(quoteTarget(text, target));
  if (parameters === undefined) return undefined;
  const username = usernameOf(parameters.get('username'), parameters.get('username*'));
  const realm = parameters.get('realm');
  const nonce = parameters.get('nonce');
  const opaque = parameters.get('opaque');
  const uri = parameters.get('uri');
  const cnonce = parameters.get('cnonce');
  const nonceCount = parameters.get('nc');
  const response = parameters.get('response');
  if (username === undefined || realm === undefined || nonce === undefined || opaque === undefined || uri === undefined)
    return undefined;
  if (cnonce === undefined || nonceCount === undefined || response === undefined || parameters.get('qop') !== 'auth')
    return undefined;
  if (cnonce === '' || cnonce.length > MAXIMUM_CNONCE_CHARACTERS || !isAscii(cnonce) || !NONCE_COUNT.test(nonceCount))
    return undefined;
  if ((parameters.get('userhash') ?? 'false').toLowerCase() !== 'false') return undefined;
  const count = Number.parseInt(nonceCount, 16);
  if (count === 0) return undefined;
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  return { username, realm, nonce, opaque, uri, algorithm, cnonce, nonceCount, count, response };
}

/**
 * Whether the `uri` parameter equals the request target, byte for byte, including the query. For a target in absolute
 * form, a `uri` of path and query is enough: curl sends it to a server that it considers a proxy, it names the same
 * resource (RFC 7616 §3.4.6), and other digests contain no authority either. The reverse, an absolute `uri` for a
 * target without authority, is refused: no client sends it, and nothing confirms its host.
 */
export function isAboutTarget(uri: string, target: string): boolean {
  if (uri === target) return true;
  const originForm = ORIGIN_FORM_WITHIN_ABSOLUTE.exec(target)?.[1];
  return originForm !== undefined && uri === (originForm.startsWith('/') ? originForm : `/${originForm}`);
}

/**
 * Escapes the request target in the text if it is unescaped: curl quotes a target with `"` or `\` without escaping it.
 * The digest covers the unescaped target in both cases.
 */
function quoteTarget(text: string, target: string): string {
  if (!target.includes('"') && !target.includes('\\')) return text;
  const asItIs = `uri="${target}"`;
  const at = text.indexOf(asItIs);
  return at === -1
    ? text
    : `${text.slice(0, at)}uri="${target.replaceAll(/["\\]/g, '\\$&')}"${text.slice(at + asItIs.length)}`;
}

function usernameOf(plain: string | undefined, extended: string | undefined): string | undefined {
  if (plain !== undefined) return extended === undefined ? fromByteText(plain) : undefined;
  return extended === undefined ? undefined : parseExtendedValue(extended);
}

/**
 * The value of `username*`: `UTF-8''J%C3%A4s` is `Jäs`.
 * @returns undefined when malformed, in another charset, or not UTF-8
 * @see RFC 8187 §3.2.1
 */
function parseExtendedValue(text: string): string | undefined {
  const value = EXTENDED.exec(text)?.[1];
  return value === undefined
    ? undefined
    : fromByteText(value.replaceAll(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))));
}
