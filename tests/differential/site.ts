import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDiagnostic } from '../../src/model/diagnostic.ts';
import { readProject } from '../../src/project/read-project.ts';
import { build } from '../../src/release/build.ts';
import { rendererIn } from '../../src/release/renderer.ts';
import type { DocumentationStore } from '../../src/store/contract.ts';
import { createLiveStore, liveRepresentation } from '../../src/store/live-store.ts';
import { SiteDocuments } from '../../src/store/site-documents.ts';
import { openPublished } from './published.ts';

const productFolder = fileURLToPath(new URL('../..', import.meta.url));

/** A site made of some descriptors in a temporary folder. */
export interface TemporarySite {
  readonly store: DocumentationStore;
  /** `dist/` of its project, where it was built. */
  readonly distFolder: string;
  remove(): void;
}

/**
 * Builds and publishes descriptors, one API each, named like its key unless the descriptor names itself.
 * @throws when a descriptor has an error
 */
export async function buildSite(descriptors: Readonly<Record<string, string>>): Promise<TemporarySite> {
  const { projectFolder, ...site } = makeProject(descriptors);
  // Templates compiled before are used again when they are still current.
  for (const part of ['server', 'client']) {
    const compiled = join(productFolder, 'dist', part);
    if (existsSync(compiled)) cpSync(compiled, join(site.distFolder, part), { recursive: true });
  }
  // A machine with two cores, as that of the tests may be, would use none.
  const options = { force: false, keepGoing: false, strict: false, pageThreads: 1 };
  const result = await build({ projectFolder, environment: {}, ...options });
  if (result.kind !== 'published') {
    site.remove();
    throw new Error([...result.failures, ...result.diagnostics.map(formatDiagnostic)].join('\n'));
  }
  return { ...site, store: openPublished(site.distFolder) };
}

/**
 * The same without a build: each document is made when it is read. A build would have written the same bytes
 * (`tests/contracts/documentation-store.test.ts`), with all that no test reads of a large descriptor, compressed.
 * @param distFolder of a site that was built: pages are drawn by its templates
 * @throws when a descriptor has an error
 */
export async function readSite(
  descriptors: Readonly<Record<string, string>>,
  distFolder: string,
): Promise<TemporarySite> {
  const { projectFolder, ...made } = makeProject(descriptors);
  const { apis, site, accessRule, formats, problems } = await readProject(projectFolder, {});
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    made.remove();
    throw new Error(errors.map(formatDiagnostic).join('\n'));
  }
  const { renderPage } = rendererIn(distFolder);
  const live = createLiveStore(new SiteDocuments(apis, { site, accessRule, formats, development: false }), formats);
  const store: DocumentationStore = {
    ...live,
    async representation(reference, format) {
      const representation = await live.representation(reference, format);
      return representation.kind === 'page'
        ? liveRepresentation(await renderPage(representation.page))
        : representation;
    },
  };
  return { ...made, store };
}

function makeProject(descriptors: Readonly<Record<string, string>>) {
  const projectFolder = mkdtempSync(join(tmpdir(), 'differential-'));
  for (const [name, file] of Object.entries(descriptors)) {
    mkdirSync(join(projectFolder, 'api-descriptors', name), { recursive: true });
    cpSync(file, join(projectFolder, 'api-descriptors', name, `descriptor${extname(basename(file))}`));
  }
  return {
    projectFolder,
    distFolder: join(projectFolder, 'dist'),
    remove: (): void => rmSync(projectFolder, { recursive: true, force: true }),
  };
}
