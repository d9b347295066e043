/** Everything but what RFC 3986 reserves for nothing. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, percentEncoded);
}

/** A character of ASCII that URLs may hold and that is not to stand there: `%27`. */
export function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
