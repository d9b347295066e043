import type { DocumentReference } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import type { SiteDocuments } from '../store/site-documents.ts';

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

/** @param documentsOf creates the documents of one API */
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
  // The list comes last: its page needs the renderer, which loads while the large documents of APIs are compressed.
  yield { name: null, references: ofApi.get(null) ?? [], records: [], documents: whole };
}
