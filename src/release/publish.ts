import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { FormatError } from '../formats/contract.ts';
import { html } from '../formats/html/html.ts';
import { languagesOf } from '../formats/twins.ts';
import { ASSET_TYPES } from '../http/document-fields.ts';
import { tagsOf } from '../model/language.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { closedAtBuild } from '../project/closed-at-build.ts';
import { filesBelow } from '../project/fingerprint.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { SiteDocuments } from '../store/site-documents.ts';
import { FormatFailures } from './build-errors.ts';
import type { CompressionPool } from './compression-pool.ts';
import { renderedPage } from './drawn-page.ts';
import { type MemoryHead, writeMemory } from './incremental/memory-file.ts';
import type { ReadingsBefore } from './incremental/readings-before.ts';
import { Reuse, type WrittenReuse } from './incremental/reuse.ts';
import { countMachineArtifacts } from './machine-formats.ts';
import type { PreviousRelease } from './previous-release.ts';
import { contentsOf, type VersionContents } from './release-contents.ts';
import { ReleaseWriter } from './release-writer.ts';
import type { Renderer, Templates } from './renderer.ts';
import { samplePages } from './sample-pages.ts';
import { documentOptions, writeSections } from './write-sections.ts';

interface Publication {
  /** Id of the release. */
  readonly release: string;
  /** Number of versions of all APIs. */
  readonly apis: number;
  readonly documents: number;
  /** Number of pages; each language of a document counts as a page. */
  readonly pages: number;
  /** Number of pages that were rendered; the others were reused from the previous release. */
  readonly rendered: number;
  readonly contents: () => readonly VersionContents[];
  /** Failures of custom formats; the affected documents were left out. */
  readonly failures: readonly FormatError[];
}

