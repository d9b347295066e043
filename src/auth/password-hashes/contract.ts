/**
 * Kind of stored password. A new kind needs a file that exports it and a line in the registry. Its functions may be
 * slow, since workers run them.
 */
export interface PasswordHash {
  readonly name: string;
  /**
   * Whether the whole stored value is well-formed. A value that no hash recognises is never compared with a password.
   */
  recognises(stored: string): boolean;
  /**
   * Compares in constant time.
   * @param password without control characters
   * @param stored recognised by this hash
   */
  verify(password: string, stored: string): boolean;
  /** Rough cost of one verification in microseconds, for comparing hashes. */
  costMicroseconds(stored: string): number;
  /** A value that no known password matches and whose verification costs as much as that of `stored`. */
  decoy(stored: string): string;
  /** Decoys like `stored` that together cost about the given time; left out: one full decoy is used. */
  decoysOf?(microseconds: number, stored: string): readonly string[];
  /**
   * The value to store for a new password, with a new salt; left out: new passwords are never stored in this form.
   * @param cost work factor, for hashes that have one
   */
  store?(password: string, cost?: number): string;
  /** Maximum length of a new password, in bytes; left out: the limit for all hashes. */
  readonly maximumBytes?: number;
}
