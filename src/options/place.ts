import { type Environment, replaceVariables } from './environment.ts';
import type { Closes, ConfigurationProblem } from './problem.ts';

/** Results that one reading of the configuration collects. */
export interface Findings {
  readonly environment: Environment;
  readonly problems: ConfigurationProblem[];
  /** Environment variables that were asked for. */
  readonly variables: Set<string>;
  /** Values that hold some of one. */
  readonly replacements: { readonly keys: readonly string[]; readonly written: string; readonly text: string }[];
}

/** Place of a value in the configuration: problems there are reported with its file and key. */
export class Place {
  readonly keys: readonly string[];
  readonly file: string;
  readonly #findings: Findings;
  readonly #closes: Closes;

  constructor(findings: Findings, file: string, keys: readonly string[] = [], closes: Closes = { kind: 'everything' }) {
    this.keys = keys;
    this.file = file;
    this.#findings = findings;
    this.#closes = closes;
  }

  /** The place of an entry, or of a list's item. */
  at(key: string, file = this.file): Place {
    return new Place(this.#findings, file, [...this.keys, key], this.#closes);
  }

  /** The same place; what is wrong from here on closes no more than that. */
  closing(closes: Closes): Place {
    return new Place(this.#findings, this.file, this.keys, closes);
  }

  complain(message: string, remedy: string): undefined {
    this.#findings.problems.push({
      file: this.file,
      line: 0,
      column: 0,
      path: this.keys.join('.'),
      message,
      remedy,
      closes: this.#closes,
    });
  }

  /** `${NAME}` replaced in a text; other values as they are; undefined after a complaint. */
  replaced(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    const replacement = replaceVariables(value, this.#findings.environment);
    if (replacement.kind === 'problem') return this.complain(replacement.message, replacement.remedy);
    for (const name of replacement.variables) this.#findings.variables.add(name);
    if (replacement.variables.length > 0)
      this.#findings.replacements.push({ keys: this.keys, written: value, text: replacement.text });
    return replacement.text;
  }

  /**
   * A text that was read here or below, for a message: as it is written, because what a variable holds may be a secret,
   * and with single backslashes, because classes are named with them.
   */
  quoted(text: string): string {
    const below = this.#findings.replacements.filter(({ keys }) =>
      this.keys.every((key, index) => keys[index] === key),
    );
    const replacement = below.find(
      (candidate) => candidate.keys.length === this.keys.length || candidate.text.includes(text),
    );
    return JSON.stringify(replacement?.written ?? text).replaceAll('\\\\', '\\');
  }
}
