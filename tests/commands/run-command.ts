import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { createTerminal } from '../../src/cli/terminal.ts';
import { cpuMilliseconds } from '../tooling/cpu-time.ts';

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** On standard input. */
  readonly input?: string | Uint8Array;
}

/** Result of a command. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MeasuredRun extends Run {
  /** Processor time of the process and its threads. */
  readonly cpuMilliseconds: number;
}

/** A call of the command line in this process: all that it may touch is handed to it. */
export async function runInProcess(
  folder: string,
  args: readonly string[],
  { environment = {}, input = '' }: RunOptions = {},
): Promise<MeasuredRun> {
  const [output, errors] = [textStream(), textStream()];
  const start = cpuMilliseconds();
  const code = await runCommandLine(args, {
    projectFolder: folder,
    environment,
    terminal: createTerminal({ output: output.stream, errors: errors.stream, environment }),
    dialog: { input: Readable.from([Buffer.from(input)]) as unknown as NodeJS.ReadStream, output: errors.stream },
  });
  return { code, stdout: output.text(), stderr: errors.text(), cpuMilliseconds: cpuMilliseconds() - start };
}

/** A stream that is no terminal. */
export function textStream(): { readonly stream: NodeJS.WriteStream; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => Buffer.concat(chunks).toString() };
}
