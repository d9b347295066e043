import type { Command } from './command.ts';

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
