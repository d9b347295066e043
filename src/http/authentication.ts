import { TOKEN } from './grammar.ts';

/**
 * Framework of HTTP authentication: credentials, their parameters and challenges (RFC 9110 §11), and the computations
 * that both sides of HTTP Digest share (RFC 7616). Parsing takes linear time. Strings have one character per byte, as
 * Node reads field values.
 */

/** Authentication parameters: lower-cased name → value without quotes and escapes. */
type AuthParameters = ReadonlyMap<string, string>;

/** Characters that no field value may contain, quoted or not (RFC 9110 §5.5, §5.6.4). */
const NOT_FIELD_TEXT = /[^\t\x20-\x7e\x80-\xff]/;
// Marked as pure so that bundlers can drop it from pages, which need only the other parsers.
const CREDENTIALS = /* @__PURE__ */ new RegExp(`^(${TOKEN})(?: +(.*))?$`, 's');
/** One parameter up to the next comma: a name, then a token or quoted string. Empty list elements may precede it. */
const PARAMETER = new RegExp(
  `[\\t ,]*(${TOKEN})[\\t ]*=[\\t ]*(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")[\\t ]*(?=,|$)`,
  'gy',
);

/**
 * Splits credentials into the scheme, lower-cased, and the rest after the spaces, as sent.
 * @returns undefined if there is no scheme, or if anything but a space follows it
 * @see RFC 9110 §11.4
 */
export function splitCredentials(text: string): { readonly scheme: string; readonly rest: string } | undefined {
  const [, scheme, rest = ''] = CREDENTIALS.exec(text) ?? [];
  return scheme === undefined ? undefined : { scheme: scheme.toLowerCase(), rest };
}

/**
 * Parses `name=token, name="quoted \"string\""` in any order; white space around `=` and commas, and empty list
 * elements are allowed. Repeated names (in any case), text after a closing quote, and control characters are malformed.
 * @returns undefined when malformed; an empty map for an empty text
 * @see RFC 9110 §11.2, §5.6.1
 */
export function parseAuthParameters(text: string): AuthParameters | undefined {
  if (NOT_FIELD_TEXT.test(text)) return undefined;
  const parameters = new Map<string, string>();
  let end = 0;
  for (const [parameter, name = '', token, quoted = ''] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, token ?? unquote(quoted));
    end += parameter.length;
  }
  return /[^\t ,]/.test(text.slice(end)) ? undefined : parameters;
}

/**
 * Formats a quoted string for {@link formatAuthParameters}, with `"` and `\` escaped. Throws a TypeError for a
 * character that a field value cannot contain.
 */
export function quotedString(text: string): string {
  if (NOT_FIELD_TEXT.test(text))
    throw new TypeError('control characters and characters above U+00FF cannot stand in a quoted string');
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Joins parameters with commas. @param parameters names with values that are tokens or {@link quotedString}s */
export function formatAuthParameters(parameters: readonly (readonly [name: string, value: string])[]): string {
  return parameters.map(([name, value]) => `${name}=${value}`).join(', ');
}

/** Formats one challenge, the value of a WWW-Authenticate field. */
export function formatChallenge(
  scheme: string,
  parameters: readonly (readonly [name: string, value: string])[],
): string {
  return `${scheme} ${formatAuthParameters(parameters)}`;
}

/** Removes escapes. Most values contain none, and a search is faster than a replacement without matches. */
function unquote(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(.)/g, '$1') : text;
}

/** One way to log in that a server offers. */
interface Challenge {
  /** Scheme as sent: `Digest`. */
  readonly scheme: string;
  /** Names lower-cased, values without quotes; undefined if malformed, or if the challenge has a token68. */
  readonly parameters: ReadonlyMap<string, string> | undefined;
}

/** Text between commas. An unclosed quoted string extends to the end. */
const MEMBER = /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",])+/g;
/** Beginning of a challenge: a scheme, then its first parameter or token68. Other members continue a challenge. */
const BEGINNING = /* @__PURE__ */ new RegExp(`^(${TOKEN})(?:[ \\t]+([^=\\s].*))?$`);

/**
 * Parses the challenges of WWW-Authenticate: one field line, or several joined by commas. Commas separate both
 * challenges and parameters. Takes linear time.
 * @see RFC 9110 §11.6.1
 */
export function parseChallenges(text: string): readonly Challenge[] {
  const found: { readonly scheme: string; readonly members: string[] }[] = [];
  for (const member of text.match(MEMBER) ?? []) {
    const [, scheme, first = ''] = BEGINNING.exec(member.trim()) ?? [];
    if (scheme === undefined) found.at(-1)?.members.push(member);
    else found.push({ scheme, members: [first] });
  }
  return found.map(({ scheme, members }) => ({ scheme, parameters: parseAuthParameters(members.join()) }));
}

/** Hash function from bytes, one character each, to lower-case hexadecimal digits. */
type Hash = (bytes: string) => string;

/** Input of a digest, apart from the secret, exactly as the client sent and hashed it. */
export interface DigestInput {
  readonly nonce: string;
  /** Eight hexadecimal digits. */
  readonly nonceCount: string;
  readonly cnonce: string;
  readonly uri: string;
}

/**
 * Computes the `response` parameter of a request for qop=auth.
 * @param secret HA1: hash of `user:realm:password`, in lower-case hexadecimal digits
 * @see RFC 7616 §3.4.1
 */
export function requestDigest(hash: Hash, secret: string, method: string, input: DigestInput): string {
  return keyed(hash, secret, input, `${method}:${input.uri}`);
}

/** Computes the `rspauth` of the answer, which proves that the server knows the secret. @see RFC 7616 §3.5 */
export function answerDigest(hash: Hash, secret: string, input: DigestInput): string {
  return keyed(hash, secret, input, `:${input.uri}`);
}

function keyed(hash: Hash, secret: string, { nonce, nonceCount, cnonce }: DigestInput, about: string): string {
  return hash(`${secret}:${nonce}:${nonceCount}:${cnonce}:auth:${hash(about)}`);
}
