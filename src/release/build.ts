import { join } from 'node:path';
import { closesEverything } from '../options/problem.ts';
import { readConfiguration } from '../project/configuration.ts';
import { extensionsOf } from '../project/extensions.ts';
import { fingerprint } from '../project/fingerprint.ts';
import {
  DESCRIPTOR_FOLDER,
  LOCALES_FOLDER,
  PLAIN_RELEASE_FOLDER,
  RELEASE_FOLDER,
  THEME_FOLDER,
} from '../project/folders.ts';
import { currentRelease, RELEASES_FOLDER } from '../store/release.ts';
import type { BuildOptions, BuildResult } from './build-contract.ts';
import { CompressionPool } from './compression-pool.ts';
import { readMemory } from './incremental/memory-file.ts';
import { contentsIn, releaseChecksum } from './release-contents.ts';
import { provideTemplates, rendererState } from './renderer.ts';

/**
 * Builds everything into `dist/` and publishes it in one step. Skips the build if the published release was built from
 * the same inputs, unless `force` or `static` is set.
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { projectFolder, distFolder = join(projectFolder, 'dist'), environment, force, strict } = options;
  const { configuration, inputs, problems } = readConfiguration(projectFolder, environment);
  const source = { distFolder, extensions: extensionsOf(projectFolder, configuration) };
  const state = rendererState(source);
  const siteHash = fingerprint(
    projectFolder,
    [DESCRIPTOR_FOLDER, THEME_FOLDER, LOCALES_FOLDER],
    JSON.stringify(inputs),
  );
  // Pages for a plain host form a separate release, which our server does not open.
  const folder = join(distFolder, options.plain === true ? PLAIN_RELEASE_FOLDER : RELEASE_FOLDER);
  // The inputs lack unreadable files, so equal inputs do not prove that nothing has changed.
  const isKnown = state.isCurrent && !problems.some(closesEverything);
  if (isKnown && !force && options.static !== true) {
    const unchanged = unchangedRelease(folder, `${siteHash} ${state.templateHash}`, strict);
    if (unchanged !== undefined) return unchanged;
  }

  const compiler = new AbortController();
  const signal = AbortSignal.any([compiler.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const templates = provideTemplates(source, state, force, signal);
  const pool = new CompressionPool();
  try {
    // Threads start while the changed descriptors are read. If templates are compiled, the compiler needs the cores.
    if (state.isCurrent && !force) pool.start();
    // Readers and formats are most of the code that a command loads, so they are loaded while templates compile.
    const { buildAnew } = await import('./build-anew.ts');
    const reader = JSON.stringify([state.productHash, configuration.check]);
    return await buildAnew(options, { distFolder, folder, siteHash, reader, templates, pool, signal, compiler });
  } finally {
    await pool.close();
  }
}

/**
 * Result for the published release if it is complete and was built from these inputs.
 * @param of hash of the inputs
 * @param strict false: a release with warnings counts as well
 */
function unchangedRelease(folder: string, of: string, strict: boolean): BuildResult | undefined {
  try {
    const release = currentRelease(folder);
    const inputs = readMemory(folder, release)?.inputs;
    if (inputs?.of !== of || (strict && inputs.hasWarnings)) return undefined;
    const releaseFolder = join(folder, RELEASES_FOLDER, release);
    if (inputs.checksum !== releaseChecksum(releaseFolder)) return undefined;
    return { kind: 'unchanged', release, contents: () => contentsIn(releaseFolder), diagnostics: [], failures: [] };
  } catch {
    // An unreadable release is built again.
    return undefined;
  }
}
