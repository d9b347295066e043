export const LOOPBACK = '127.0.0.1';
const DEFAULT_PORT = 4321;
export const LAST_PORT = 65_535;

/**
 * What is wrong with a port, and what to write; undefined where it can be one.
 * @param name of the variable or option that says so
 */
export function portProblem(name: string, text: string): string | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= LAST_PORT
    ? undefined
    : `${name} is ${JSON.stringify(text)}. Write a number from 0 to ${LAST_PORT}.`;
}

/** Of Astro's configuration, for where the environment says nothing; `true` is every address of this machine. */
export interface ConfiguredAddress {
  readonly host: string | boolean;
  readonly port: number;
}

/** What the variables HOST and PORT say; empty ones say nothing. @throws when PORT is no port */
export function listenAddress(
  environment: Readonly<Record<string, string | undefined>>,
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
 * How to choose another port.
 * @param refused the port that cannot be had; the one behind it is proposed, else the usual one
 * @param command what was typed and takes `--port`, such as `platform-docs serve`; null: only the variable can say it
 */
export function anotherPort(refused: number | undefined, command: string | null): string {
  const port = refused === undefined || refused >= LAST_PORT ? DEFAULT_PORT : refused + 1;
  return command === null ? `set the variable PORT=${port}` : `${command} --port ${port}`;
}
