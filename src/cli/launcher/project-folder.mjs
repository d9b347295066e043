import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Commands that read what a project has; without it they end with an error, with any options. */
const COMMANDS = new Set(['start', 'serve', 'build', 'check', 'export', 'verify']);
/** Options with which they read none of it. */
const ABOUT_COMMANDS = /^(-h|--help|--rules|--explain)(=|$)/;
/** Folders of a project; every project has at least one, `dist` alone if only the published files were copied. */
const FOLDERS = ['api-descriptors', 'config', 'dist'];

/**
 * Whether a command can only say that its folder is no project: nothing has to be fetched for that.
 * @param {string} folder where the command was started
 * @param {readonly string[]} args of `platform-docs`
 */
export function isOutsideProject(folder, [command = '', ...options]) {
  if (!COMMANDS.has(command) || options.some((option) => ABOUT_COMMANDS.test(option))) return false;
  return FOLDERS.every((name) => !existsSync(join(folder, name)));
}
