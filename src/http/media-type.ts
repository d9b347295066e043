import { isToken, parseParameters, trimWhitespace } from './grammar.ts';

/** Type, subtype and parameter names are lower-cased; parameter values are as they were written, without quotes. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Reads `text/html; charset="utf-8"`. A media range (`text/*`) has the same grammar, `*` being a token character.
 * @returns undefined when malformed; a parameter given twice is malformed
 * @see RFC 9110 §8.3.1
 */
export function parseMediaType(text: string): MediaType | undefined {
  const semicolon = text.indexOf(';');
  const essence = trimWhitespace(semicolon === -1 ? text : text.slice(0, semicolon));
  const slash = essence.indexOf('/');
  const type = essence.slice(0, slash).toLowerCase();
  const subtype = essence.slice(slash + 1).toLowerCase();
  if (slash === -1 || !isToken(type) || !isToken(subtype)) return undefined;
  const parameters = parseParameters(semicolon === -1 ? '' : text.slice(semicolon + 1));
  return parameters && { type, subtype, parameters };
}
