/** One password file, parsed: never changed, swapped whole. */
export interface PasswordFile {
  /** User → stored value: what follows the name in htpasswd, lower-case HA1 in htdigest. */
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
