import type { ParseArgsConfig } from 'node:util';

/** 0: done; 1: something is wrong with the project; 2: the command was not used as it must be. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  /** What `--help` shows, ending in a line break. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** At most that many arguments beside the options. */
  readonly mostArguments: number;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** One call of a command, and everything that it may touch. */
export interface Invocation {
  readonly arguments: readonly string[];
  /** Every value of an option without one is `true`. */
  readonly options: ReadonlyMap<string, string | boolean>;
  /** The folder with `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

export interface Terminal {
  /** To standard output, one line or several; a line break follows. */
  print(text: string): void;
  /** To standard error in the same way. */
  complain(text: string): void;
  /** To standard output as it is; text becomes visible where it is a screen. */
  write(content: string | Uint8Array): void;
}

/** Thrown for a wrong use: one line, and where to read on. Ends the command with 2. */
export class UsageError extends Error {}
