/** `application/json`, `application/hal+json`, with parameters or without. */
export function isJsonMediaType(mediaType: string): boolean {
  return /[/+]json\s*(;|$)/i.test(mediaType);
}
