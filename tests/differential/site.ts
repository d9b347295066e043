import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDiagnostic } from '../../src/model/diagnostic.ts';
import { build } from '../../src/release/build.ts';
import type { ArtifactStore } from '../../src/store/artifact-store.ts';
import { openPublished } from './published.ts';

const productFolder = fileURLToPath(new URL('../..', import.meta.url));

/** A site built from some descriptors in a temporary folder. */
export interface TemporarySite {
  readonly store: ArtifactStore;
  remove(): void;
}

/**
 * Builds and publishes descriptors, one API each, named like its key unless the descriptor names itself.
 * @throws when a descriptor has an error
 */
export async function buildSite(descriptors: Readonly<Record<string, string>>): Promise<TemporarySite> {
  const projectFolder = mkdtempSync(join(tmpdir(), 'differential-'));
  const remove = (): void => rmSync(projectFolder, { recursive: true, force: true });
  for (const [name, file] of Object.entries(descriptors)) {
    mkdirSync(join(projectFolder, 'api-descriptors', name), { recursive: true });
    cpSync(file, join(projectFolder, 'api-descriptors', name, `descriptor${extname(basename(file))}`));
  }
  // Templates compiled before are used again when they are still current.
  for (const part of ['server', 'client']) {
    const compiled = join(productFolder, 'dist', part);
    if (existsSync(compiled)) cpSync(compiled, join(projectFolder, 'dist', part), { recursive: true });
  }
  // A machine with two cores, as that of the tests may be, would use none.
  const options = { force: false, keepGoing: false, strict: false, pageThreads: 1 };
  const result = await build({ projectFolder, environment: {}, ...options });
  if (result.kind !== 'published') {
    remove();
    throw new Error([...result.failures, ...result.diagnostics.map(formatDiagnostic)].join('\n'));
  }
  return { store: openPublished(join(projectFolder, 'dist')), remove };
}
