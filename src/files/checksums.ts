import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Conventional name of the file that `sha256sum --check` reads. */
export const CHECKSUM_FILE = 'SHA256SUMS';

/** Lists every file of a folder with its SHA-256 in {@link CHECKSUM_FILE}, in the format of GNU coreutils. */
export function writeChecksums(folder: string): void {
  const lines = [...checksumsOf(folder)].map(([name, sum]) => lineOf(sum, name));
  writeFileSync(join(folder, CHECKSUM_FILE), lines.join(''));
}

/** Computes the SHA-256 of each file of a folder. Keys are relative paths with `/`, sorted alike on every system. */
export function checksumsOf(folder: string): ReadonlyMap<string, string> {
  return new Map(filesOf(folder).map((name) => [name, sumOf(join(folder, name))]));
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== CHECKSUM_FILE && statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll(sep, '/'))
    .toSorted((one, other) => (one < other ? -1 : 1));
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** Formats one line; a leading backslash marks an escaped name. */
function lineOf(sum: string, name: string): string {
  const escaped = name.replaceAll(/[\\\n\r]/g, (character) => ESCAPES[character] ?? character);
  return `${escaped === name ? '' : '\\'}${sum}  ${escaped}\n`;
}
