import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { PRODUCT_FOLDER } from './product.ts';
import { DESCRIPTOR_FOLDER } from './site-folders.ts';

/**
 * Builds the product's samples, and throws them away: what stays is the renderer of projects that have no templates and formats of their
 * own, and what Node keeps of the modules that a build runs.
 */
export async function compileForAll(): Promise<void> {
  const projectFolder = mkdtempSync(join(tmpdir(), 'platform-documentation-samples-'));
  try {
    cpSync(join(PRODUCT_FOLDER, DESCRIPTOR_FOLDER), join(projectFolder, DESCRIPTOR_FOLDER), { recursive: true });
    await build({ projectFolder, environment: {}, force: false, keepGoing: true, strict: false });
  } finally {
    rmSync(projectFolder, { recursive: true, force: true });
  }
}
