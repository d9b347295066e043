/**
 * Checks passwords away from the event loop's thread. A bounded amount of work is accepted; what is over it is refused
 * at once.
 */
export interface PasswordWorkers {
  /**
   * @param stored one value of a password file
   * @param decoys values that cost time only: verified after a wrong password, their results thrown away
   * @param user the same question asked twice at once is answered once, but never for different users: unknown ones all
   * have the same stored value, and a client would see by the time that two of them shared an answer
   * @returns `busy`: nothing is known about the password; the client gets 503. Never rejects.
   */
  verify(password: string, stored: string, decoys: readonly string[], user: string): Promise<PasswordCheck>;
  close(): Promise<void>;
}

export type PasswordCheck = 'right' | 'wrong' | 'busy';
