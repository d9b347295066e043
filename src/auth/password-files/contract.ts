/** One password file, parsed: never changed, swapped whole. */
export interface PasswordFile {
  /** User → stored value: what follows the name in htpasswd, lower-case HA1 in htdigest. */
  readonly entries: ReadonlyMap<string, string>;
}

/** What parsing a whole file gives. Nothing of a damaged file is used. */
export type FileReading<T> =
  | { readonly kind: 'read'; readonly content: T; readonly complaints: readonly Complaint[] }
  | { readonly kind: 'damaged'; readonly complaints: readonly Complaint[] };

/** About one line; the line's text is never quoted, since it may be a secret. */
export interface Complaint {
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  /** What is wrong and what to do. */
  readonly problem: string;
}
