import { UNSAID } from './writing.ts';

type Said<T> = T | typeof UNSAID;

export const email = (value: string): Said<string> =>
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value) ? value : UNSAID;

export function oneOf(values: readonly string[]): (value: string) => Said<string> {
  return (value) => (values.includes(value) ? value : UNSAID);
}

/** A URI reference (RFC 3986 §4.1); characters that a URI cannot hold are percent-encoded. */
export const uriReference = (value: string): Said<string> => {
  const encoded = value
    .toWellFormed()
    .replaceAll(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character))
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25');
  return /^([a-z][a-z0-9+.-]*:|[^:/?#]*([/?#]|$))[^#]*(#[^#]*)?$/i.test(encoded) ? encoded : UNSAID;
};

/** A URI with its scheme. */
export const uri = (value: string): Said<string> => {
  const encoded = uriReference(value);
  return typeof encoded === 'string' && /^[a-z][a-z0-9+.-]*:\/*[^/]/i.test(encoded) ? encoded : UNSAID;
};

/** A regular expression that ECMAScript reads, with or without the `u` flag; escapes that say nothing may be gone. */
export const pattern = (value: string): Said<string> => {
  if (isRegularExpression(value)) return value;
  const plain = withoutIdleEscapes(value);
  return isRegularExpression(plain) ? plain : UNSAID;
};

function isRegularExpression(value: string): boolean {
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

const NEEDED = /[a-z\d^$\\.*+?()[\]{}|/]/i;

/** `\:` is `:`, which the `u` flag refuses; in a class `\-` is needed. */
function withoutIdleEscapes(value: string): string {
  let isInClass = false;
  return value.replaceAll(/\\(.)|[[\]]/gs, (token, escaped?: string) => {
    if (escaped === undefined) isInClass = token === '[';
    const isIdle = escaped !== undefined && !NEEDED.test(escaped) && !(isInClass && escaped === '-');
    return isIdle ? escaped : token;
  });
}
