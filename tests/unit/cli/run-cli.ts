import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../commands/clean-environment.ts';
import { type Run, type RunOptions, runInProcess } from '../../commands/run-command.ts';
import { projectWith } from '../config/project.ts';

const entry = fileURLToPath(new URL('../../../src/cli/platform-docs.mjs', import.meta.url));

const pseudoTerminal = fileURLToPath(new URL('./pseudo-terminal.py', import.meta.url));

/** A call of the command line, in this process: all that it may touch is handed to it. */
export async function runIn(
  folder: string,
  args: readonly string[],
  { environment = {}, input = '' }: RunOptions = {},
): Promise<Run> {
  const options = { environment: { ...cleanEnvironment(), ...environment }, input };
  const { code, stdout, stderr } = await runInProcess(folder, args, options);
  return { code, stdout, stderr };
}

/** The same in a process of its own, as a user's shell starts it. */
export function spawnIn(
  folder: string,
  args: readonly string[],
  { environment = {}, input = '' }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: folder,
      env: { ...cleanEnvironment(), ...environment },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => undefined).end(input);
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The interpreter itself: a manager of versions that comes first in the path starts several shells before it. */
const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim();

export const hasPseudoTerminal = python !== undefined && python !== '';

/** A prompt, what is typed then, and how often the prompt must have appeared. */
export type Step = readonly [prompt: string, answer: string, times: number];

/** Runs it on a screen, where both streams are one. */
export function runAtTerminal(
  folder: string,
  args: readonly string[],
  steps: readonly Step[] = [],
  environment: Readonly<Record<string, string | undefined>> = {},
): { readonly code: number | null; readonly shown: string } {
  const command = [pseudoTerminal, JSON.stringify(steps), process.execPath, entry, ...args];
  const env = {
    ...process.env,
    CI: undefined,
    NO_COLOR: undefined,
    FORCE_COLOR: undefined,
    TERM: 'xterm-256color',
    ...environment,
  };
  const run = spawnSync(python || 'python3', command, { cwd: folder, encoding: 'utf8', env });
  return { code: run.status, shown: run.stdout };
}

/** Runs it and closes standard output after the first bytes, as `| head -c 1` does. */
export function runAndHangUp(folder: string, args: readonly string[]): Promise<Pick<Run, 'code' | 'stderr'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stdout.once('data', () => child.stdout.destroy());
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject).on('close', (code) => resolve({ code, stderr }));
  });
}

/** A project with these files, and the right descriptor `Shop` in versions 1 and 2. */
export function shopWith(files: Readonly<Record<string, string>> = {}): string {
  return projectWith({
    'api-descriptors/shop/v1.yaml': SHOP,
    'api-descriptors/shop/v2.yaml': `${SHOP}  - { name: Maker, route: /maker, operations: [{ method: GET }] }\n`,
    ...files,
  });
}

const SHOP = `api: Shop
services:
  - name: Item
    route: /item[/:item_id]
    route_identifier_name: item_id
    tags: [Goods]
    request_accept_types: [application/json]
    operations: [{ method: GET, description: List }]
`;
