import type { Command } from './command.ts';

/** Of every command. */
export const commonOptions = {
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Command['options'];

/** Options without a value, by their names. */
export function flags(...names: readonly string[]): Command['options'] {
  return Object.fromEntries(names.map((name) => [name, { type: 'boolean' }] as const));
}

/** What may stand in the place of a command. */
export const globalOptions = ['--help', '--version'] as const;
