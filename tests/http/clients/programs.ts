import { execFile, spawnSync } from 'node:child_process';
import { LIMITS } from '../../limits.ts';

/** Result of a program. */
export interface Finished {
  /** Exit status; null when it was ended by a signal. */
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Whether a program can be started here and, where parameters are given, succeeds with them. */
export function isInstalled(program: string, ...parameters: readonly string[]): boolean {
  const options = parameters.length === 0 ? ['--version'] : parameters;
  const { error, status } = spawnSync(program, options, { stdio: 'ignore' });
  return error === undefined && (parameters.length === 0 || status === 0);
}

/** Without the proxies and settings of the user who runs the tests. */
export function clientEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: '/nonexistent', LC_ALL: 'C.UTF-8', no_proxy: '*' };
}

/** Runs a program in {@link clientEnvironment}. */
export function runProgram(program: string, parameters: readonly string[], input = ''): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      parameters,
      { env: clientEnvironment(), timeout: LIMITS.wait },
      (error, output, errors) => {
        if (error === null) resolve({ status: 0, output, errors });
        else if (typeof error.code === 'string') reject(error);
        else resolve({ status: error.code ?? null, output, errors });
      },
    );
    child.stdin?.on('error', () => undefined).end(input);
  });
}
