import { BlockList, isIP } from 'node:net';
import { isAbsolute, normalize, sep } from 'node:path';
import type { Place } from './place.ts';
import { eitherCase, refined, type Schema, scalar, textual } from './schema.ts';

/** Matches control characters and line separators, which a single line of text must not contain. */
export const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;

/** Schema of one line of text, not blank. */
export function line(expected: string): Schema<string> {
  return textual(expected, { pattern: '\\S' }, (value, wrong) => {
    if (value.trim() === '') return wrong('It is empty.');
    return UNPRINTABLE.test(value) ? wrong('It contains a control character.') : value;
  });
}

/** Schema of any text. */
export function text(expected: string): Schema<string> {
  return textual(expected, {}, (value) => value);
}

/** Schema of `true` or `false`, also as text, since environment variables contain text. */
export const flag: Schema<boolean> = scalar(
  'true or false',
  { enum: [true, false, 'true', 'false'] },
  (value, wrong) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' || value === 'false' ? value === 'true' : wrong('It must be true or false.');
  },
);

/** Schema of a whole number, also as decimal text. */
export function whole(expected: string, least: number, most: number): Schema<number> {
  const written = {
    anyOf: [
      { type: 'integer', minimum: least, maximum: most },
      { type: 'string', pattern: '^\\d{1,15}$' },
    ],
  };
  return scalar(expected, written, (value, wrong) => {
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return wrong('It must be a whole number.');
    return number < least || number > most ? wrong(`It must be between ${least} and ${most}.`) : number;
  });
}

export function oneOf<const T extends string>(names: readonly T[], { foldCase = false } = {}): Schema<T> {
  const expected = names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  const written = foldCase
    ? { anyOf: [{ enum: names }, { pattern: eitherCase(`^(?:${names.join('|')})$`), type: 'string' }] }
    : { enum: names };
  return scalar(expected, written, (value, wrong, quoted) => {
    const name = names.find(
      (candidate) => candidate === (foldCase && typeof value === 'string' ? value.toLowerCase() : value),
    );
    return name ?? wrong(`${typeof value === 'string' ? quoted(value) : 'This value'} is not known.`);
  });
}

/**
 * Schema of a file path, absolute or relative to the project. A relative path must stay in the project, so that the
 * project can be moved (specification §5.1, rule 4), and must not be in a folder that builds publish or replace.
 */
export function filePath(expected: string): Schema<string> {
  const name = line(expected);
  const json = { allOf: [name.json, { not: { type: 'string', pattern: OUTSIDE } }] };
  const isInside = (path: string, place: Place): string | undefined => {
    if (isAbsolute(path)) return path;
    const [first] = normalize(path).split(sep);
    if (first === '..')
      return place.complain('The path leaves the project.', `Write ${expected}, or an absolute path.`);
    if (first === 'dist' || first === 'public')
      return place.complain(`Files in ${first} are published or replaced by builds.`, `Write ${expected}.`);
    return path;
  };
  return refined(name, isInside, { expected, json });
}

/** JSON Schema pattern for relative paths that {@link filePath} refuses, except those with `..` in a later segment. */
const OUTSIDE = '^(?:\\./)*(?:\\.\\.(?:/|$)|(?:dist|public)(?:/(?!.*(?:\\.\\.|\\$\\{))|$))';

/** Schema of an http or https URL without credentials, query and fragment; removes trailing slashes. */
export function httpUrl(expected: string): Schema<string> {
  const pattern = `^${eitherCase('https?')}://[^\\s\\\\?#]+$`;
  return textual(expected, { pattern }, (value, wrong, quoted) => {
    // The value may contain a password before `@`, so messages do not quote it.
    const subject = value.includes('@') ? 'It' : quoted(value);
    const url = URL.parse(value);
    if (url === null || /[\s\p{Cc}\\]/u.test(value)) return wrong(`${subject} is not a URL.`);
    if (!/^https?:\/\//i.test(value)) return wrong(`${subject} is not an http or https URL.`);
    if (url.username !== '' || url.password !== '') return wrong('It contains a user name or password.');
    return /[?#]/.test(value) ? wrong('It has a query or a fragment.') : value.replace(/\/+$/, '');
  });
}

/** Schema of an origin in the format of the `Origin` header, or one of the words in `others`. */
export function origin(expected: string, others: readonly string[]): Schema<string> {
  const words = others.map((other) => `${other.replaceAll(/\W/g, '\\$&')}|`).join('');
  return textual(expected, { pattern: `^(?:${words}https?://[^/\\s]+)$` }, (value, wrong) => {
    if (others.includes(value)) return value;
    const url = URL.parse(value);
    // Valid host names may contain characters that would end a source in a Content-Security-Policy.
    return url !== null && /^https?:\/\/[\w.:[\]-]+$/.test(value) && url.origin === value
      ? value
      : wrong('It is not an origin.');
  });
}

/** Schema of an IP address, or of a range such as `10.0.0.0/8`. */
export const addressRange: Schema<string> = textual(
  'an address or range such as 127.0.0.1 or 10.0.0.0/8',
  { pattern: '^[0-9A-Fa-f.:]+(?:/\\d{1,3})?$' },
  (value, wrong, quoted) => {
    const [address = '', prefix, ...more] = value.split('/');
    const family = isIP(address);
    if (family === 0 || more.length > 0 || address.includes('%')) return wrong(`${quoted(value)} is not an address.`);
    if (prefix === undefined) return value;
    if (!/^\d{1,3}$/.test(prefix)) return wrong(`${quoted(value)} is not a range of addresses.`);
    try {
      new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
      return value;
    } catch {
      return wrong(`${quoted(value)} is not a range of addresses.`);
    }
  },
);
