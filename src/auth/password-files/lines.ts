import { hasControlCharacter } from '../secrets.ts';

/** Parsed content of a password file, immutable: a changed file is parsed into a new object. */
export interface PasswordFile {
  /** User → stored value: the text after the name in htpasswd, lower-case HA1 in htdigest. */
  readonly entries: ReadonlyMap<string, string>;
}

/** Result of parsing a whole file. Nothing of a damaged file is used. */
export type FileReading<T> =
  | { readonly kind: 'read'; readonly content: T; readonly complaints: readonly Complaint[] }
  | { readonly kind: 'damaged'; readonly complaints: readonly Complaint[] };

/** Problem of one line; the line's text is never quoted, since it may be a secret. */
export interface Complaint {
  /** Number of the line, from 1; 0 for the file as a whole. */
  readonly line: number;
  /** Problem and remedy. */
  readonly problem: string;
}

/** Line of a file that is neither empty nor a comment. */
interface Line {
  readonly number: number;
  readonly fields: readonly string[];
}

/** Longest user name, as in Apache: below 256 bytes of UTF-8. Colons and control characters are refused as well. */
const MAXIMUM_NAME_BYTES = 255;
const SURROUNDING_SPACE = /^[ \t]+|[ \t\r]+$/g;
/** Replacement that the decoder writes for invalid bytes. */
const REPLACEMENT = '�';

type LineReading =
  | { readonly kind: 'records'; readonly records: readonly Line[] }
  | { readonly kind: 'damaged'; readonly complaints: readonly Complaint[] };

/**
 * Splits a file as Apache does: white space around a line is trimmed, empty lines and lines that begin with `#` are
 * left out, fields end at colons and further fields are ignored. A line with too few fields, or with control
 * characters, makes the whole file damaged.
 * @param fieldCount minimum number of fields
 * @param shape of a line, for the message
 */
export function readLines(text: string, fieldCount: number, shape: string): LineReading {
  const records: Line[] = [];
  const complaints: Complaint[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(SURROUNDING_SPACE, '');
    if (line === '' || line.startsWith('#')) continue;
    const number = index + 1;
    const fields = line.split(':');
    if (hasControlCharacter(line))
      complaints.push({ line: number, problem: `holds control characters. Write ${shape} as text.` });
    else if (fields.length < fieldCount)
      complaints.push({
        line: number,
        problem: `does not have the form ${shape}. Correct it, or make it a comment with #.`,
      });
    else records.push({ number, fields });
  }
  return complaints.length > 0 ? { kind: 'damaged', complaints } : { kind: 'records', records };
}

/** @returns the problem of a user's name; undefined for a valid name */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'has no user name. Write one, or remove the line.';
  if (name.includes(REPLACEMENT)) return 'has a user name that is not UTF-8. Save the file as UTF-8.';
  if (name.includes(':') || hasControlCharacter(name))
    return 'has a colon or a control character in the user name. Choose another name.';
  return Buffer.byteLength(name) > MAXIMUM_NAME_BYTES
    ? `has a user name of more than ${MAXIMUM_NAME_BYTES} bytes. Choose a shorter one.`
    : undefined;
}

/** Result of one line: a user's value, a problem, or neither (a line of another realm). */
type Entry = { readonly value: string } | { readonly problem: string } | undefined;

/**
 * Collects users from records. Only the first line of a user counts, as in Apache.
 * @param entryOf reads the entry of the user in the first field of a record
 */
export function collectEntries(
  records: readonly Line[],
  entryOf: (line: Line) => Entry,
): { entries: ReadonlyMap<string, string>; complaints: Complaint[] } {
  const entries = new Map<string, string>();
  const seen = new Map<string, number>();
  const complaints: Complaint[] = [];
  for (const record of records) {
    const [name = ''] = record.fields;
    const entry = entryOf(record);
    if (entry === undefined) continue;
    const first = seen.get(name);
    const problem =
      nameProblem(name) ??
      (first === undefined
        ? undefined
        : `repeats the user of line ${first}, and is ignored. Remove one of the two lines.`);
    seen.set(name, first ?? record.number);
    if (problem !== undefined) complaints.push({ line: record.number, problem });
    else if ('problem' in entry) complaints.push({ line: record.number, problem: entry.problem });
    else entries.set(name, entry.value);
  }
  return { entries, complaints };
}

export function damaged(problem: string, complaints: readonly Complaint[] = []): FileReading<never> {
  return { kind: 'damaged', complaints: [{ line: 0, problem }, ...complaints] };
}
