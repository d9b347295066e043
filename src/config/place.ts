import type { Environment } from './environment.ts';
import { replaceVariables } from './environment.ts';
import type { Closes, ConfigurationProblem } from './problem.ts';

/** What one reading of the configuration collects. */
export interface Findings {
  readonly environment: Environment;
  readonly problems: ConfigurationProblem[];
  /** Environment variables that were asked for. */
  readonly variables: Set<string>;
}

/** Where in the configuration a value stands: what is wrong there is told with its file and key. */
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
    this.#findings.problems.push({ file: this.file, line: 0, column: 0, path: this.keys.join('.'), message, remedy, closes: this.#closes });
  }

  /** `${NAME}` replaced in a text; other values as they are; undefined after a complaint. */
  replaced(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    const replacement = replaceVariables(value, this.#findings.environment);
    if (replacement.kind === 'problem') return this.complain(replacement.message, replacement.remedy);
    for (const name of replacement.variables) this.#findings.variables.add(name);
    return replacement.text;
  }
}
