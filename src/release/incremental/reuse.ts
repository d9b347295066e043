import type { RenderedDocument } from '../../formats/contract.ts';
import type { Api } from '../../model/api.ts';
import {
  type Dependencies,
  noteDependencies,
  startNoting,
  withDependencies,
  withParts,
} from '../../model/dependencies.ts';
import type { DocumentReference } from '../../model/locations.ts';
import type { ApiListEntry, ApiRecord } from '../../model/records.ts';
import { type PlacedText, withShownTexts } from '../../model/shown-text.ts';
import type { DocumentPage } from '../../presentation/page-data/document.ts';
import type { ProjectReading } from '../../project/project-reading.ts';
import { partEntries, textEntries } from '../../search/entries.ts';
import { Shard } from '../../search/shard.ts';
import { ShardWriter } from '../../search/shard-writer.ts';
import { CODEC } from '../../store/codings.ts';
import { modelKey, type ReleaseIndex } from '../../store/release.ts';
import { accessesOfApi, accessHash } from '../../store/release-access.ts';
import type { SiteDocuments } from '../../store/site-documents.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import { visibleRecord } from '../../store/visible-record.ts';
import { type DrawnPage, draw, drawNoted, hashAround, type PagePlace } from '../drawn-page.ts';
import type { PreviousRelease } from '../previous-release.ts';
import type { Renderer } from '../renderer.ts';
import { DependenciesBefore, DependencyNotes } from './dependency-notes.ts';
import type { DocumentDependencies } from './dependency-section.ts';
import { PartsOfDocument, textsIn, withTexts } from './document-pieces.ts';
import { KeptDocuments } from './kept-documents.ts';
import type { WrittenDependencies } from './memory-file.ts';
import { hashOfModel } from './model-text.ts';
import { trackedRecord, valueOfPart } from './tracked-record.ts';

interface MadeDocument {
  readonly reference: DocumentReference;
  readonly key: string;
  /** True for a format of the product. */
  readonly isOurs: boolean;
}

/** Dependencies for the next build, with the bytes of their sections. */
export interface WrittenReuse {
  readonly dependencies: WrittenDependencies;
  readonly sections: ReadonlyMap<string, Uint8Array>;
}

/** Decides which documents a build reuses from the previous release, and records dependencies for the next build. */
export class Reuse {
  readonly #project: ProjectReading;
  readonly #endNoting: ReturnType<typeof startNoting>;
  readonly #notes = new DependencyNotes();
  readonly #around = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  /** Maps the name of an API to all its versions, with only the parts that readers may see. */
  readonly #visible = new Map<string, readonly ApiRecord[]>();
  #outlines: ReadonlyMap<string, ReleaseIndex['outlines']> = new Map();
  #entries: ReadonlyMap<string, ApiListEntry> = new Map();
  /** Earlier bodies of documents of the current API, by key. */
  readonly #bodies = new Map<string, ReturnType<PreviousRelease['body']> | undefined>();
  #before: PreviousRelease | undefined;
  #kept: KeptDocuments | undefined;

  /** @param isNoting false: nothing is recorded or reused */
  constructor(project: ProjectReading, isNoting: boolean) {
    this.#project = project;
    this.#endNoting = isNoting ? startNoting() : undefined;
  }

  /** Record from which documents are made; tracks which of its parts are read. Called after {@link compare}. */
  track(record: ApiRecord): ApiRecord {
    return this.#endNoting === undefined || this.keepsAll(record.name) ? record : trackedRecord(record);
  }

