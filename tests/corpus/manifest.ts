import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listOf, mapOf } from '../readers/raw-document.ts';

/** A published specification or a malformed file, and what must come of it. */
export interface Entry {
  /** Name of its API and of its sub-folder below `api-descriptors/`. */
  readonly name: string;
  /** Absolute. */
  readonly source: string;
  /** Folder to copy as a whole, absolute; null where the file stands alone. */
  readonly sourceFolder: string | null;
  /** Path of the descriptor, relative to its sub-folder. */
  readonly file: string;
  readonly expected: 'ok' | 'warning' | 'error';
  readonly checks: readonly string[];
  /** Whether the file is OpenAPI or Swagger, which the checks read themselves. */
  readonly isOpenApi: boolean;
  /** Number counted when the entry was collected; null when not counted. */
  readonly operations: number | null;
}

const ENDING = /\.(json|ya?ml|raml|apib)(\.gz)?$/;

/** Every entry and the two large specifications. */
export function readManifest(sharedFolder: string): readonly Entry[] {
  const manifest = mapOf(JSON.parse(readFileSync(join(sharedFolder, 'corpus/manifest.json'), 'utf8')));
  const entries = listOf(manifest['entries']).map((entry) => toEntry(join(sharedFolder, 'corpus'), mapOf(entry)));
  const specifications = ['digitalocean-v2-bundled.yaml.gz', 'petstore-3.0.yaml.gz'];
  return [...entries, ...specifications.map((file) => toEntry(join(sharedFolder, 'specs'), { file, expected: 'ok' }))];
}

/** The bytes of the entry's file, unpacked. */
export function readSource({ source }: Entry): Buffer {
  const bytes = readFileSync(source);
  return source.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function toEntry(
  folder: string,
  { file, dir, format, expected, checks, operations }: Readonly<Record<string, unknown>>,
): Entry {
  const path = String(file);
  const extension = ENDING.exec(path)?.[1] ?? 'yaml';
  return {
    name: (typeof dir === 'string' ? dir : path.replace(/^.*\//, ''))
      .replace(ENDING, '')
      .replaceAll(/[^A-Za-z0-9-]/g, '-'),
    source: join(folder, path),
    sourceFolder: typeof dir === 'string' ? join(folder, dir) : null,
    file: typeof dir === 'string' ? path.slice(dir.length + 1) : `descriptor.${extension}`,
    expected: expected === 'warning' || expected === 'error' ? expected : 'ok',
    checks: listOf(checks).map(String),
    isOpenApi: /^(openapi|swagger|yaml)/.test(String(format ?? 'openapi')),
    operations: typeof operations === 'number' ? operations : null,
  };
}
