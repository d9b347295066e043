import type { Command } from './command.ts';

/** Of every command. */
export const commonOptions = {
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Command['options'];

/** What may stand in the place of a command. */
export const globalOptions = ['--help', '--version'] as const;
