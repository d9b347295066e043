import { html } from '../../formats/html/html.ts';
import { languagesOf } from '../../formats/twins.ts';
import { tagsOf } from '../../model/language.ts';
import type { DocumentReference } from '../../model/locations.ts';
import type { ApiRecord } from '../../model/records.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { shared } from '../../store/opened-release.ts';
import { artifactKey } from '../../store/release.ts';
import { accessesOfApi, operationNamesOf } from '../../store/release-access.ts';
import type { SiteDocuments } from '../../store/site-documents.ts';
import { type PagePlace, pageAt } from '../drawn-page.ts';
import type { DocumentDependencies } from '../incremental/dependency-section.ts';
import { modelText } from '../incremental/model-text.ts';
import type { Reuse } from '../incremental/reuse.ts';
import type { ReleaseWriter } from '../release-writer.ts';
import type { Renderer } from '../renderer.ts';
import { PagesInTurn, type PageThreads } from './page-threads.ts';
import type { PageWork } from './page-worker.ts';

/**
 * The list of APIs, or all versions of one API. Values computed for the documents of a section are freed with the
 * section, so that a site takes hardly more memory than its largest API.
 */
export interface Section {
  /** Name of the API; null for the list. */
  readonly name: string | null;
  readonly references: readonly DocumentReference[];
  /** Records of the API; none for the list. */
  readonly records: readonly ApiRecord[];
  /** Documents of the section, created on first use. */
  readonly documents: SiteDocuments;
}

interface PlannedPage extends PagePlace {
  readonly key: string;
  /** Reusable page of the previous release, with its dependencies; undefined: the page has to be rendered. */
  readonly kept: { readonly madeOf?: DocumentDependencies } | undefined;
}

interface WritePagesOptions {
  readonly renderer: Renderer;
  readonly reuse: Reuse;
  /** Called for each page that is written. */
  readonly step: () => void;
}

/** Pages of an API or of the list, in the order in which they are written. */
export class SectionPages {
  readonly #section: Section;
  readonly #pages: readonly PlannedPage[];
  /** Pages that have to be rendered. */
  readonly #places: readonly PlannedPage[];
  #drawing: PagesInTurn | undefined;

  constructor(section: Section, site: Site, reuse: Reuse) {
    this.#section = section;
    this.#pages = languagesOf(html, tagsOf(site)).flatMap((language) =>
      section.references.map((reference) => {
        const key = artifactKey(reference, html.name, language);
        const kept = reuse.keptPage(reference, key, () => pageAt(section.documents, { reference, language }));
        return { reference, language, key, kept };
      }),
    );
    this.#places = this.#pages.filter(({ kept }) => kept === undefined);
  }

  /** Number of pages that have to be rendered. */
  get count(): number {
    return this.#places.length;
  }

  /** Number of characters of the largest version's model, as JSON. */
  get modelSize(): number {
    return Math.max(0, ...this.#section.records.map((record) => modelText(record).length));
  }

  /** @param count number of other threads on which rendering starts */
  begin(threads: PageThreads, count: number, reuse: Reuse): void {
    const { name, documents } = this.#section;
    const versions = documents.apis().map((api): PageWork['versions'][number] => ({
      version: api.getVersion(),
      model: shared(new TextEncoder().encode(modelText(api.record))),
      operations: operationNamesOf(api),
      accesses: accessesOfApi(api),
    }));
    const pages = this.#places.map(({ reference, language }): PagePlace => ({ reference, language }));
    this.#drawing = threads.begin({ pages, versions, around: reuse.around(name ?? '') }, count);
  }

  /** Stops rendering because nothing will be published. */
  abandon(): void {
    this.#drawing?.end();
  }

  /** @returns number of pages that were rendered */
  async write(writer: ReleaseWriter, { renderer, reuse, step }: WritePagesOptions): Promise<number> {
    const drawing = this.#drawing ?? new PagesInTurn(this.#places.length);
    const draw = (index: number) => {
      const place = this.#places[index];
      if (place === undefined) throw new RangeError(`There is no page ${index}.`);
      return reuse.drawnPage(renderer, this.#section.documents, place);
    };
    let drawn = 0;
    for (const { key, kept } of this.#pages) {
      if (kept === undefined) {
        await writer.addArtifact(key, await drawing.page(drawn, draw));
        drawn += 1;
      } else if (!writer.keepArtifact(key)) throw new Error(`The release before has no ${key}. Build with --force.`);
      step();
    }
    const madeOf = await drawing.madeOf();
    let index = 0;
    for (const { reference, key, kept } of this.#pages) {
      const known = kept === undefined ? madeOf.get(index++) : kept.madeOf;
      if (known !== undefined && reference.level !== 'list') reuse.notePage(reference.api, key, known);
    }
    return drawn;
  }
}
