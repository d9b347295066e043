import type { DocumentReference } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import type { SiteDocuments } from '../store/site-documents.ts';

/**
 * The list of APIs, or all versions of one API. Values that are computed for its documents are dropped with it, so that
 * a site of many APIs takes hardly more memory than its largest API.
 */
export interface Section {
  /** Name of the API; null for the list. */
  readonly name: string | null;
  readonly references: readonly DocumentReference[];
  /** Records of the API; none for the list. */
  readonly records: readonly ApiRecord[];
  /** Documents of the section, made at the first use. */
  readonly documents: SiteDocuments;
}

/** @param documentsOf makes the documents of one API */
export function* sectionsOf(
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
  // Its page needs the renderer, which takes as long to load as the first large documents, and these take longest to
  // compress.
  yield { name: null, references: ofApi.get(null) ?? [], records: [], documents: whole };
}
