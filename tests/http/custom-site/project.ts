import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const product = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * A project that brings its own templates and formats, in a folder apart from the product; its AsciiDoc is the example
 * that users copy.
 */
export function makeCustomProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-custom-'));
  cpSync(join(product, 'tests/fixtures/custom-site'), folder, { recursive: true });
  cpSync(join(product, 'config/examples/asciidoc.ts'), join(folder, 'config/formats/asciidoc.ts'));
  return folder;
}

/** Replaces text in one file of a project; the text has to be there. */
export function edit(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(path, text.replace(from, to));
}

/** Does something while text in a file of a project is replaced. */
export async function whileEdited(
  folder: string,
  file: string,
  from: string,
  to: string,
  act: () => Promise<void>,
): Promise<void> {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  edit(folder, file, from, to);
  try {
    await act();
  } finally {
    writeFileSync(path, text);
  }
}

/** Result of a command, with the output of both streams. */
interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a command of the product in a project. */
export function run(folder: string, ...args: readonly string[]): Outcome {
  return runWith({}, folder, ...args);
}

/** The same, with variables of the environment. */
export function runWith(
  environment: Readonly<Record<string, string>>,
  folder: string,
  ...args: readonly string[]
): Outcome {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(product, 'src/cli/platform-docs.mjs'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ASTRO_TELEMETRY_DISABLED: '1', ...environment },
    },
  );
  return { status, output: stdout + stderr };
}
