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

/** A regular expression that ECMAScript reads, with or without the `u` flag. */
export const pattern = (value: string): Said<string> => {
  try {
    new RegExp(value, 'u');
    return value;
  } catch {
    return UNSAID;
  }
};
