/** An edit that cannot be made without a loss. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param what what follows the key: `is an alias` */
  constructor(keys: readonly (string | number)[], what: string) {
    super(`${keys.length === 0 ? 'The file' : keys.join('.')} ${what}. Edit the file by hand.`);
  }
}
