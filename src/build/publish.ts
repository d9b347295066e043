import { setImmediate } from 'node:timers/promises';
import type { FormatError } from '../formats/contract.ts';
import { html } from '../formats/html/html.ts';
import { documentPath } from '../model/locations.ts';
import type { DocumentPage, Page, Site } from '../model/page/document.ts';
import { closedAtBuild } from '../project/closed-at-build.ts';
import type { ProjectReading } from '../project/read-project.ts';
import { pictureLook } from '../project/theme/brand.ts';
import { artifactKey, modelKey, type ReleaseIndex } from '../store/release.ts';
import { accessesOfApi, accessHash, operationNamesOf } from '../store/release-access.ts';
import { SiteDocuments } from '../store/site-documents.ts';
import { Reuse } from './incremental/reuse.ts';
import { writePictures } from './link-pictures.ts';
import { countMachineArtifacts, languagesOf, type MachineArtifact, machineArtifacts } from './machine-formats.ts';
import { MarkdownAhead } from './markdown-ahead.ts';
import type { PreviousRelease } from './previous-release.ts';
import { contentsOf, type VersionContents } from './release-contents.ts';
import { ReleaseWriter } from './release-writer.ts';
import { type Renderer, TemplateError } from './renderer.ts';
import { samplePages } from './sample-pages.ts';
import { renderAhead, type Section, sectionsOf } from './sections.ts';
import { writeAssets } from './write-assets.ts';

interface Publication {
  /** Id of the release. */
  readonly release: string;
  /** What `releaseChecksum` says of it. */
  readonly checksum: string;
  /** Versions of APIs. */
  readonly apis: number;
  readonly documents: number;
  /** Each document in each language. */
  readonly pages: number;
  /** Pages that were rendered; the others are those of the release before. */
  readonly rendered: number;
  readonly contents: () => readonly VersionContents[];
  /** What custom formats could not render and was left out. */
  readonly failures: readonly FormatError[];
}

interface PublishOptions {
  /** Publish without the documents that custom formats cannot render. */
  readonly keepGoing: boolean;
  /** What is taken from; left out: what is published. */
  readonly before?: PreviousRelease;
  /** Ends it before the next document. */
  readonly signal?: AbortSignal;
  /** Called with every document that was written. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Templates on their way. */
interface Templates {
  /**
   * Done when no compiler needs the cores any more, with the hash of all that was compiled; undefined where that is not
   * known.
   */
  readonly compilation: Promise<string | undefined>;
  /** They were compiled before; left out: they were not. */
  readonly isCurrent?: boolean;
  readonly renderer: Promise<Renderer>;
}

/** Custom formats cannot render some documents, and nothing is published without them. */
export class FormatFailures extends Error {
  readonly failures: readonly FormatError[];

