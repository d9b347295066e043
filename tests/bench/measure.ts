import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Measurement {
  readonly seconds: number;
  /** Most memory that the process and its descendants held at one time, sampled every 20 ms. */
  readonly peakMegabytes: number;
  readonly status: number;
  readonly output: string;
}

/** Runs a command to its end. Linux only: memory is read from /proc. */
export function measure(command: readonly [string, ...string[]], cwd: string): Promise<Measurement> {
  const [program, ...args] = command;
  const start = performance.now();
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytesBelow(child.pid ?? 0))), 20);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(timer);
      resolve({ seconds: (performance.now() - start) / 1000, peakMegabytes: peak / 1024 / 1024, status: code ?? 1, output });
    });
  });
}

const PAGE_BYTES = 4096;

function residentBytesBelow(root: number): number {
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1')
        .replace(/^.*\) /, '')
        .split(' ');
      parents.set(Number(name), Number(fields[1]));
      resident.set(Number(name), Number(fields[21]) * PAGE_BYTES);
    } catch {
      // The process ended in between.
    }
  }
  const isBelow = (pid: number): boolean => {
    for (let current: number | undefined = pid; current !== undefined && current > 1; current = parents.get(current)) if (current === root) return true;
    return false;
  };
  return [...resident].filter(([pid]) => isBelow(pid)).reduce((sum, [, bytes]) => sum + bytes, 0);
}
