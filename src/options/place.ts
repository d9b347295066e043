import type { Closes, ConfigurationProblem } from './problem.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Matches `${NAME}`, `$${` (an escaped `${`), and any other `${`, which is an error. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{[^}]*\}?/g;

/** Escapes each `${` in a text, so that it is not read as a variable. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** A configuration value with the file that set it. */
export type Sourced =
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Sourced>; readonly file: string }
  | { readonly kind: 'value'; readonly value: unknown; readonly file: string };

/** Adds the file to a parsed value and to all values in it. */
export function toSourced(value: unknown, file: string): Sourced {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'value', value, file };
  return {
    kind: 'map',
    entries: new Map(Object.entries(value).map(([key, item]) => [key, toSourced(item, file)])),
    file,
  };
}

/**
 * Merges a later value into an earlier one: maps are merged recursively; other values replace the earlier value. A null
 * leaves an earlier map unchanged, because a section in which every line is commented out has this value.
 */
export function mergeSourced(earlier: Sourced | undefined, later: Sourced): Sourced {
  if (earlier?.kind !== 'map') return later;
  if (later.kind === 'value') return later.value === null ? earlier : later;
  const entries = new Map(earlier.entries);
  for (const [key, value] of later.entries) entries.set(key, mergeSourced(entries.get(key), value));
  return { kind: 'map', entries, file: later.file };
}

/** Finds a nested value; undefined if a key is missing or the value is null. */
export function findSourced(sourced: Sourced, keys: readonly string[]): Sourced | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return sourced.kind === 'value' && sourced.value === null ? undefined : sourced;
  const below = sourced.kind === 'map' ? sourced.entries.get(key) : undefined;
  return below === undefined ? undefined : findSourced(below, rest);
}

/** True if the last key exists, with or without a value. */
export function isNamed(sourced: Sourced, keys: readonly string[]): boolean {
  const section = findSourced(sourced, keys.slice(0, -1));
  return section?.kind === 'map' && section.entries.has(keys.at(-1) ?? '');
}

/** Results that are collected while the configuration is read. */
export interface Findings {
  readonly environment: Environment;
  readonly problems: ConfigurationProblem[];
  /** Names of the environment variables that texts refer to. */
  readonly variables: Set<string>;
  /** Texts in which variables were replaced. */
  readonly replacements: { readonly keys: readonly string[]; readonly written: string; readonly text: string }[];
}

/** Place of a value in the configuration: its file and keys, which problems include. */
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

  /** Returns the place of a map entry or list item below this place. */
  at(key: string, file = this.file): Place {
    return new Place(this.#findings, file, [...this.keys, key], this.#closes);
  }

  /** Returns the same place, at which problems close only `closes`. */
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

  /**
   * Replaces `${NAME}` in a text; returns other values unchanged. A missing variable is a problem, an empty one is not.
   * @returns undefined after reporting a problem
   */
  replaced(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    const { environment, variables, replacements } = this.#findings;
    const names: string[] = [];
    const problems: (readonly [message: string, remedy: string])[] = [];
    const text = value.replaceAll(REFERENCE, (reference, name: string | undefined) => {
      if (reference === '$${') return '${';
      if (name === undefined) {
        problems.push([
          `${JSON.stringify(reference)} is not the name of a variable.`,
          `Write \${NAME} with letters, digits and underscores, or $\${ for the characters themselves.`,
        ]);
        return '';
      }
      names.push(name);
      const held = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (held === undefined)
        problems.push([`The environment variable ${name} is not set.`, `Set ${name}, or write the value itself.`]);
      return held ?? '';
    });
    const [problem] = problems;
    if (problem !== undefined) return this.complain(...problem);
    for (const name of names) variables.add(name);
    if (names.length > 0) replacements.push({ keys: this.keys, written: value, text });
    return text;
  }

  /**
   * Quotes a text from this place or below for a message. A text with variables is quoted as in the file, because their
   * values may be secrets. Backslashes, as in class names, are not doubled.
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
