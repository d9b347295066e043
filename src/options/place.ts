import type { Closes, ConfigurationProblem } from './problem.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, `$${` for a literal `${`, and any other `${`, which is a mistake. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{[^}]*\}?/g;

/** Escapes `${` in a text, so that reading it gives the text again and no variable. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** A value together with the file that set it. */
export type Sourced =
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Sourced>; readonly file: string }
  | { readonly kind: 'value'; readonly value: unknown; readonly file: string };

/** Converts a parsed file. */
export function toSourced(value: unknown, file: string): Sourced {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'value', value, file };
  return {
    kind: 'map',
    entries: new Map(Object.entries(value).map(([key, item]) => [key, toSourced(item, file)])),
    file,
  };
}

/**
 * Merges a later value over an earlier one: maps merge deeply, lists and scalars replace. A key without a value
 * (`null`) leaves a map unchanged, because a section with every line commented out looks like that.
 */
export function mergeSourced(earlier: Sourced | undefined, later: Sourced): Sourced {
  if (earlier?.kind !== 'map') return later;
  if (later.kind === 'value') return later.value === null ? earlier : later;
  const entries = new Map(earlier.entries);
  for (const [key, value] of later.entries) entries.set(key, mergeSourced(entries.get(key), value));
  return { kind: 'map', entries, file: later.file };
}

/** The value at a place below a map; undefined where the key is left out, or its value is null. */
export function findSourced(sourced: Sourced, keys: readonly string[]): Sourced | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return sourced.kind === 'value' && sourced.value === null ? undefined : sourced;
  const below = sourced.kind === 'map' ? sourced.entries.get(key) : undefined;
  return below === undefined ? undefined : findSourced(below, rest);
}

/** Whether the key is written, with a value or without. */
export function isNamed(sourced: Sourced, keys: readonly string[]): boolean {
  const section = findSourced(sourced, keys.slice(0, -1));
  return section?.kind === 'map' && section.entries.has(keys.at(-1) ?? '');
}

/** Results that one reading of the configuration collects. */
export interface Findings {
  readonly environment: Environment;
  readonly problems: ConfigurationProblem[];
  /** Environment variables that were asked for. */
  readonly variables: Set<string>;
  /** Values in which a variable was replaced. */
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

  /** The same place, at which problems disable only `closes`. */
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
   * Replaces `${NAME}` in a text and returns other values as they are; undefined after a complaint. A variable that is
   * not set is a problem, an empty one is not.
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
          `${JSON.stringify(reference)} names no variable.`,
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
   * Quotes a text that was read here or below, for a message: as it is written in the file, because the value of a
   * variable may be a secret, and with single backslashes, which names of classes contain.
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
