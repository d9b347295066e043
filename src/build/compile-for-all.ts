import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideRenderer } from './renderer.ts';

const PRODUCT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles the renderer of projects that have no templates and formats of their own, unless that was done. */
export async function compileForAll(): Promise<void> {
  const projectFolder = mkdtempSync(join(tmpdir(), 'platform-documentation-templates-'));
  try {
    const source = {
      productFolder: PRODUCT_FOLDER,
      distFolder: join(projectFolder, 'dist'),
      extensions: { projectFolder, templateMap: {}, formatModules: [] },
    };
    await provideRenderer(source, new AbortController().signal);
  } finally {
    rmSync(projectFolder, { recursive: true, force: true });
  }
}
