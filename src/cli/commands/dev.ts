import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { astroRoot } from '../../build/astro-root.ts';
import type { Command } from '../command.ts';
import { addressOptions, readAddress } from './address.ts';

const HELP = `Usage: platform-docs dev [--host <address>] [--port <number>]

Runs the development server with the administration pages; edits of descriptors, configuration
and templates show at the next request.

Options:
  --host  Address to listen on; default: the variable HOST, else 127.0.0.1
  --port  Port to listen on; default: the variable PORT, else 4321
`;

/** Astro's development server over the project in the current folder, in a process of its own. */
export const dev: Command = {
  help: HELP,
  options: addressOptions,
  mostArguments: 0,
  async run({ options, projectFolder, environment }) {
    const { HOST: host, PORT: port } = readAddress(options, environment);
    const packageFile = createRequire(import.meta.url).resolve('astro/package.json');
    const args = [join(dirname(packageFile), 'bin', 'astro.mjs'), 'dev', '--root', astroRoot(projectFolder)];
    if (host) args.push('--host', host);
    if (port) args.push('--port', port);
    const child = spawn(process.execPath, args, {
      cwd: projectFolder,
      stdio: 'inherit',
      env: { ...environment, ASTRO_TELEMETRY_DISABLED: '1' },
    });
    // Ctrl-C reaches both from the terminal: the development server decides when to end.
    process.on('SIGINT', () => void (process.stdin.isTTY || child.kill('SIGINT')));
    process.on('SIGTERM', () => void child.kill('SIGTERM'));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => resolve(status === 0 ? 0 : 1));
    });
  },
};
