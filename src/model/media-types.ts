import { isRecord } from '../schema/json-values.ts';

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Reports whether a text is a token, as methods and names of header fields are. @see RFC 9110 §5.6.2 */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** `application/json`, `text/*`, with parameters or without. */
export function isMediaType(text: string): boolean {
  const [type = '', subtype = '', ...more] = (text.split(';', 1)[0] ?? '').trim().split('/');
  return isToken(type) && isToken(subtype) && more.length === 0;
}

/** `application/json`, `application/hal+json`, with parameters or without. */
export function isJsonMediaType(mediaType: string): boolean {
  return /[/+]json\s*(;|$)/i.test(mediaType);
}

/** Media type in which a request is sent. It cannot be a range: one that includes JSON becomes JSON. */
export function sentMediaType(mediaType: string): string {
  return /^(?:\*|application)\/\*\s*(?:;|$)/i.test(mediaType) ? 'application/json' : mediaType;
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

export function isFormMediaType(mediaType: string): boolean {
  return FORM.test(mediaType);
}

/** The members of an object as `application/x-www-form-urlencoded`; those that are no text as JSON. */
export function formText(value: unknown): string {
  if (!isRecord(value)) return '';
  const fields = Object.entries(value).map(([name, inner]): [string, string] => [
    name,
    typeof inner === 'string' ? inner : (JSON.stringify(inner) ?? ''),
  ]);
  return new URLSearchParams(fields).toString();
}
