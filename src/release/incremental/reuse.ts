import type { RenderedDocument } from '../../formats/contract.ts';
import type { Api } from '../../model/api.ts';
import { type Dependencies, startNoting, withDependencies, withParts } from '../../model/dependencies.ts';
import type { DocumentReference } from '../../model/locations.ts';
import type { ApiListEntry, ApiRecord } from '../../model/records.ts';
import { type PlacedText, withShownTexts } from '../../model/shown-text.ts';
import type { DocumentPage } from '../../presentation/page-data/document.ts';
import type { ProjectReading } from '../../project/project-reading.ts';
import { CODECS } from '../../store/codings.ts';
import { modelKey, type ReleaseIndex } from '../../store/release.ts';
import { accessesOfApi, accessHash } from '../../store/release-access.ts';
import { shortHash } from '../../store/short-hash.ts';
import type { SiteDocuments } from '../../store/site-documents.ts';
import { visibleRecord } from '../../store/visible-record.ts';
import { type DrawnPage, draw, drawNoted, hashAround, type PagePlace } from '../drawn-page.ts';
import type { PreviousRelease } from '../previous-release.ts';
import type { Renderer } from '../renderer.ts';
import { DependencyWriter, readDependencies } from './dependency-file.ts';
import { KeptDocuments } from './kept-documents.ts';
import { hashOfModel } from './model-text.ts';
import { PartsOfDocument } from './parts-of-document.ts';
import type { PageDependencies } from './section-contents.ts';
import { textsIn, withTexts } from './texts-of-document.ts';
import { trackedRecord, valueOfPart } from './tracked-record.ts';

interface MadeDocument {
  readonly reference: DocumentReference;
  readonly key: string;
  /** True for a format of the product. */
  readonly isOurs: boolean;
}

/** Decides what a build keeps of the release before, and records dependencies for the build after it. */
export class Reuse {
  readonly #project: ProjectReading;
  readonly #endNoting = startNoting();
  readonly #notes = new DependencyWriter();
  readonly #around = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  /** Keys are names of APIs, values all versions, as far as readers may see them. */
  readonly #visible = new Map<string, readonly ApiRecord[]>();
  #outlines: ReadonlyMap<string, ReleaseIndex['outlines']> = new Map();
  #entries: ReadonlyMap<string, ApiListEntry> = new Map();
  #before: PreviousRelease | undefined;
  #kept: KeptDocuments | undefined;

  constructor(project: ProjectReading) {
    this.#project = project;
  }

  /** Record that documents are made from, after {@link compare}; it notes which parts are read. */
  track(record: ApiRecord): ApiRecord {
    return this.#endNoting === undefined || this.keepsAll(record.name) ? record : trackedRecord(record);
  }

