import { setImmediate } from 'node:timers/promises';
import type { Format, FormatError } from '../formats/contract.ts';
import { html } from '../formats/html/html.ts';
import { languagesOf } from '../formats/twins.ts';
import { tagsOf } from '../model/language.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import { navigationWithin } from '../presentation/navigation/navigation.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { modelKey, navigationKey, type ReleaseIndex } from '../store/release.ts';
import { accessesOfApi, accessHash, operationNamesOf } from '../store/release-access.ts';
import { formatLink, SiteDocuments } from '../store/site-documents.ts';
import { visibleRecord } from '../store/visible-record.ts';
import { PageThreads, pageThreadCount } from './drawing/page-threads.ts';
import { type Section, SectionPages } from './drawing/section-pages.ts';
import type { Reuse } from './incremental/reuse.ts';
import { type MachineArtifact, machineArtifacts } from './machine-formats.ts';
import type { ReleaseWriter } from './release-writer.ts';
import type { Renderer, Templates } from './renderer.ts';

/** Options of {@link writeSections}. */
interface SectionsOptions {
  readonly project: ProjectReading;
  readonly documents: SiteDocuments;
  readonly references: readonly DocumentReference[];
  /** Templates. Machine formats are written while the templates are compiled. */
  readonly templates: Pick<Templates, 'isCurrent' | 'renderer'>;
  readonly reuse: Reuse;
  /** Called for every document that is written or reused; an error that this function throws ends the build. */
  readonly step: () => void;
  /** Writes no search shards either: servers derive them. */
  readonly withoutDocuments: boolean;
  /** Continues without the documents that custom formats cannot render. */
  readonly keepGoing: boolean;
  /** Number of additional threads that render pages; default: see `pageThreadCount`. */
  readonly pageThreads?: number;
}

interface WrittenSections {
  readonly outlines: ReleaseIndex['outlines'];
  /** Number of pages that were rendered; the others were reused from the previous release. */
  readonly rendered: number;
  /**
   * Failures of custom formats; the affected documents were left out. Without `keepGoing`, the other results are
   * incomplete after a failure.
   */
  readonly failures: readonly FormatError[];
}

/** Options for the documents of a site. */
export function documentOptions({ site, formats, accessRule }: ProjectReading) {
  return { site, formats, accessRule, development: false };
}

/** Writes the models, machine formats, shards and pages of one API after the other, then the list. */
export async function writeSections(writer: ReleaseWriter, options: SectionsOptions): Promise<WrittenSections> {
  const { project, documents, references, templates, reuse, step, keepGoing, withoutDocuments, pageThreads } = options;
  const { renderer, isCurrent = false } = templates;
  const failures: FormatError[] = [];
  const outlines: ReleaseIndex['outlines'][number][] = [];
  let rendered = 0;
  const versions = Map.groupBy(documents.apis(), (api) => api.getName());
  const sections = sectionsOf(documents, references, project.apis, (records) => {
    return new SiteDocuments(records, { ...documentOptions(project), track: (record) => reuse.track(record) });
  });
  const artifactsOf = (section: Section): AsyncGenerator<MachineArtifact> =>
    artifactsToWrite(writer, section, { formats: project.formats, reuse, step, fail: (error) => failures.push(error) });
  let threads: PageThreads | undefined;
  try {
    for (const section of sections) {
      if (section.name !== null) reuse.begin(section.name);
      let planned: SectionPages | undefined;
      // Pages are planned only when needed, so that without rendering threads compression starts at once.
      const pagesOf = (): SectionPages => {
        planned ??= new SectionPages(section, project.site, reuse);
        return planned;
      };
      const isHopeless = (): boolean => failures.length > 0 && !keepGoing;
      const begin = async (): Promise<void> => {
        if (pageThreads === 0 || isHopeless() || reuse.hasOwnTemplates()) return;
        const count = pageThreadCount(pagesOf(), pageThreads);
        if (count === 0) return;
        threads ??= threadsOf(project, await renderer());
        if (threads !== undefined) pagesOf().begin(threads, count, reuse);
      };
      if (isCurrent) await begin();
      for (const record of section.records)
        await writer.addModel(record, reuse.keepsAll(record.name), visibleRecord(record, project.site.audience));
      for await (const { key, content, headers } of artifactsOf(section)) {
        // Lets the event loop handle the end of the compilation, and Ctrl-C.
        await setImmediate();
        step();
        await writer.addArtifact(key, content, headers);
      }
      // Continues with the next API, to report all failures together; nothing is published.
      if (isHopeless()) {
        planned?.abandon();
        continue;
      }
      if (!isCurrent) await begin();
      const { name } = section;
      const kept = name === null ? undefined : reuse.outlines(name, versions.get(name) ?? []);
      if (kept === undefined && !withoutDocuments) await writeShards(writer, section, reuse);
      else for (const { api, version } of kept ?? []) writer.keepShard(modelKey(api, version));
      await writeNavigation(writer, section, tagsOf(project.site), reuse);
      rendered += await pagesOf().write(writer, { renderer: await renderer(), reuse, step });
      if (name === null) continue;
      outlines.push(...(kept ?? outlinesOf(section.documents)));
      reuse.end(name);
    }
  } finally {
    await threads?.close();
  }
  return { outlines, rendered, failures };
}

