import { fromByteText } from './byte-text.ts';

/** `charset'language'value`; of the charsets only UTF-8, which every implementation has to know. */
const EXTENDED = /^utf-8'[A-Za-z0-9-]*'((?:%[0-9A-Fa-f]{2}|[!#$&+\-.^_`|~0-9A-Za-z])*)$/i;

/**
 * Reads the value of a parameter such as `username*`: `UTF-8''J%C3%A4s` is `Jäs`.
 * @returns undefined when malformed, in another charset, or not UTF-8
 * @see RFC 8187 §3.2.1
 */
export function parseExtendedValue(text: string): string | undefined {
  const value = EXTENDED.exec(text)?.[1];
  if (value === undefined) return undefined;
  return fromByteText(
    value.replaceAll(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  );
}
