/**
 * One kind of stored password. Adding one is a file that exports it and a line in the registry. All of it runs in a
 * worker, so it may take its time; what it costs is known before.
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
  /** Cost of one verification in microseconds, roughly. It is for comparing, not for measuring. */
  costMicroseconds(stored: string): number;
  /** A value that no known password has and whose verification costs as much as that of `stored`. */
  decoy(stored: string): string;
  /** Decoys like that of `stored` which together cost about so much; left out: one decoy is too cheap to be divided. */
  decoysOf?(microseconds: number, stored: string): readonly string[];
  /**
   * The value to store for a new password, with a salt of its own; left out: no new password is stored like that.
   * @param cost where there is a choice of it
   */
  store?(password: string, cost?: number): string;
  /** Longest new password; left out: the limit of all hashes. */
  readonly maximumBytes?: number;
}
