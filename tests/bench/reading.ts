import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SHAPES, type Shape, WRITERS, type Written } from './large-descriptors.ts';

/**
 * Measures how long descriptors are read, in seconds of CPU, and how much memory that takes at most, compared with a
 * tiny descriptor of the same format. Each is read in a process of its own:
 * `node tests/launch.mjs tests/bench/reading.ts [formats …] [shapes …] [megabytes …]`.
 */
interface Reading {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly outcome: string;
}

const MEGABYTE = 1024 * 1024;
const [mode, ...words] = process.argv.slice(2);
if (mode === '--read' && words[0] !== undefined && words[1] !== undefined) await readHere(words[0], words[1]);
else compareAll(process.argv.slice(2));

/** Reads one descriptor in this process and prints the figures. */
async function readHere(projectRoot: string, path: string): Promise<void> {
  const { readDescriptor } = await import('../../src/descriptors/read-descriptors.ts');
  const [start, before] = [performance.now(), process.cpuUsage()];
  const reading = readDescriptor({ projectRoot, folder: 'd', path, isByItself: true });
  const { user, system } = process.cpuUsage(before);
  const operations = (reading?.records ?? []).flatMap(({ services }) =>
    services.flatMap((one) => [...one.operations, ...one.entityOperations]),
  );
  const figures: Reading = {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    outcome:
      reading?.record === undefined
        ? (reading?.diagnostics
            .map(({ rule }) => rule)
            .slice(0, 2)
            .join() ?? 'not read')
        : `${operations.length} operations, ${reading.diagnostics.length} findings`,
  };
  console.log(JSON.stringify(figures));
}

function compareAll(wanted: readonly string[]): void {
  const sizes = wanted.map(Number).filter((one) => one > 0);
  const shapes = SHAPES.filter((one) => wanted.includes(one));
  const formats = Object.keys(WRITERS).filter((one) => wanted.includes(one));
  for (const [format, write] of Object.entries(WRITERS)) {
    if (formats.length > 0 && !formats.includes(format)) continue;
    // A tiny file first, whose memory is that of the process.
    const least = measured(write('operations', 0));
    for (const shape of shapes.length > 0 ? shapes : SHAPES)
      for (const size of sizes.length > 0 ? sizes : [1, 8, 20]) report(format, shape, size, write, least);
  }
}

function report(
  format: string,
  shape: Shape,
  size: number,
  write: (shape: Shape, bytes: number) => Written,
  least: Reading,
): void {
  const { seconds, cpuSeconds, peakMegabytes, outcome } = measured(write(shape, size * MEGABYTE));
  const more = peakMegabytes - least.peakMegabytes;
  const figures = [
    `${size} MB`.padStart(6),
    `${seconds.toFixed(2)} s`.padStart(9),
    `${cpuSeconds.toFixed(2)} s CPU`.padStart(13),
    `${peakMegabytes.toFixed(0)} MB`.padStart(8),
    `${(more / size).toFixed(1)} ×`.padStart(8),
  ];
  console.log(`${format.padEnd(14)} ${shape.padEnd(10)} ${figures.join(' ')}  ${outcome}`);
}

function measured({ name, text }: Written): Reading {
  const root = mkdtempSync(join(tmpdir(), 'platform-documentation-reading-'));
  try {
    const path = `d/${name}`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    const command = ['tests/launch.mjs', 'tests/bench/reading.ts', '--read', root, path];
    const output = execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: MEGABYTE });
    return JSON.parse(output.trim().split('\n').at(-1) ?? '{}');
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { seconds: Number.NaN, cpuSeconds: Number.NaN, peakMegabytes: Number.NaN, outcome: reason };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
