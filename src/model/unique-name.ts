/**
 * Assigns unique names by appending numbers. The next number for each name is remembered, so that the time is linear
 * even if thousands of callers want the same name.
 */
export class UniqueNames {
  readonly #separator: string;
  readonly #taken: Set<string>;
  /** Next number to try, by wanted name. */
  readonly #next = new Map<string, number>();

  /** @param separator text between name and number; @param taken names that must not be assigned */
  constructor(separator: string, taken: Iterable<string> = []) {
    this.#separator = separator;
    this.#taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Marks a name as taken. */
  add(name: string): void {
    this.#taken.add(name);
  }

  /** Takes and returns the wanted name if it is free, else the name with the first free number from 2. */
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
