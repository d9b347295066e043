import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mapOf } from '../readers/raw-document.ts';
import { type Entry, readSource } from './manifest.ts';

const commandLine = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));
const probe = new URL('probe.ts', import.meta.url).href;

/** One process of the command line, ended. */
export interface Run {
  /** Null when it was killed for taking too long. */
  readonly status: number | null;
  readonly output: string;
  readonly seconds: number;
  readonly peakBytes: number;
  readonly sockets: readonly string[];
  readonly pollution: readonly string[];
}

/** A folder with `api-descriptors/` and what the product makes of it. */
export class Project {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, 'api-descriptors'), { recursive: true });
  }

  get distFolder(): string {
    return join(this.folder, 'dist');
  }

  /** Another project with everything that this one has. */
  copyTo(folder: string): Project {
    cpSync(this.folder, folder, { recursive: true });
    return new Project(folder);
  }

  add(entry: Entry): void {
    const folder = join(this.folder, 'api-descriptors', entry.name);
    if (entry.sourceFolder !== null) {
      cpSync(entry.sourceFolder, folder, { recursive: true });
      return;
    }
    const file = this.descriptorOf(entry);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, readSource(entry));
  }

  /** Absolute path of an entry's descriptor. */
  descriptorOf({ name, file }: Entry): string {
    return join(this.folder, 'api-descriptors', name, file);
  }

  /** Runs `platform-docs <args>` here, killed after a time. */
  async run(args: readonly string[], limitSeconds: number): Promise<Run> {
    const report = `${this.folder}.probe`;
    const environment = {
      ...process.env,
      CORPUS_PROBE: report,
      NODE_OPTIONS: `--max-old-space-size=1024 --import=${probe}`,
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
    };
    const start = performance.now();
    const child = spawn(process.execPath, [commandLine, ...args], {
      cwd: this.folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000);
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    clearTimeout(timer);
    return { status, output: chunks.join(''), seconds: (performance.now() - start) / 1000, ...readProbe(report) };
  }

  /** Path → hash of every file that is not output. */
  inputs(): ReadonlyMap<string, string> {
    return hashes(dirname(this.folder), (path) => path.startsWith(`${this.distFolder}/`) || path.endsWith('.probe'));
  }

  /** Path → hash of every file of the published documentation, drafts included. */
  outputs(): ReadonlyMap<string, string> {
    return hashes(join(this.distFolder, 'documentation'), () => false);
  }

  holdsText(text: string): boolean {
    return filesBelow(this.folder).some((file) => readFileSync(file).includes(text));
  }
}

function hashes(folder: string, isLeftOut: (path: string) => boolean): ReadonlyMap<string, string> {
  const files = filesBelow(folder).filter((path) => !isLeftOut(path));
  return new Map(files.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]));
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function readProbe(file: string): Pick<Run, 'peakBytes' | 'sockets' | 'pollution'> {
  const notes = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => mapOf(JSON.parse(line)))
    : [];
  rmSync(file, { force: true });
  const of = (kind: string): readonly unknown[] =>
    notes.filter((note) => note['kind'] === kind).map(({ value }) => value);
  return {
    // Astro compiles the templates in a process of its own, which no descriptor reaches.
    peakBytes: Math.max(
      0,
      ...notes
        .filter((note) => note['kind'] === 'peak-kilobytes' && note['process'] === commandLine)
        .map(({ value }) => Number(value) * 1024),
    ),
    sockets: of('socket').map(String),
    pollution: of('pollution').map(String),
  };
}