  constructor(failures: readonly FormatError[]) {
    super(failures.map(({ message }) => message).join('\n'));
    this.failures = failures;
  }
}

/**
 * Writes every page and every machine format of APIs as one release and switches to it. Of machine formats those of
 * services, groups and schemas are derived from the model at a request.
 * @param folder `dist/documentation`
 * @param templates machine formats are written while they are compiled
 * @throws {@link FormatFailures}, and what the signal says
 */
export async function publish(
  folder: string,
  site: ProjectReading,
  templates: Templates,
  options: PublishOptions,
): Promise<Publication> {
  const reuse = new Reuse(site);
  try {
    return await publishWith(reuse, folder, site, templates, options);
  } finally {
    reuse.close();
  }
}

async function publishWith(
  reuse: Reuse,
  folder: string,
  site: ProjectReading,
  { compilation, isCurrent, renderer }: Templates,
  options: PublishOptions,
): Promise<Publication> {
  const { formats } = site;
  const siteOptions = { site: site.site, formats, development: false, accessRule: site.accessRule };
  const documents = new SiteDocuments(site.apis, { ...siteOptions, knownEntry: (name) => reuse.entry(name) });
  const references = [...documents.references()];
  const languages = languagesOf(html, site.site);
  const pages = references.length * languages.length;
  const total = pages + countMachineArtifacts(references, formats, site.site);
  const writer = new ReleaseWriter(folder, options.before, total);
  reuse.compare(folder, writer.before, documents, isCurrent === true ? await compilation : undefined);
  let done = 0;
  const step = (): void => {
    options.signal?.throwIfAborted();
    done += 1;
    options.onProgress?.(done, total);
  };
  let markdown: MarkdownAhead | undefined;
  try {
    // Of few pages the texts are rendered sooner than on a thread.
    if (!reuse.hasBefore) markdown = new MarkdownAhead(site.apis);
    const failures: FormatError[] = [];
    const outlines: ReleaseIndex['outlines'][number][] = [];
    let rendered = 0;
    const artifactsOf = (section: Section): AsyncGenerator<MachineArtifact> =>
      machineArtifacts(section.documents, section.references, formats, {
        keeps(reference, key) {
          const isKept = reference.level !== 'list' && reuse.keepsAll(reference.api) && writer.keepArtifact(key);
          if (isKept) step();
          return isKept;
        },
        make: (made, render) => reuse.document(made, render),
        fail: (failure) => failures.push(failure),
      });
    const versions = Map.groupBy(documents.apis(), (api) => api.getName());
    const sections = sectionsOf(documents, references, site.apis, (records) => {
      return new SiteDocuments(records, { ...siteOptions, track: (record) => reuse.track(record) });
    });
    for await (const { section, artifacts } of renderAhead(sections, artifactsOf, compilation, step)) {
      for (const record of section.records) await writer.addModel(record, reuse.keepsAll(record.name));
      for await (const { key, content, headers } of artifacts) await writer.addArtifact(key, content, headers);
      // All that fail are reported together, and nothing is published.
      if (failures.length > 0 && !options.keepGoing) continue;
      markdown?.deliver((await renderer).rememberMarkdown);
      await setImmediate();
      const { name } = section;
      const kept = name === null ? undefined : reuse.outlines(name, versions.get(name) ?? []);
      if (kept === undefined) await writeShards(writer, section, reuse);
      else for (const { api, version } of kept) writer.keepShard(modelKey(api, version));
      await writePictures(writer, section, reuse, pictureLook(site.configuration.theme));
      rendered += await writePages(writer, section, { languages, renderer: await renderer, reuse, step });
      if (name === null) continue;
      outlines.push(...(kept ?? outlinesOf(section.documents)));
      reuse.end(name);
    }
    await compilation;
    if (failures.length > 0 && !options.keepGoing) throw new FormatFailures(failures);
    await tryOtherPages(documents.site, await renderer);
    await writeAssets(writer, await renderer);
    // Copies: the writer takes bytes away to a thread, and a static tree has these, too.
    for (const [path, { mediaType, bytes }] of site.themeAssets)
      await writer.addAsset(path, mediaType, Uint8Array.from(bytes));
    options.signal?.throwIfAborted();
    const closed = closedAtBuild(site, outlines);
    const release = await writer.publish({
      site: documents.site,
      entries: documents.entries(),
      outlines,
      ...(closed && { closed }),
      ...(site.removed.length > 0 && { removed: site.removed }),
      ...(site.unanswered.length > 0 && { unanswered: site.unanswered }),
    });
    reuse.write(folder, release, await compilation);
    const contents = (): readonly VersionContents[] => contentsOf(writer.origins(), outlines, documents.site);
    const { checksum } = writer;
    return {
      release,
      checksum,
      apis: site.apis.length,
      documents: references.length,
      pages,
      rendered,
      contents,
      failures,
    };
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    await markdown?.close();
  }
}

/** What is searched of an API. */
async function writeShards(writer: ReleaseWriter, section: Section, reuse: Reuse): Promise<void> {
  for (const api of section.name === null ? [] : section.documents.visible()) {
    const key = modelKey(api.getName(), api.getVersion());
    if (!(reuse.keepsAll(api.getName()) && writer.keepShard(key))) await writer.addShard(key, reuse.shard(api, key));
  }
}

interface PagesOptions {
  readonly languages: readonly (string | null)[];
  readonly renderer: Renderer;
  readonly reuse: Reuse;
  readonly step: () => void;
}

/** @returns how many were rendered */
async function writePages(
  writer: ReleaseWriter,
  section: Section,
  { languages, renderer, reuse, step }: PagesOptions,
): Promise<number> {
  let count = 0;
  for (const language of languages) {
    for (const reference of section.references) {
      const key = artifactKey(reference, html.name, language);
      const pageOf = (): DocumentPage => {
        const spoken = section.documents.inLanguage(language);
        return spoken.page(spoken.document(reference));
      };
      const bytes = await reuse.page(reference, key, pageOf, (page) =>
        rendered(renderer, page, documentPath(reference)),
      );
      if (bytes !== null) {
        await writer.addArtifact(key, bytes);
        count += 1;
        // Rendering alone lets nothing else happen, Ctrl-C neither.
        await setImmediate();
      } else if (!writer.keepArtifact(key)) throw new Error(`The release before has no ${key}. Build with --force.`);
      step();
    }
  }
  return count;
}

/**
 * A server renders these when they are asked for: what is wrong with a layout there would take every one of them away.
 */
async function tryOtherPages(site: Site, renderer: Renderer): Promise<void> {
  for (const { title, page } of samplePages(site)) await rendered(renderer, page, title);
}

/** @param title for people */
function rendered({ renderPage }: Renderer, page: Page, title: string): Promise<Uint8Array<ArrayBuffer>> {
  return renderPage(page).catch((error: unknown) => {
    throw new TemplateError(
      `The page of ${title} cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
}

function outlinesOf(documents: SiteDocuments): ReleaseIndex['outlines'] {
  return documents.apis().map((api) => {
    const outline = documents.outline(api.getName(), api.getVersion());
    const operations = operationNamesOf(api);
    const differences = documents.differences(api.getName(), api.getVersion());
    return {
      api: api.getName(),
      version: api.getVersion(),
      services: [...(outline?.services ?? [])],
      groups: [...(outline?.groups ?? [])],
      guides: [...(outline?.guides ?? [])],
      schemas: [...(outline?.schemas ?? [])],
      operations,
      accessHash: accessHash(accessesOfApi(api)),
      ...(differences === undefined ? {} : { differences }),
    };
  });
}
