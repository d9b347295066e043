import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import { PRODUCT_FOLDER } from '../project/product.ts';
import { build } from './build.ts';

/**
 * Builds the product's samples, and throws them away: what stays is the renderer of projects that have no templates and
 * formats of their own, and what Node keeps of the modules that a build runs. A cold build spent two of its five
 * seconds in the bundler, over templates that are the same for every such project, and 0.2 s of every build in reading
 * TypeScript. It costs an installation four seconds and 10 MB; where packages are installed without scripts, as `npm
 * start` does, the first build compiles.
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
