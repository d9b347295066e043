import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Measurement {
  readonly seconds: number;
  /** Time of the process and of those children that it has waited for, sampled every 20 ms: steadier than time. */
  readonly cpuSeconds: number;
  /** Most memory that the process and its descendants held at one time, sampled every 20 ms. */
  readonly peakMegabytes: number;
  readonly status: number;
  readonly output: string;
}

/** Runs a command to its end. Linux only: memory is read from /proc. */
export function measure(
  command: readonly [string, ...string[]],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  const [program, ...args] = command;
  const start = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  let peak = 0;
  let cpu = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytesBelow(child.pid ?? 0));
    cpu = Math.max(cpu, cpuSecondsOf(child.pid ?? 0));
  }, 20);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(timer);
      resolve({
        seconds: (performance.now() - start) / 1000,
        cpuSeconds: cpu,
        peakMegabytes: peak / 1024 / 1024,
        status: code ?? 1,
        output,
      });
    });
  });
}

const PAGE_BYTES = 4096;

/**
 * Asks for the process and its descendants alone: reading about every process of the machine takes a core of what is
 * measured.
 */
function residentBytesBelow(pid: number): number {
  const pages = Number(readNow(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
  return pages * PAGE_BYTES + childrenOf(pid).reduce((sum, child) => sum + residentBytesBelow(child), 0);
}

const TICKS_A_SECOND = 100;

/** proc(5): user and system time, its own and that of its children, behind the name, which may hold anything. */
function cpuSecondsOf(pid: number): number {
  const fields = readNow(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

/** Each thread has its own. */
function childrenOf(pid: number): readonly number[] {
  const folder = `/proc/${pid}/task`;
  const threads = existsSync(folder) ? readdirSync(folder) : [];
  return threads.flatMap((thread) =>
    readNow(join(folder, thread, 'children'))
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

/** Nothing of a process or a thread that has ended meanwhile. */
function readNow(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
