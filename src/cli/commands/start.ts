import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from '../command.ts';
import { prepareFirstStart } from '../first-start.ts';
import { startServer } from './serve.ts';

const HELP = `Usage: platform-docs start

Builds what changed and serves it; what "npm start" runs. APIs with errors are left out and named.
HOST and PORT in the environment choose the address.

The first time it makes config/autoload/local.yaml from local.yaml.dist, and the password files that are
named there with one user, demo, whose random password it prints once. Nothing is overwritten.
`;

const COMMAND_LINE = fileURLToPath(new URL('../platform-docs.ts', import.meta.url));

/** Builds in a process of its own, so that what a build needs in memory is given back, then serves in this one. */
export const start: Command = {
  help: HELP,
  options: {},
  mostArguments: 0,
  async run({ projectFolder, environment, terminal }) {
    const tellHowToTry = prepareFirstStart({ projectFolder, environment, terminal });
    const built = await run([COMMAND_LINE, 'build', '--keep-going'], projectFolder);
    const port = built === 0 ? await startServer(projectFolder, environment, terminal) : null;
    if (port === null) return 1;
    tellHowToTry(port);
    return 0;
  },
};

function run(args: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
}
