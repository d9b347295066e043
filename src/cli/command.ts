import type { ParseArgsConfig } from 'node:util';

/** 0: done; 1: the project has errors; 2: the command was used wrongly; 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export interface Command {
  /** Text of `--help`, ending in a line break. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Largest number of arguments beside the options. */
  readonly mostArguments: number;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** A command before it is loaded. */
export interface CommandEntry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads the command: each one pays for its own imports only. */
  load(): Promise<Command>;
}

/** One call of a command, and everything that it may touch. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** Every value of an option without one is `true`. */
  readonly options: ReadonlyMap<string, string | boolean>;
  /** Values of an option that may be given several times, in their order; empty where it is not given. */
  valuesOf(option: string): readonly string[];
  /** The folder with `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly dialog: Dialog;
  /** All commands, in the order of `--help`. */
  readonly commands: readonly CommandEntry[];
}

/** Streams for questions and answers. When a script calls the command, neither is a terminal. */
export interface Dialog {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** A line, or pieces of one of which some have a colour where the stream shows colours. */
export type Line = string | readonly (string | { readonly colour: 'red' | 'yellow'; readonly text: string })[];

export interface Terminal {
  /** Prints the result that was asked for to standard output, one line or several; a line break follows. */
  print(line: Line): void;
  /** Prints further information in the same way; left out with `--quiet`. */
  inform(line: Line): void;
  /** Prints to standard error in the same way. */
  complain(line: Line): void;
  /** Writes to standard output unchanged; on a screen, control characters in text become visible. */
  write(content: string | Uint8Array): void;
  /** Shows the progress of a task on standard error, unless `--quiet` is given. */
  progress(task: string): Progress;
}

/** Display of the progress of a task. */
export interface Progress {
  /** @param total the same at every call */
  update(done: number, total: number): void;
  /** Removes the progress from a screen. May be called more than once. */
  end(): void;
}

/** Thrown for a wrong use of a command, with a message of one line. Ends the command with 2. */
export class UsageError extends Error {}

/** Options that every command has. */
export const commonOptions = {
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Command['options'];

/** Options without a value, by their names. */
export function flags(...names: readonly string[]): Command['options'] {
  return Object.fromEntries(names.map((name) => [name, { type: 'boolean' }] as const));
}

/** Options that may replace the name of a command. */
export const globalOptions = ['--help', '--version'] as const;

/** Quotes a word for a POSIX shell, where it needs quotes. */
export function forShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Reads the report that `--format <name>` or `--<name>` asks for.
 * @returns undefined: text
 * @throws {@link UsageError} for an unknown name, and for two reports
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
