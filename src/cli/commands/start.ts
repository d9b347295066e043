import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CURRENT_FILE } from '../../store/release.ts';
import type { Command } from '../command.ts';
import { prepareFirstStart } from '../first-start.ts';
import { addressOptions, readAddress } from './address.ts';
import { startServer } from './serve.ts';

const HELP = `Usage: platform-docs start [--host <address>] [--port <number>]

Builds what changed and serves it; what "npm start" runs. APIs with errors are left out and named.
Where nothing can be built, what was published before is served.

Options:
  --host  Address to listen on; default: the variable HOST, else 127.0.0.1
  --port  Port to listen on; default: the variable PORT, else 4321

The first time it makes config/autoload/local.yaml from local.yaml.dist, and the password files that are
named there with one user, demo, whose random password it prints once. Nothing is overwritten.
`;

const COMMAND_LINE = fileURLToPath(new URL('../platform-docs.ts', import.meta.url));

/** Builds in a process of its own, so that what a build needs in memory is given back, then serves in this one. */
export const start: Command = {
  help: HELP,
  options: addressOptions,
  mostArguments: 0,
  async run({ options, projectFolder, environment: variables, terminal }) {
    const environment = { ...variables, ...readAddress(options, variables) };
    const tellHowToTry = prepareFirstStart({ projectFolder, environment, terminal });
    const built = await run([COMMAND_LINE, 'build', '--keep-going', ...(options.has('quiet') ? ['--quiet'] : [])], projectFolder);
    if (built === 130) return 130;
    if (built !== 0 && !existsSync(join(projectFolder, 'dist', 'documentation', CURRENT_FILE))) {
      terminal.complain('There is nothing to serve yet. Fix what is named above, then run "npm start" again.');
      return 1;
    }
    const port = await startServer(projectFolder, environment, terminal);
    if (port === null) return 1;
    if (built !== 0) terminal.complain('The build failed: what was published before is served.');
    tellHowToTry(port);
    return 0;
  },
};

function run(args: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
    // Ctrl-C reaches both from the terminal: the build cleans up, and this waits for it.
    const onSignal = (): void => void (process.stdin.isTTY || child.kill('SIGINT'));
    process.on('SIGINT', onSignal);
    child.once('error', reject);
    child.once('close', (status) => {
      process.off('SIGINT', onSignal);
      resolve(status ?? 1);
    });
  });
}
