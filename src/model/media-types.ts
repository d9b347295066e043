const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether a text is a token, such as a method or the name of a header field. @see RFC 9110 §5.6.2 */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Whether a text is a media type or range such as `text/*`, with or without parameters. */
export function isMediaType(text: string): boolean {
  const [type = '', subtype = '', ...more] = (text.split(';', 1)[0] ?? '').trim().split('/');
  return isToken(type) && isToken(subtype) && more.length === 0;
}

/** Whether a media type is JSON (`application/json`, `application/hal+json`), with or without parameters. */
export function isJsonMediaType(mediaType: string): boolean {
  return /[/+]json\s*(;|$)/i.test(mediaType);
}

/** Media type for the Content-Type of a request; a range that includes JSON becomes `application/json`. */
export function sentMediaType(mediaType: string): string {
  return /^(?:\*|application)\/\*\s*(?:;|$)/i.test(mediaType) ? 'application/json' : mediaType;
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

export function isFormMediaType(mediaType: string): boolean {
  return FORM.test(mediaType);
}
