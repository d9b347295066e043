const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** What names of methods and header fields are made of. @see RFC 9110 §5.6.2 */
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

/** What a request is sent as: no request is of a range of types, so JSON where there is a choice among all. */
export function sentMediaType(mediaType: string): string {
  return /^(?:\*|application)\/\*\s*(?:;|$)/i.test(mediaType) ? 'application/json' : mediaType;
}
