import { type Format, type RenderedDocument, renderDocument } from '../formats/contract.ts';
import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { versionedName } from '../model/locations.ts';
import { navigationWithin } from '../presentation/navigation/navigation.ts';
import { searchEntries } from '../search/entries.ts';
import { writeShard } from '../search/shard-writer.ts';
import type { DocumentationStore, StoredRepresentation } from './contract.ts';
import type { SiteDocuments } from './site-documents.ts';

/** Store for the development server: makes all documents from the model, without compression and entity tags. */
export function createLiveStore(documents: SiteDocuments, formats: readonly Format[]): DocumentationStore {
  return {
    site: documents.site,
    entries: () => documents.entries(),
    outline: (api, version) => documents.outline(api, version),
    searchShard(api, version) {
      const document = documents.document({ level: 'api', api, version });
      if (document.level !== 'api') throw new Error(`There is no API ${versionedName(api, version)}.`);
      return liveRepresentation(shardOf(document.api));
    },
    async navigation(api, version, language) {
      const document = documents.inLanguage(language).document({ level: 'api', api, version });
      return document.level === 'api' ? navigationWithin(document.api) : undefined;
    },
    representation(reference, formatName, _client, language = null) {
      const spoken = documents.inLanguage(language);
      const document = spoken.document(reference);
      const format = formats.find(({ name }) => name === formatName);
      if (format === undefined) throw new Error(`There is no format ${formatName}.`);
      if (format.render === null) return { kind: 'page', page: spoken.page(document) };
      const made = renderDocument(format, document, spoken.site);
      const toRepresentation = ({ content, headers }: RenderedDocument): StoredRepresentation =>
        liveRepresentation(typeof content === 'string' ? Buffer.from(content) : content, headers);
      return made instanceof Promise ? made.then(toRepresentation) : toRepresentation(made);
    },
  };
}

/** Search data of an API, created for the first search. */
const shardOf = computedOnce((api: Api): Uint8Array => writeShard(searchEntries(api)));

/** Uncompressed representation of bytes, without an entity tag. */
export function liveRepresentation(bytes: Uint8Array, headers: readonly string[] = []): StoredRepresentation {
  return { kind: 'bytes', tag: null, codings: ['identity'], headers, body: () => bytes };
}
