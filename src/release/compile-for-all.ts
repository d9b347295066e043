import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import { PRODUCT_FOLDER } from '../project/product.ts';
import { build } from './build.ts';

/**
 * Builds the product's samples and discards them, to fill two caches: the renderer for projects without templates and
 * formats of their own, and Node's cache of compiled modules. Without them, a cold build spends two of its five seconds
 * bundling the same templates for every such project, and every build spends 0.2 s compiling TypeScript. Filling them
 * costs an installation four seconds and 10 MB. If packages are installed without scripts, the first build compiles.
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