  /**
   * Finds out what can be kept.
   * @param folder `dist/documentation`
   * @param templateHash of what renders pages now; undefined: nothing is kept
   */
  compare(folder: string, before: PreviousRelease, documents: SiteDocuments, templateHash: string | undefined): void {
    if (this.#endNoting === undefined) return;
    const visible = Map.groupBy(documents.visible(), (api) => api.getName());
    const records = Map.groupBy(this.#project.apis, ({ name }) => name);
    for (const [name, versions] of visible) {
      const around = aroundOf(versions);
      this.#around.set(name, around);
      this.#visible.set(
        name,
        versions.map(({ record }) => record),
      );
      this.#keys.set(name, shortHash(JSON.stringify([around, ...(records.get(name) ?? []).map(hashOfModel)])));
    }
    const read = before.id === undefined ? undefined : readDependencies(folder, before.id);
    if (templateHash === undefined || read?.renderer !== this.#rendererOf(templateHash)) return;
    this.#before = before;
    this.#notes.follow(read);
    this.#outlines = Map.groupBy(before.index?.outlines ?? [], ({ api }) => api);
    this.#entries = new Map(before.index?.entries.map((entry) => [entry.name, entry]));
    this.#kept = new KeptDocuments({
      before: read,
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

  /** Reports whether there is a release before that anything is kept from. */
  get hasBefore(): boolean {
    return this.#kept !== undefined;
  }

  /** Reports whether all documents of an API are those of the release before, as far as that has them. */
  keepsAll(name: string): boolean {
    return this.#kept?.holdsAll(name) ?? false;
  }

  /** Entry of an API in the list; undefined where it is to be looked for. */
  entry(name: string): ApiListEntry | undefined {
    return this.keepsAll(name) ? this.#entries.get(name) : undefined;
  }

  /**
   * The names that there are in an API, and who may call it; undefined where they are to be looked for.
   * @param versions with what no document shows
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
   * Finds a page that is the same in the release before, with its dependencies unless its whole API is as it was.
   * @param pageOf makes the content of the page; what it takes from beside the record is compared
   * @returns undefined where the page has to be drawn
   */
  keptPage(
    reference: DocumentReference,
    key: string,
    pageOf: () => DocumentPage,
  ): { readonly madeOf?: PageDependencies } | undefined {
    if (this.#endNoting === undefined || reference.level === 'list') return undefined;
    const { api } = reference;
    // An unchanged API gives its pages unchanged content.
    if (this.keepsAll(api)) return {};
    const madeOf = this.#kept?.page(api, key, hashAround(pageOf(), this.around(api)));
    return madeOf && { madeOf };
  }

  /** Draws a page here, with what it was made of where that is noted. */
  async drawnPage(renderer: Renderer, documents: SiteDocuments, place: PagePlace): Promise<DrawnPage> {
    const { reference } = place;
    if (this.#endNoting === undefined || reference.level === 'list')
      return { bytes: await draw(renderer, documents, place) };
    return drawNoted(renderer, documents, place, this.around(reference.api));
  }

  /** Notes the dependencies of a page for the next build; pages come in their order. */
  notePage(api: string, key: string, madeOf: PageDependencies): void {
    if (this.#endNoting !== undefined) this.#notes.add(api, key, madeOf);
  }

  /** Hash of what pages know of an API beside its records. */
  around(api: string): string {
    return this.#around.get(api) ?? '';
  }

  /**
   * A document that is no page. Of one of a whole API the parts are taken from the release before that would be the
   * same, and all of it where nothing but texts in it have changed.
   */
  async document(
    { reference, key, isOurs }: MadeDocument,
    render: () => RenderedDocument | Promise<RenderedDocument>,
  ): Promise<RenderedDocument> {
    if (this.#endNoting === undefined || reference.level !== 'api' || this.keepsAll(reference.api)) return render();
    const { api } = reference;
    const around = this.around(api);
    const changed = this.#withChangedTexts(api, key, around);
    if (changed !== undefined) return { content: changed, headers: [] };
    const known = this.#kept?.parts(api, key, around);
    const text = known === undefined || known.parts.length === 0 ? undefined : this.#before?.body('artifacts', key);
    const parts = new PartsOfDocument(known && text && { ...known, text: text.toString('utf8') });
    const { made, texts, dependencies } = await madeWith(parts, isOurs, render);
    const content = typeof made.content === 'string' ? made.content : '';
    const placed = parts.placedIn(content);
    if (placed.length > 0) this.#notes.addParts(api, key, { around, parts: placed });
    const noted = textsIn(content, texts, dependencies);
    if (noted.texts.length > 0) this.#notes.addTexts(api, key, { around, ...noted });
    return made;
  }

  /** Content of a document in which at most texts have changed; undefined where the document is to be made. */
  #withChangedTexts(api: string, key: string, around: string): Uint8Array<ArrayBuffer> | undefined {
    const known = this.#kept?.texts(api, key, around);
    const before = known && this.#before?.body('artifacts', key);
    if (known === undefined || before === undefined) return undefined;
    const records = this.#visible.get(api) ?? [];
    const changed = withTexts(before, known, known.hasChanged, (part) => valueOfPart(records, part));
    if (changed !== undefined) this.#notes.addTexts(api, key, { around, ...changed.noted });
    return changed?.content;
  }

  /** All documents of an API are made. */
  end(name: string): void {
    this.#notes.end(name);
  }

  /**
   * Writes the dependencies for the next build.
   * @param release its name
   * @param templateHash of what has rendered its pages; undefined: nothing is written
   */
  write(folder: string, release: string, templateHash: string | undefined): void {
    if (this.#endNoting === undefined || templateHash === undefined) return;
    this.#notes.write(folder, { release, renderer: this.#rendererOf(templateHash), apis: this.#keys });
  }

  /** Others may note from now on. */
  close(): void {
    this.#endNoting?.();
  }

  /** Modules of a project may keep what they make of one page for the next, which nothing notes. */
  hasOwnTemplates(): boolean {
    return Object.keys(this.#project.configuration.templateMap).length > 0;
  }

  /** Hash of everything beside an API that all documents are made from. */
  #rendererOf(templateHash: string): string {
    const { site, formats } = this.#project;
    return shortHash(JSON.stringify([templateHash, CODECS, site, formats]));
  }
}

/** @param isOurs else it is not known what is done with a text before it is written */
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
 * Hash of the facts that pages know of an API beside its records: its versions, and who may call what.
 * @param versions of one API
 */
function aroundOf(versions: readonly Api[]): string {
  const accesses = versions.map(accessesOfApi);
  return shortHash(JSON.stringify([versions.map((api) => [api.getVersions(), api.getDefaultVersion()]), accesses]));
}

/** Versions of an API in the release before, as far as readers could see them. */
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
