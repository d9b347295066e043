import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hasEnded } from '../../files/writer.ts';
import { astroRoot } from '../../release/astro-root.ts';
import { isRecord } from '../../schema/json-values.ts';
import { DEFAULT_PORT, tryAddress } from '../../server/node/listen-address.ts';
import type { Command } from '../command.ts';
import { addressOptions, readAddress, typedCommand } from './serve.ts';

const HELP = `Usage: platform-docs dev [--host <address>] [--port <number>]

Runs the development server with the administration pages; edits of descriptors, configuration
and templates show at the next request.

Options:
  --host  Address to listen on; default: the variable HOST, else 127.0.0.1
  --port  Port to listen on; default: the variable PORT, else 4321 or the next
          that is free
`;

/** Runs Astro's development server for the project in the current folder, in a child process. */
export const dev: Command = {
  help: HELP,
  options: addressOptions,
  mostArguments: 0,
  async run({ options, projectFolder, environment, terminal }) {
    const address = readAddress(options, environment);
    const root = astroRoot(projectFolder);
    const running = await alreadyRunning(root);
    if (running !== undefined) {
      terminal.complain(running);
      return 1;
    }
    const { port, notice, refused } = await developmentPort(address, typedCommand('dev', environment));
    if (refused !== undefined) {
      terminal.complain(refused);
      return 1;
    }
    if (notice !== undefined) terminal.print(notice);
    const packageFile = createRequire(import.meta.url).resolve('astro/package.json');
    const args = [join(dirname(packageFile), 'bin', 'astro.mjs'), 'dev', '--root', root];
    if (address.HOST) args.push('--host', address.HOST);
    args.push('--port', port);
    const child = spawn(process.execPath, args, {
      cwd: projectFolder,
      stdio: 'inherit',
      env: { ...environment, ASTRO_TELEMETRY_DISABLED: '1' },
    });
    // For Ctrl-C, a terminal sends SIGINT to both processes: this process only waits until the server has ended.
    process.on('SIGINT', () => void (process.stdin.isTTY || child.kill('SIGINT')));
    process.on('SIGTERM', () => void child.kill('SIGTERM'));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => resolve(status === 0 ? 0 : 1));
    });
  },
};

/**
 * File in which Astro records its running development server. We check it ourselves, since Astro's own message about a
 * second server does not fit this product.
 */
const LOCK = '.astro/dev.json';

/** Creates a message if a development server of this project is already running; otherwise undefined. */
export async function alreadyRunning(root: string): Promise<string | undefined> {
  try {
    const lock: unknown = JSON.parse(readFileSync(join(root, LOCK), 'utf8'));
    if (!isRecord(lock)) return undefined;
    const { pid, port, url } = lock;
    if (typeof pid !== 'number' || hasEnded(pid)) return undefined;
    const isFree = (await tryAddress({ HOST: new URL(String(url)).hostname, PORT: String(port) }, '')) === undefined;
    if (isFree) return undefined;
    const which = `The development server of this project is already running, at ${url} (process ${pid}).`;
    return `${which} Use it, or stop it with Ctrl-C where it runs.`;
  } catch {
    return undefined;
  }
}

const MOST_TRIED = 10;

/**
 * Chooses the port to listen on: the configured port, otherwise the first free port, starting at the default. Vite
 * would choose another port by itself and print its own message.
 * @param command command as the user typed it, for the remedy
 */
export async function developmentPort(
  address: ReturnType<typeof readAddress>,
  command: string,
): Promise<{ readonly port: string; readonly notice?: string; readonly refused?: string | undefined }> {
  const wanted = address.PORT || String(DEFAULT_PORT);
  const refused = await tryAddress({ ...address, PORT: wanted }, command);
  if (refused === undefined || address.PORT) return { port: wanted, refused };
  for (let next = DEFAULT_PORT + 1; next < DEFAULT_PORT + MOST_TRIED; next += 1) {
    const port = String(next);
    if ((await tryAddress({ ...address, PORT: port }, command)) === undefined)
      return { port, notice: `Port ${wanted} is taken. The development server uses port ${port}.` };
  }
  return { port: wanted, refused };
}
