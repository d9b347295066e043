import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { portProblem } from '../../server/node/listen-address.ts';
import { type Command, type Invocation, UsageError } from '../command.ts';
import { NOT_PUBLISHED } from '../problem-report.ts';

const HELP = `Usage: platform-docs serve [--host <address>] [--port <number>]

Serves what "platform-docs build" published. The server also runs without this command and
without node_modules: node dist/server/entry.mjs

Options:
  --host  Address to listen on; default: the variable HOST, else 127.0.0.1
  --port  Port to listen on; default: the variable PORT, else 4321

On SIGTERM it answers the requests under way, then ends. Exit codes: 0 ended, 1 it cannot start, 2 wrong use
`;

/** Options of every command that starts a server. */
export const addressOptions = {
  host: { type: 'string' },
  port: { type: 'string' },
} as const satisfies Command['options'];

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
  serveDocumentation(environment: Invocation['environment'], command: string, first?: string): Promise<number | null>;
}

/**
 * Starts the compiled server.
 * @param name name of the command that starts the server
 * @param firstFolder see `ReleaseFolders`
 * @returns port of the server; null if it cannot start, after printing the reason
 */
export async function startServer(
  { projectFolder, environment, terminal }: Pick<Invocation, 'projectFolder' | 'environment' | 'terminal'>,
  name: string,
  firstFolder?: string,
): Promise<number | null> {
  const entry = join(projectFolder, 'dist', 'server', 'entry.mjs');
  if (!existsSync(entry)) {
    terminal.complain(NOT_PUBLISHED);
    return null;
  }
  // Without this variable, importing the module would start a server.
  process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
  const { serveDocumentation }: ServerEntry = await import(pathToFileURL(entry).href);
  return serveDocumentation(environment, typedCommand(name, environment), firstFolder);
}

/**
 * Reads the address to listen on from the options, otherwise from the environment variables HOST and PORT.
 * @throws UsageError if `--host` is empty or the port is invalid, before anything is built or started
 */
export function readAddress(
  options: Invocation['options'],
  environment: Invocation['environment'],
): { readonly HOST: string | undefined; readonly PORT: string | undefined } {
  const { host, port } = Object.fromEntries(options);
  if (host === '') throw new UsageError('The option --host needs an address.');
  const [name, text] = port === undefined ? ['PORT', environment['PORT'] || undefined] : ['--port', String(port)];
  const problem = text === undefined ? undefined : portProblem(name, text);
  if (problem !== undefined) throw new UsageError(problem);
  return {
    HOST: host === undefined ? environment['HOST'] : String(host),
    PORT: text,
  };
}

/**
 * Command as the user typed it, ready for further options: `npm run <script> --` if npm runs the script of this name,
 * otherwise `platform-docs <name>`.
 */
export function typedCommand(name: string, { npm_lifecycle_event: script }: Invocation['environment']): string {
  if (script !== name) return `platform-docs ${name}`;
  return name === 'start' ? 'npm start --' : `npm run ${name} --`;
}

/** Formats another command for a user who typed `npm start` or `npx platform-docs start`. */
export function nextCommand(name: string, { npm_lifecycle_event: script }: Invocation['environment']): string {
  return script === 'start' ? `npm run ${name}` : `npx platform-docs ${name}`;
}
