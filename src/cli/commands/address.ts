import type { Command, Invocation } from '../command.ts';
import { UsageError } from '../command.ts';

const LAST_PORT = 65_535;

/** Of every command that starts a server. */
export const addressOptions = { host: { type: 'string' }, port: { type: 'string' } } as const satisfies Command['options'];

/**
 * Where a server is to listen: what the options say, else the variables HOST and PORT.
 * @throws UsageError where an option says no address; a wrong variable is reported by the server
 */
export function readAddress(
  options: Invocation['options'],
  environment: Invocation['environment'],
): { readonly HOST: string | undefined; readonly PORT: string | undefined } {
  const { host, port } = Object.fromEntries(options);
  if (host === '') throw new UsageError('The option --host needs an address.');
  if (port !== undefined && !isPort(String(port))) {
    throw new UsageError(`${JSON.stringify(port)} is not a port. Write a number from 0 to ${LAST_PORT}.`);
  }
  return {
    HOST: host === undefined ? environment['HOST'] : String(host),
    PORT: port === undefined ? environment['PORT'] : String(port),
  };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= LAST_PORT;
}
