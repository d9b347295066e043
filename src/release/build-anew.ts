import { join } from 'node:path';
import { closesEverything } from '../options/problem.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { versionsLost } from '../project/published-names.ts';
import { readProject } from '../project/read-project.ts';
import { currentRelease, RELEASES_FOLDER } from '../store/release.ts';
import { shortHash } from '../store/stored-bytes.ts';
import type { BuildOptions, BuildResult } from './build-contract.ts';
import { failureMessages } from './build-errors.ts';
import type { CompressionPool } from './compression-pool.ts';
import { ReadingsBefore } from './incremental/readings-before.ts';
import { PreviousRelease } from './previous-release.ts';
import { publish } from './publish.ts';
import { removeDrafts, type Templates } from './renderer.ts';

interface Preparation {
  readonly distFolder: string;
  /** Folder of the releases in `distFolder`. */
  readonly folder: string;
  /** Hash of descriptors, theme, interface texts and configuration. */
  readonly siteHash: string;
  /** Product hash and check settings: if they change, all descriptors are read again. */
  readonly reader: string;
  readonly templates: Templates;
  readonly pool: CompressionPool;
  readonly signal: AbortSignal;
  /** Aborts only the template compiler. */
  readonly compiler: AbortController;
}

/** Reads a project and publishes it. Called if the project has changed, or with `force`. */
export async function buildAnew(options: BuildOptions, preparation: Preparation): Promise<BuildResult> {
  const { folder, reader, templates, compiler } = preparation;
  const before = new PreviousRelease(options.force ? null : folder);
  try {
    const readings = new ReadingsBefore(before, shortHash(reader));
    const tree = options.static === true ? await import('./static-tree.ts') : undefined;
    const read = await readProject(options.projectFolder, options.environment, { kept: readings });
    const project = options.plain === true && tree !== undefined ? tree.withoutServer(read, '/') : read;
    const refusal = tree?.staticRefusal(project);
    if (refusal === undefined && mayPublish(project, options))
      return await publishProject(options, preparation, { project, before, readings, tree });
    compiler.abort();
    await templates.compilation.catch(() => undefined);
    const failures = refusal === undefined ? [] : [refusal];
    return { kind: 'failed', release: null, diagnostics: project.problems, failures };
  } finally {
    before.close();
  }
}

/** Whether a project may replace the published release: a temporarily missing folder must not empty the site. */
function mayPublish(project: ProjectReading, { strict, keepGoing }: BuildOptions): boolean {
  const isWrong = project.problems.some(({ severity }) => strict || severity === 'error');
  const isKnown = project.isListed && project.apis.length > 0 && !project.configurationProblems.some(closesEverything);
  return !isWrong || (keepGoing && isKnown);
}

interface Readings {
  readonly project: ProjectReading;
  readonly before: PreviousRelease;
  readonly readings: ReadingsBefore;
  readonly tree: typeof import('./static-tree.ts') | undefined;
}

/** Publishes the release, and writes the files of a static site if the options ask for them. */
async function publishProject(
  { projectFolder, keepGoing, onProgress, pageThreads, plain, first }: BuildOptions,
  { distFolder, folder, siteHash, templates, pool, signal }: Preparation,
  { project, before, readings, tree }: Readings,
): Promise<BuildResult> {
  const { problems: diagnostics } = project;
  const lost = project.isComplete ? [] : versionsLost(projectFolder, project.apis);
  const published = currentRelease(folder);
  try {
    if (first !== undefined) {
      const nothing = new PreviousRelease(null);
      await publish(first.folder, project, templates, { keepGoing, before: nothing, signal, withoutDocuments: true });
      first.published();
    }
    const { failures, ...publication } = await publish(folder, project, templates, {
      ...{ keepGoing, before, memory: { siteHash, readings }, pool, signal },
      ...(onProgress && { onProgress }),
      ...(pageThreads !== undefined && { pageThreads }),
    });
    removeDrafts(distFolder);
    const written = await tree?.replaceStaticTree(distFolder, {
      release: join(folder, RELEASES_FOLDER, publication.release),
      project,
      clientFolder: join(distFolder, 'client'),
      renderPage: async (page) => (await templates.renderer()).renderPage(page),
      isPlain: plain === true,
    });
    return {
      ...{ kind: 'published', ...publication, baseUrl: project.site.baseUrl, diagnostics },
      failures: written?.leftOut ?? failures.map(({ message }) => message),
      ...(lost.length > 0 && { lost }),
    };
  } catch (error) {
    if (signal.aborted) {
      await templates.compilation.catch(() => undefined);
      return { kind: 'interrupted', diagnostics: [], failures: [] };
    }
    const now = currentRelease(folder);
    return { kind: 'failed', release: now === published ? null : now, diagnostics, failures: failureMessages(error) };
  }
}
