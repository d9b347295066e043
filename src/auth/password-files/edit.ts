import { nameProblem } from './lines.ts';

/**
 * Identifies an entry of a password file, `user:value` or `user:realm:value`. An edit of an entry keeps other lines,
 * comments and line ends unchanged.
 */
export interface EntryKey {
  readonly user: string;
  /** Null in an htpasswd file, which has no realms. */
  readonly realm: string | null;
}

/** @returns the problem of a key, as the rest of a sentence after "The line …"; undefined for a valid key */
export function keyProblem({ user, realm }: EntryKey): string | undefined {
  // A line that begins with # is a comment, and white space around a line is ignored.
  if (user.startsWith('#') || user.trim() !== user)
    return 'would have a user name that begins with # or has white space around it. Choose another name.';
  return nameProblem(user) ?? (realm === null ? undefined : nameProblem(realm)?.replace('user name', 'realm'));
}

/**
 * Replaces the value of an entry in its place, or appends the entry. Further lines of the same entry are removed, since
 * only the first counts.
 * @param key a key for which {@link keyProblem} finds nothing
 */
export function setEntry(text: string, key: EntryKey, value: string): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = linesOf(text);
  const first = lines.findIndex((line) => isOf(line, key));
  const entry = [key.user, ...(key.realm === null ? [] : [key.realm]), value].join(':');
  if (first === -1) {
    const last = lines.at(-1);
    const separator = last === undefined || last.endsWith('\n') ? '' : lineEnd;
    return `${text}${separator}${entry}${lineEnd}`;
  }
  return lines
    .map((line, index) => (index === first ? entry + endOf(line) : line))
    .filter((line, index) => index <= first || !isOf(line, key))
    .join('');
}

/** @returns undefined if the file has no such entry */
export function deleteEntry(text: string, key: EntryKey): string | undefined {
  const lines = linesOf(text);
  const others = lines.filter((line) => !isOf(line, key));
  return others.length === lines.length ? undefined : others.join('');
}

/** An entry with its stored value. */
export interface StoredEntry extends EntryKey {
  readonly value: string;
}

/** Lists each entry once, in the order of the file, even if its value is unusable. */
export function listEntries(text: string, kind: 'htpasswd' | 'htdigest'): readonly StoredEntry[] {
  const entries = new Map<string, StoredEntry>();
  for (const line of linesOf(text)) {
    const [user, realm, value] = fieldsOf(line);
    if (user === undefined || realm === undefined || (kind === 'htdigest' && value === undefined)) continue;
    const key: EntryKey = { user, realm: kind === 'htdigest' ? realm : null };
    const name = JSON.stringify(key);
    if (!entries.has(name)) entries.set(name, { ...key, value: (kind === 'htdigest' ? value : realm) ?? '' });
  }
  return [...entries.values()];
}

/** Stored value of an entry; undefined if the file has no such entry. */
export function findEntry(text: string, key: EntryKey): string | undefined {
  const line = linesOf(text).find((candidate) => isOf(candidate, key));
  return line === undefined ? undefined : fieldsOf(line)[key.realm === null ? 1 : 2];
}

function isOf(line: string, { user, realm }: EntryKey): boolean {
  const [ofUser, second, third] = fieldsOf(line);
  return ofUser === user && second !== undefined && (realm === null || (second === realm && third !== undefined));
}

/** Splits a line into fields; comments and empty lines have none. */
function fieldsOf(line: string): readonly string[] {
  const trimmed = line.replace(/^\ufeff?[ \t]+|^\ufeff|[ \t\r\n]+$/g, '');
  return trimmed === '' || trimmed.startsWith('#') ? [] : trimmed.split(':');
}

/** Splits a text into lines, each with its line break. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function endOf(line: string): string {
  return /\r?\n$/.exec(line)?.[0] ?? '';
}
