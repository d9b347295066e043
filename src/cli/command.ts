import type { ParseArgsConfig } from 'node:util';

/** 0: success; 1: failure, or errors in the project; 2: wrong usage; 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export interface Command {
  /** Output of `--help`, with a line break at its end. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Maximum number of positional arguments. */
  readonly mostArguments: number;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** Table entry of a command, whose module is loaded only when needed. */
export interface CommandEntry {
  readonly name: string;
  /** One-line description in the list of commands. */
  readonly summary: string;
  /** Imports the module of the command, so that running one command does not load the imports of the others. */
  load(): Promise<Command>;
}

/** Arguments and environment of one run of a command. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** Values by option name; a flag has the value `true`. */
  readonly options: ReadonlyMap<string, string | boolean>;
  /** Returns the values of a repeatable option, in the order given; empty if the option is not given. */
  valuesOf(option: string): readonly string[];
  /** Absolute path of the folder that contains `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly dialog: Dialog;
  /** All commands, in the order of `--help`. */
  readonly commands: readonly CommandEntry[];
}

/** Streams for prompts and answers. If a script runs the command, they may not be terminals. */
export interface Dialog {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** A line as text or as pieces. The colours of pieces are used if the stream supports them. */
export type Line = string | readonly (string | { readonly colour: 'red' | 'yellow'; readonly text: string })[];

export interface Terminal {
  /** Prints the result of the command and a line break to standard output. */
  print(line: Line): void;
  /** Prints additional information and a line break to standard output; prints nothing with `--quiet`. */
  inform(line: Line): void;
  /** Prints a problem and a line break to standard error. */
  complain(line: Line): void;
  /** Writes to standard output without changes, except that control characters are made visible on a terminal. */
  write(content: string | Uint8Array): void;
  /** Shows the progress of a task on standard error; shows nothing with `--quiet`. */
  progress(task: string): Progress;
}

/** Display of the progress of a task. */
export interface Progress {
  /** @param total number of all steps, the same in every call */
  update(done: number, total: number): void;
  /** Erases the progress line from a terminal. May be called more than once. */
  end(): void;
}

/** Error for wrong usage of a command, with a one-line message; leads to exit code 2. */
export class UsageError extends Error {}

/** Options of every command. */
export const commonOptions = {
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Command['options'];

/** Declares options without values. */
export function flags(...names: readonly string[]): Command['options'] {
  return Object.fromEntries(names.map((name) => [name, { type: 'boolean' }] as const));
}

/** Options that can be given without a command. */
export const globalOptions = ['--help', '--version'] as const;

/** Quotes a word for a POSIX shell if necessary. */
export function forShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Determines the report that `--format <name>` or `--<name>` selects.
 * @returns name of the report; undefined for plain text
 * @throws {@link UsageError} if the name is unknown, or several reports are selected
 */
export function askedReport<Name extends string>(
  options: Invocation['options'],
  names: readonly Name[],
): Name | undefined {
  const [flag, second] = names.filter((name) => options.has(name));
  if (second !== undefined) throw new UsageError(`Write --${flag} or --${second}, not both.`);
  const format = options.get('format');
  if (format === undefined) return flag;
  if (flag !== undefined) throw new UsageError(`Write --${flag} or --format, not both.`);
  const named = names.find((name) => name === format);
  if (named === undefined && format !== 'text')
    throw new UsageError(`Write one of these after --format: text, ${names.join(', ')}.`);
  return named;
}