/** Splits a site into sections. @param documentsOf creates the documents of one API */
function* sectionsOf(
  whole: SiteDocuments,
  references: readonly DocumentReference[],
  records: readonly ApiRecord[],
  documentsOf: (records: readonly ApiRecord[]) => SiteDocuments,
): Generator<Section> {
  const ofApi = Map.groupBy(references, (reference) => (reference.level === 'list' ? null : reference.api));
  const versions = Map.groupBy(records, ({ name }) => name);
  for (const name of new Set(whole.apis().map((api) => api.getName()))) {
    const own = versions.get(name) ?? [];
    let made: SiteDocuments | undefined;
    yield {
      name,
      references: ofApi.get(name) ?? [],
      records: own,
      get documents() {
        made ??= documentsOf(own);
        return made;
      },
    };
  }
  // The list comes last: its page needs the renderer, which loads while the large documents of APIs are compressed.
  yield { name: null, references: ofApi.get(null) ?? [], records: [], documents: whole };
}

/** Threads that render pages; undefined if only the main thread can render. */
function threadsOf({ site, formats }: ProjectReading, { module }: Renderer): PageThreads | undefined {
  if (module === undefined) return undefined;
  return new PageThreads({ rendererUrl: module.href, site, formats: formats.map(formatLink) });
}

interface ArtifactsOptions extends Pick<SectionsOptions, 'reuse' | 'step'> {
  readonly formats: readonly Format[];
  /** Called for each document that a custom format cannot render. */
  readonly fail: (error: FormatError) => void;
}

/** Documents of machine formats, without those that the writer reuses from the previous release. */
function artifactsToWrite(
  writer: ReleaseWriter,
  { documents, references }: Section,
  { formats, reuse, step, fail }: ArtifactsOptions,
): AsyncGenerator<MachineArtifact> {
  return machineArtifacts(documents, references, formats, {
    keeps(reference, key) {
      const isKept = reference.level !== 'list' && reuse.keepsAll(reference.api) && writer.keepArtifact(key);
      if (isKept) step();
      return isKept;
    },
    make: (made, render) => reuse.document(made, render),
    fail,
  });
}

/** Writes the search shards of an API. */
async function writeShards(writer: ReleaseWriter, section: Section, reuse: Reuse): Promise<void> {
  for (const api of section.name === null ? [] : section.documents.visible()) {
    const key = modelKey(api.getName(), api.getVersion());
    if (!(reuse.keepsAll(api.getName()) && writer.keepShard(key)))
      await writer.addShard(key, await reuse.shard(api, key));
  }
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

/** Writes the navigation for pages that a server renders without the model, such as search results. */
async function writeNavigation(
  writer: ReleaseWriter,
  section: Section,
  tags: readonly string[],
  reuse: Reuse,
): Promise<void> {
  for (const language of section.name === null ? [] : languagesOf(html, tags))
    for (const api of section.documents.inLanguage(language).visible()) {
      const key = navigationKey(api.getName(), api.getVersion(), language);
      if (!(reuse.keepsAll(api.getName()) && writer.keepArtifact(key)))
        await writer.addArtifact(key, JSON.stringify(navigationWithin(api)));
    }
}
