import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_ARGUMENTS } from '../../src/project/product.ts';
import { cleanEnvironment } from './clean-environment.ts';
import type { MeasuredRun, RunOptions } from './run-command.ts';

/** The arguments and variables of the process. */
export interface Asked {
  readonly folder: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array;
}

/** Answer of the process to one command. */
export type Answer = { readonly run: MeasuredRun } | { readonly failure: string };

const PROCESS = fileURLToPath(new URL('./command-process.ts', import.meta.url));
/** Each renderer that a build loads, some thirty megabytes, stays in its process. */
const MOST_COMMANDS = 24;

let running: { readonly child: ChildProcess; commands: number } | undefined;
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the product in a project as its user would, but in a process that has loaded the product already:
 * the start takes twice as long as a small build. For suites that ask what a command does; signals, terminals and what
 * a process leaves open are asked of one that is started for it, and so is what two builds give, or what arrives in a
 * pipe. Two commands at once follow each other.
 */
export function commandIn(folder: string, args: readonly string[], options: RunOptions = {}): Promise<MeasuredRun> {
  const { environment = {}, input = '' } = options;
  const asked = { folder, args, environment: { ...cleanEnvironment(), ...environment }, input };
  const run = before.then(() => ask(asked));
  before = run.catch(() => undefined);
  return run;
}

async function ask(asked: Asked): Promise<MeasuredRun> {
  running ??= {
    child: fork(PROCESS, { env: cleanEnvironment(), execArgv: [...NODE_ARGUMENTS], serialization: 'advanced' }),
    commands: 0,
  };
  const { child } = running;
  running.commands += 1;
  try {
    const answer = await answerOf(child, asked);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.run;
  } finally {
    if (running.commands === MOST_COMMANDS || !child.connected) {
      running = undefined;
      if (child.connected) child.disconnect();
    }
  }
}

/** Keeps the process of the suite alive only while a command runs. */
function answerOf(child: ChildProcess, asked: Asked): Promise<Answer> {
  for (const part of [child, child.channel]) part?.ref();
  return new Promise<Answer>((resolve, reject) => {
    const onEnd = (code: number | null, signal: string | null): void =>
      reject(new Error(`The process of commands ended with ${signal ?? code}.`));
    child.once('exit', onEnd);
    child.once('message', (answer: Answer) => {
      child.off('exit', onEnd);
      for (const part of [child, child.channel]) part?.unref();
      resolve(answer);
    });
    child.send(asked);
  });
}
