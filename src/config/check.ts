import type { ConfigurationProblem } from './configuration.ts';
import type { Environment } from './environment.ts';
import { replaceVariables } from './environment.ts';
import type { Sourced } from './merge.ts';
import type { MapSchema, Schema } from './schema.ts';

export interface Checked {
  /** Only what is right: `platform-documentation.title` → value. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly ConfigurationProblem[];
  /** Environment variables that were asked for. */
  readonly variables: ReadonlySet<string>;
}

/** Replaces variables and checks everything against the schema; every problem names the file that set the value. */
export function checkConfiguration(root: Sourced, schema: MapSchema, environment: Environment): Checked {
  const values = new Map<string, unknown>();
  const problems: ConfigurationProblem[] = [];
  const variables = new Set<string>();

  const visit = (sourced: Sourced, expected: Schema, keys: readonly string[]): void => {
    const path = keys.join('.');
    const complain = (message: string, remedy: string): void => {
      problems.push({ file: sourced.file, line: 0, column: 0, path, message, remedy });
    };
    if (sourced.kind === 'value' && sourced.value === null) return;
    if (expected.kind === 'map') {
      if (sourced.kind === 'map') visitMap(sourced.entries, expected, keys);
      else complain(keys.length === 0 ? 'The file must hold a map.' : 'It must be a map.', `Write ${nameKeys(expected)} below it.`);
      return;
    }
    if (sourced.kind === 'map') {
      complain('It must not be a map.', `Write ${expected.expected}.`);
      return;
    }
    const value = replaced(sourced.value, complain);
    if (value === undefined) return;
    const problem = expected.problem(value);
    if (problem === undefined) values.set(path, value);
    else complain(problem, `Write ${expected.expected}.`);
  };

  const visitMap = (entries: ReadonlyMap<string, Sourced>, expected: MapSchema, keys: readonly string[]): void => {
    for (const [key, entry] of entries) {
      const known = Object.hasOwn(expected.keys, key) ? expected.keys[key] : undefined;
      const path = [...keys, key];
      if (known !== undefined) visit(entry, known, path);
      else
        problems.push({
          file: entry.file,
          line: 0,
          column: 0,
          path: path.join('.'),
          message: 'This key is not known.',
          remedy: `Remove it, or write ${nameKeys(expected)}.`,
        });
    }
  };

  const replaced = (value: unknown, complain: (message: string, remedy: string) => void): unknown => {
    if (typeof value !== 'string') return value;
    const replacement = replaceVariables(value, environment);
    if (replacement.kind === 'problem') {
      complain(replacement.message, replacement.remedy);
      return undefined;
    }
    for (const name of replacement.variables) variables.add(name);
    return replacement.text;
  };

  visit(root, schema, []);
  return { values, problems, variables };
}

function nameKeys(schema: MapSchema): string {
  const keys = Object.keys(schema.keys);
  return keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}`;
}