interface PublishOptions {
  /** Publishes the release without the documents that custom formats cannot render. */
  readonly keepGoing: boolean;
  /** Release to reuse content from; default: the published release. */
  readonly before?: PreviousRelease;
  /** Contents of the memory of the build other than dependencies. */
  readonly memory?: {
    /** Hash of all inputs of the release except its templates. */
    readonly siteHash: string;
    readonly readings: ReadingsBefore;
  };
  /** Pool for compression, closed at the end; default: a new pool. */
  readonly pool?: CompressionPool;
  /** Number of additional threads that render pages; default: see `pageThreadCount`. */
  readonly pageThreads?: number;
  /** Aborts before the next document, and the wait for another build that publishes. */
  readonly signal?: AbortSignal;
  /** Leaves out all documents and search data: servers derive them from the models. */
  readonly withoutDocuments?: boolean;
  /** Called after each document is written. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Writes all pages and the machine formats of whole APIs as one release, and makes it the current release. Servers
 * derive machine formats of services, groups and schemas from the model on request.
 * @param folder `dist/documentation`
 * @param templates may still be compiling: machine formats are written first
 * @throws {@link FormatFailures}, and the signal's reason
 */
export async function publish(
  folder: string,
  project: ProjectReading,
  templates: Templates,
  options: PublishOptions,
): Promise<Publication> {
  const reuse = new Reuse(project, options.withoutDocuments !== true);
  try {
    return await publishWith(reuse, folder, project, templates, options);
  } finally {
    reuse.close();
  }
}

async function publishWith(
  reuse: Reuse,
  folder: string,
  project: ProjectReading,
  templates: Templates,
  { before, memory, pool, keepGoing, pageThreads, signal, withoutDocuments = false, onProgress }: PublishOptions,
): Promise<Publication> {
  const { compilation, isCurrent, renderer } = templates;
  // Prevents an unhandled rejection if the compiler fails before this promise is awaited.
  compilation.catch(() => undefined);
  const documents = new SiteDocuments(project.apis, {
    ...documentOptions(project),
    knownEntry: (name) => reuse.entry(name),
  });
  const references = withoutDocuments ? [] : [...documents.references()];
  const pages = references.length * languagesOf(html, tagsOf(project.site)).length;
  const total = pages + countMachineArtifacts(references, project.formats, project.site);
  const writer = new ReleaseWriter(folder, before, total, pool);
  reuse.compare(writer.before, documents, isCurrent === true ? await compilation : undefined);
  let done = 0;
  const step = (): void => {
    signal?.throwIfAborted();
    done += 1;
    onProgress?.(done, total);
  };
  try {
    const sections = { project, documents, references, templates, reuse, step, keepGoing, withoutDocuments };
    const threads = pageThreads === undefined ? {} : { pageThreads };
    const { outlines, rendered, failures } = await writeSections(writer, { ...sections, ...threads });
    await compilation;
    if (failures.length > 0 && !keepGoing) throw new FormatFailures(failures);
    // Our templates rendered these pages for the same site before; a project's templates may read anything.
    if (!withoutDocuments && (!reuse.hasBefore || reuse.hasOwnTemplates()))
      await tryOtherPages(documents.site, await renderer());
    await writeAssets(writer, project, await renderer());
    signal?.throwIfAborted();
    const closed = closedAtBuild(project, outlines);
    const head = {
      site: documents.site,
      entries: documents.entries(),
      outlines,
      ...(closed && { closed }),
      ...(project.removed.length > 0 && { removed: project.removed }),
      ...(project.unanswered.length > 0 && { unanswered: project.unanswered }),
    };
    const release = await writer.publish(head, signal);
    const templateHash = await compilation;
    const isWhole = failures.length === 0 && !project.problems.some(({ severity }) => severity === 'error');
    if (templateHash !== undefined && !withoutDocuments) {
      const of = isWhole && memory && `${memory.siteHash} ${templateHash}`;
      const inputs = of && { of, hasWarnings: project.problems.length > 0, checksum: writer.checksum };
      const dependencies = await reuse.written(templateHash);
      rememberBuild(folder, { release, ...(inputs && { inputs }) }, memory?.readings, dependencies);
    }
    const contents = (): readonly VersionContents[] => contentsOf(writer.origins(), outlines, documents.site);
    const counts = { apis: project.apis.length, documents: references.length, pages, rendered };
    return { release, ...counts, contents, failures };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Writes the memory of a build, from which the next build reuses what has not changed. */
function rememberBuild(
  folder: string,
  build: MemoryHead,
  before: ReadingsBefore | undefined,
  reused: WrittenReuse | undefined,
): void {
  const { readings, sections: descriptors = [] } = before?.written() ?? {};
  const { dependencies, sections = [] } = reused ?? {};
  const contents = { ...build, ...(readings && { readings }), ...(dependencies && { dependencies }) };
  writeMemory(folder, contents, new Map([...descriptors, ...sections]));
}

/** Renders samples of the pages that a server renders on request: an error in the layout would break all of them. */
async function tryOtherPages(site: Site, renderer: Renderer): Promise<void> {
  for (const { title, page } of samplePages(site)) await renderedPage(renderer, page, title);
}

/** Writes the files that pages link to: styles, scripts and the font, and those of the theme. */
async function writeAssets(writer: ReleaseWriter, project: ProjectReading, renderer: Renderer): Promise<void> {
  const { clientFolder } = renderer;
  if (clientFolder !== null)
    for (const file of filesBelow(clientFolder)) {
      const mediaType = ASSET_TYPES.find(([ending]) => file.endsWith(ending))?.[1];
      if (mediaType === undefined) continue;
      const path = `/${relative(clientFolder, file).split(sep).join('/')}`;
      await writer.addAsset(path, mediaType, Uint8Array.from(readFileSync(file)));
    }
  // Copies, since the writer transfers the bytes to a thread, and a static tree also needs them.
  for (const [path, { mediaType, bytes }] of project.themeAssets)
    await writer.addAsset(path, mediaType, Uint8Array.from(bytes));
}
