import { portProblem } from '../../server/node/listen-address.ts';
import { type Command, type Invocation, UsageError } from '../command.ts';

/** Options of every command that starts a server. */
export const addressOptions = {
  host: { type: 'string' },
  port: { type: 'string' },
} as const satisfies Command['options'];

/**
 * Reads the address to listen on from the options, else from the variables HOST and PORT.
 * @throws UsageError where one is no valid address, before anything is built or started
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
 * A command as it was typed, up to where its options go: by a script of npm, which takes them behind `--`, or by its
 * own name.
 */
export function typedCommand(name: string, { npm_lifecycle_event: script }: Invocation['environment']): string {
  if (script !== name) return `platform-docs ${name}`;
  return name === 'start' ? 'npm start --' : `npm run ${name} --`;
}

/** Another command as the client of `npm start`, which a clone has, or of `npx platform-docs start` types it. */
export function nextCommand(name: string, { npm_lifecycle_event: script }: Invocation['environment']): string {
  return script === 'start' ? `npm run ${name}` : `npx platform-docs ${name}`;
}
