/**
 * Names given out once each. The number behind a stem goes on where it last stopped, so that the time is in proportion
 * to the names, also where thousands want the same one.
 */
export class UniqueNames {
  readonly #separator: string;
  readonly #taken: Set<string>;
  /** Stem → the number to try next. */
  readonly #next = new Map<string, number>();

  /** @param separator between a name and its number; @param taken names that are never given out */
  constructor(separator: string, taken: Iterable<string> = []) {
    this.#separator = separator;
    this.#taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Takes a name as it is. */
  add(name: string): void {
    this.#taken.add(name);
  }

  /** The name itself where it is free, else with the first number from 2 behind it that makes it new. */
  claim(wanted: string): string {
    let name = wanted;
    if (this.#taken.has(wanted)) {
      let number = this.#next.get(wanted) ?? 2;
      do name = `${wanted}${this.#separator}${number++}`;
      while (this.#taken.has(name));
      this.#next.set(wanted, number);
    }
    this.#taken.add(name);
    return name;
  }
}
