import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command, Invocation } from '../command.ts';
import { addressOptions, readAddress, typedCommand } from './address.ts';

const HELP = `Usage: platform-docs serve [--host <address>] [--port <number>]

Serves what "platform-docs build" published. The server also runs without this command and
without node_modules: node dist/server/entry.mjs

Options:
  --host  Address to listen on; default: the variable HOST, else 127.0.0.1
  --port  Port to listen on; default: the variable PORT, else 4321

On SIGTERM it answers the requests under way, then ends. Exit codes: 0 ended, 1 it cannot start, 2 wrong use
`;

/** Serves the published documentation in this process. */
export const serve: Command = {
  help: HELP,
  options: addressOptions,
  mostArguments: 0,
  async run({ options, projectFolder, environment, terminal }) {
    const own = { ...environment, ...readAddress(options, environment) };
    const port = await startServer({ projectFolder, environment: own, terminal }, 'serve');
    return port === null ? 1 : 0;
  },
};

interface ServerEntry {
  serveDocumentation(environment: Invocation['environment'], command: string): Promise<number | null>;
}

/**
 * Starts the compiled server.
 * @param name of the command that does
 * @returns the port that it listens on; null when it cannot start, and the reason was printed
 */
export async function startServer(
  { projectFolder, environment, terminal }: Pick<Invocation, 'projectFolder' | 'environment' | 'terminal'>,
  name: string,
): Promise<number | null> {
  const entry = join(projectFolder, 'dist', 'server', 'entry.mjs');
  if (!existsSync(entry)) {
    terminal.complain('No documentation is published yet. Run "platform-docs build" first.');
    return null;
  }
  // Loading alone starts a server, unless this says otherwise.
  process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
  const { serveDocumentation }: ServerEntry = await import(pathToFileURL(entry).href);
  return serveDocumentation(environment, typedCommand(name, environment));
}
