import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

export const LOOPBACK = '127.0.0.1';
const LISTEN_HERE = 'Use 127.0.0.1, or 0.0.0.0 for all addresses.';
export const DEFAULT_PORT = 4321;
export const LAST_PORT = 65_535;

/**
 * Explains why a text is not a valid port, with the fix; undefined if it is valid.
 * @param name name of the variable or option that contains the text
 */
export function portProblem(name: string, text: string): string | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= LAST_PORT
    ? undefined
    : `${name} is ${JSON.stringify(text)}. Write a number from 0 to ${LAST_PORT}.`;
}

/** Address from Astro's configuration, used if the environment sets none; `true`: every address of this machine. */
export interface ConfiguredAddress {
  readonly host: string | boolean;
  readonly port: number;
}

/** Reads the variables HOST and PORT; empty ones count as unset. @throws if PORT is not a valid port */
export function listenAddress(
  environment: Environment,
  configured?: ConfiguredAddress,
): { readonly host: string; readonly port: number } {
  const port = environment['PORT'] || undefined;
  const problem = port === undefined ? undefined : portProblem('PORT', port);
  if (problem !== undefined) throw new Error(problem);
  return {
    host: environment['HOST'] || hostOf(configured?.host),
    port: Number(port ?? configured?.port ?? DEFAULT_PORT),
  };
}

function hostOf(configured: string | boolean | undefined): string {
  if (typeof configured === 'string') return configured;
  return configured === true ? '0.0.0.0' : LOOPBACK;
}

/**
 * Explains how to choose another port.
 * @param refused unavailable port: the next one is proposed; undefined: the default port is proposed
 * @param command command as typed, if it takes `--port`, such as `platform-docs serve`; null: only PORT can set it
 */
function anotherPort(refused: number | undefined, command: string | null): string {
  const port = refused === undefined || refused >= LAST_PORT ? DEFAULT_PORT : refused + 1;
  return command === null ? `set the variable PORT=${port}` : `${command} --port ${port}`;
}

/** Node's error for an address that it cannot listen on, or for a name that it cannot resolve. */
interface ListenError extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

export function toListenError(error: unknown): ListenError {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Explains why a server cannot listen on its address, with the fix; undefined for other errors.
 * @param command command as typed, as for {@link anotherPort}
 */
export function addressFailure(error: unknown, command: string | null): string | undefined {
  const { code, port, address, hostname } = toListenError(error);
  if (code === 'EADDRINUSE')
    return (
      `Port ${port} on ${address} is taken. Stop the other program, ` +
      `or choose another port: ${anotherPort(port, command)}.`
    );
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} is not allowed for this user. Choose one above 1023: ${anotherPort(undefined, command)}.`;
  // The first code means an address of another machine, the others a name that cannot be resolved.
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${address ?? hostname} is not an address of this machine. ${LISTEN_HERE}`;
  return undefined;
}

/** Listens briefly, so that a command reports {@link addressFailure} before a long build instead of after it. */
export async function tryAddress(environment: Environment, command: string): Promise<string | undefined> {
  const { host, port } = listenAddress(environment);
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    await promisify(server.close.bind(server))();
    return undefined;
  } catch (error) {
    return addressFailure(error, command);
  }
}