  /**
   * Determines which documents can be reused.
   * @param templateHash hash of the current templates; undefined: nothing is reused
   */
  compare(before: PreviousRelease, documents: SiteDocuments, templateHash: string | undefined): void {
    if (this.#endNoting === undefined) return;
    const visible = Map.groupBy(documents.visible(), (api) => api.getName());
    const records = Map.groupBy(this.#project.apis, ({ name }) => name);
    for (const [name, versions] of visible) {
      const around = aroundOf(versions);
      this.#around.set(name, around);
      const shown = versions.map(({ record }) => record);
      this.#visible.set(name, shown);
      this.#keys.set(name, shortHash(JSON.stringify([around, ...(records.get(name) ?? []).map(hashOfModel)])));
    }
    const { memory } = before;
    if (templateHash === undefined || memory?.dependencies?.renderer !== this.#rendererOf(templateHash)) return;
    this.#before = before;
    this.#outlines = Map.groupBy(before.index?.outlines ?? [], ({ api }) => api);
    this.#entries = new Map(before.index?.entries.map((entry) => [entry.name, entry]));
    this.#kept = new KeptDocuments({
      before: new DependenciesBefore(memory),
      versionsBefore: (name) =>
        this.hasOwnTemplates() ? undefined : versionsIn(before, name, this.#project.site.audience),
      versions: (name) => this.#visible.get(name) ?? [],
      keyOf: (name) => this.#keys.get(name) ?? '',
    });
    for (const name of visible.keys()) {
      const section = this.keepsAll(name) ? this.#kept.section(name) : undefined;
      if (section !== undefined) this.#notes.keep(name, section);
    }
  }

  /** Reports whether any document can be reused from the previous release. */
  get hasBefore(): boolean {
    return this.#kept !== undefined;
  }

  /** Reports whether all documents of an API in the previous release are unchanged. */
  keepsAll(name: string): boolean {
    return this.#kept?.holdsAll(name) ?? false;
  }

  /** Entry of an API in the list; undefined if the entry has to be computed. */
  entry(name: string): ApiListEntry | undefined {
    return this.keepsAll(name) ? this.#entries.get(name) : undefined;
  }

  /**
   * Outlines of an API with the current accesses; undefined if they have to be computed.
   * @param versions all versions, including hidden parts
   */
  outlines(name: string, versions: readonly Api[]): ReleaseIndex['outlines'] | undefined {
    const before = this.keepsAll(name) ? this.#outlines.get(name) : undefined;
    const byVersion = new Map(before?.map((outline) => [outline.version, outline]));
    const outlines = versions.flatMap((api) => {
      const outline = byVersion.get(api.getVersion());
      return outline === undefined ? [] : [{ ...outline, accessHash: accessHash(accessesOfApi(api)) }];
    });
    return outlines.length === versions.length ? outlines : undefined;
  }

  /**
   * Finds an unchanged page in the previous release, with its dependencies unless the whole API is unchanged.
   * @param pageOf makes the content of the page; its data other than the record is compared
   * @returns undefined if the page has to be rendered
   */
  keptPage(
    reference: DocumentReference,
    key: string,
    pageOf: () => DocumentPage,
  ): { readonly madeOf?: DocumentDependencies } | undefined {
    if (this.#endNoting === undefined || reference.level === 'list') return undefined;
    const { api } = reference;
    // Pages of an unchanged API have unchanged content.
    if (this.keepsAll(api)) return {};
    const madeOf = this.#kept?.document(api, key, hashAround(pageOf(), this.around(api)));
    return madeOf && this.#kept?.holds(api, madeOf.dependencies) === true ? { madeOf } : undefined;
  }

  /** Renders a page on this thread; the result includes the dependencies if they are recorded. */
  async drawnPage(renderer: Renderer, documents: SiteDocuments, place: PagePlace): Promise<DrawnPage> {
    const { reference } = place;
    if (this.#endNoting === undefined || reference.level === 'list')
      return { bytes: await draw(renderer, documents, place) };
    return drawNoted(renderer, documents, place, this.around(reference.api));
  }

  /** Records the dependencies of a page for the next build. Called in the order of the pages. */
  notePage(api: string, key: string, madeOf: DocumentDependencies): void {
    if (this.#endNoting !== undefined) this.#notes.add(api, key, madeOf);
  }

  /** Hash of the data about the API that pages use in addition to its records. */
  around(api: string): string {
    return this.#around.get(api) ?? '';
  }

  /**
   * Makes a document in a machine format. A document about a whole API reuses unchanged parts of the previous release;
   * if only texts have changed, it reuses everything else.
   */
  async document(
    { reference, key, isOurs }: MadeDocument,
    render: () => RenderedDocument | Promise<RenderedDocument>,
  ): Promise<RenderedDocument> {
    if (this.#endNoting === undefined || reference.level !== 'api' || this.keepsAll(reference.api)) return render();
    const { api } = reference;
    const around = this.around(api);
    const known = this.#kept?.document(api, key, around);
    const before = await this.#bodies.get(key);
    this.#bodies.delete(key);
    const changed = known && before && this.#withChangedTexts(api, known, before);
    if (known !== undefined && changed !== undefined) {
      this.#notes.add(api, key, { ...known, texts: changed.texts });
      return { content: changed.content, headers: [] };
    }
    const holds = (dependencies: Dependencies): boolean => this.#kept?.holds(api, dependencies) ?? false;
    const parts = new PartsOfDocument(known?.parts && before && { text: before.toString(), parts: known.parts, holds });
    const { made, texts: shown, dependencies } = await madeWith(parts, isOurs, render);
    const content = typeof made.content === 'string' ? made.content : '';
    const placed = parts.placedIn(content);
    const texts = textsIn(content, shown, dependencies);
    if (placed.length + texts.length > 0)
      this.#notes.add(api, key, {
        ...{ around, dependencies },
        ...(placed.length > 0 && { parts: placed }),
        ...(texts.length > 0 && { texts }),
      });
    return made;
  }

  /** Content of a document in which only texts have changed; undefined if more may have changed. */
  #withChangedTexts(api: string, known: DocumentDependencies, before: Uint8Array): ReturnType<typeof withTexts> {
    const { dependencies, texts } = known;
    if (texts === undefined || this.#kept?.holds(api, dependencies) !== true) return undefined;
    const records = this.#visible.get(api) ?? [];
    const hasChanged = (part: string): boolean => this.#kept?.hasChanged(api, part) ?? true;
    return withTexts(before, texts, hasChanged, (part) => valueOfPart(records, part));
  }

  /** Makes a search shard. Its entries of messages and schemas are reused if none of their dependencies has changed. */
  async shard(api: Api, key: string): Promise<Uint8Array<ArrayBuffer>> {
    const name = api.getName();
    const body = this.#before?.body('shards', key);
    const writer = new ShardWriter();
    writer.addAll(textEntries(api));
    const around = shortHash(this.around(name) + writer.head());
    const known = this.#kept?.document(name, key, around);
    const before = known && this.#kept?.holds(name, known.dependencies) === true ? await body : undefined;
    const { dependencies } =
      known !== undefined && before !== undefined ? known : noteDependencies(() => writer.addAll(partEntries(api)));
    if (before !== undefined) writer.addRest(new Shard(before));
    if (this.#endNoting !== undefined) this.#notes.add(name, key, { around, dependencies });
    return writer.toBytes();
  }

  /** Begins an API: earlier bodies that may be reused in pieces are inflated while other documents are made. */
  begin(name: string): void {
    for (const key of this.keepsAll(name) ? [] : (this.#kept?.keysInPieces(name) ?? []))
      this.#bodies.set(key, this.#before?.body('artifacts', key));
  }

  /** Completes the dependencies of an API, after all its documents are made. */
  end(name: string): void {
    this.#bodies.clear();
    this.#notes.end(name);
  }

  /**
   * @param templateHash hash of the templates that rendered the pages
   * @returns undefined if nothing was recorded
   */
  async written(templateHash: string): Promise<WrittenReuse | undefined> {
    if (this.#endNoting === undefined) return undefined;
    const dependencies = { renderer: this.#rendererOf(templateHash), apis: [...this.#keys] };
    return { dependencies, sections: await this.#notes.written(this.#keys.keys()) };
  }

  /** Ends recording, so that another build in this process can begin. */
  close(): void {
    this.#endNoting?.();
  }

  /** Whether the project has its own templates: their modules may keep values between pages, which are not recorded. */
  hasOwnTemplates(): boolean {
    return Object.keys(this.#project.configuration.templateMap).length > 0;
  }

  /** Hash of the data other than the API from which documents are made. */
  #rendererOf(templateHash: string): string {
    const { site, formats } = this.#project;
    // Pages do not say which header fields this server passes.
    const apis = site.trying?.apis.map(({ fields: _, ...api }) => api);
    return shortHash(JSON.stringify([templateHash, CODEC, { ...site, trying: { ...site.trying, apis } }, formats]));
  }
}

/** @param isOurs false: texts are not recorded, since a custom format may change them */
async function madeWith(
  parts: PartsOfDocument,
  isOurs: boolean,
  render: () => RenderedDocument | Promise<RenderedDocument>,
): Promise<{
  readonly made: RenderedDocument;
  readonly texts: readonly PlacedText[];
  readonly dependencies: Dependencies;
}> {
  const make = (): Promise<RenderedDocument> => withParts(parts, render);
  const { value, dependencies } = await withDependencies(async () =>
    isOurs ? withShownTexts(make) : { made: await make(), texts: [] },
  );
  return { ...value, dependencies };
}

/**
 * Hash of the data about an API that pages use in addition to its records: its versions and accesses.
 * @param versions of one API
 */
function aroundOf(versions: readonly Api[]): string {
  const accesses = versions.map(accessesOfApi);
  return shortHash(JSON.stringify([versions.map((api) => [api.getVersions(), api.getDefaultVersion()]), accesses]));
}

/** Versions of an API in the previous release, with only the parts that readers could see. */
function versionsIn(
  before: PreviousRelease,
  name: string,
  audience: readonly string[] | undefined,
): readonly ApiRecord[] {
  return (before.index?.outlines ?? []).flatMap(({ api, version }) => {
    const record = api === name ? before.record(modelKey(api, version)) : undefined;
    return (record && visibleRecord(record, audience)) ?? [];
  });
}
