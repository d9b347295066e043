import type { Shape } from './conform.ts';
import { INVALID } from './conform.ts';

export const text: Shape = (value) => (typeof value === 'string' ? value : INVALID);
export const flag: Shape = (value) => (typeof value === 'boolean' ? value : INVALID);
export const number: Shape = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : INVALID);
export const positive: Shape = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : INVALID;
export const count: Shape = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : INVALID;
export const scalar: Shape = (value) => (['string', 'number', 'boolean'].includes(typeof value) ? value : INVALID);
export const email: Shape = (value) =>
  typeof value === 'string' && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value) ? value : INVALID;

export function oneOf(values: readonly unknown[]): Shape {
  return (value) => (values.includes(value) ? value : INVALID);
}

/** A URI reference (RFC 3986 §4.1); characters that a URI cannot hold are percent-encoded. */
export const uriReference: Shape = (value) => {
  if (typeof value !== 'string') return INVALID;
  const encoded = value
    .toWellFormed()
    .replaceAll(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character))
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25');
  return /^([a-z][a-z0-9+.-]*:|[^:/?#]*([/?#]|$))[^#]*(#[^#]*)?$/i.test(encoded) ? encoded : INVALID;
};

/** A URI with its scheme. */
export const uri: Shape = (value, scope) => {
  const encoded = uriReference(value, scope);
  return typeof encoded === 'string' && /^[a-z][a-z0-9+.-]*:\/*[^/]/i.test(encoded) ? encoded : INVALID;
};

/** A regular expression that ECMAScript reads, with or without the `u` flag. */
export const pattern: Shape = (value) => {
  if (typeof value !== 'string') return INVALID;
  try {
    new RegExp(value, 'u');
    return value;
  } catch {
    return INVALID;
  }
};
