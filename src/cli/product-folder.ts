import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where code and templates are; the project that a command works on may be elsewhere. */
export const PRODUCT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

export function productVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PRODUCT_FOLDER, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
}
