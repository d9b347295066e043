/** Checks passwords away from the event loop's thread. A bounded amount of work is accepted; what is over it is refused at once. */
export interface PasswordWorkers {
  /**
   * @param stored one value of a password file
   * @param decoy a second value that costs time only: verified after a wrong password, its result thrown away; null for none
   * @returns `busy`: nothing is known about the password; the client gets 503. Never rejects.
   */
  verify(password: string, stored: string, decoy: string | null): Promise<PasswordCheck>;
  close(): Promise<void>;
}

export type PasswordCheck = 'right' | 'wrong' | 'busy';
