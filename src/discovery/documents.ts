import type { Format } from '../formats/contract.ts';
import type { DocumentReference } from '../model/locations.ts';
import { contentsOf } from '../search/contents.ts';
import { Shard } from '../search/shard.ts';
import type { Client, DocumentationStore } from '../store/contract.ts';
import { referencesIn } from '../store/documents-of-api.ts';
import type { Discoverable } from './contract.ts';

/** Yields every document that has its own page. Of a schema index in several parts, it yields only the first part. */
export function* documentsOf(site: Pick<Discoverable, 'entries' | 'outline'>): Generator<DocumentReference> {
  yield { level: 'list' };
  for (const { name, versions } of site.entries())
    for (const version of versions) {
      const outline = site.outline(name, version);
      for (const document of referencesIn({ api: name, version }, outline)) {
        const isPart = document.level === 'schema-index' && document.part !== undefined;
        const isEmpty = document.level === 'schema-index' && outline?.schemas.size === 0;
        if (!isPart && !isEmpty) yield document;
      }
    }
}

/** Counts the documents that {@link documentsOf} yields, without generating them. */
export function countDocuments(site: Pick<Discoverable, 'entries' | 'outline'>): number {
  const counts = site.entries().flatMap(({ name, versions }) =>
    versions.map((version) => {
      const outline = site.outline(name, version);
      if (outline === undefined) return 1;
      const { services, groups, guides, schemas, hasChanges } = outline;
      const named = services.size + groups.size + guides.size + schemas.size;
      return 1 + named + (schemas.size > 0 ? 1 : 0) + (hasChanges ? 1 : 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 1);
}

/** Adapts a store for discovery files. @throws from `markdown`, if the document has no Markdown representation */
export function discoverableOf(
  store: Pick<DocumentationStore, 'site' | 'entries' | 'outline' | 'searchShard' | 'representation'>,
  formats: readonly Format[],
  hasMcp?: boolean,
  client?: Client,
): Discoverable {
  return {
    site: store.site,
    entries: () => store.entries(),
    outline: (api, version) => store.outline(api, version),
    formats,
    ...(hasMcp !== undefined && { hasMcp }),
    async contents(api, version) {
      return contentsOf(new Shard(await (await store.searchShard(api, version, client)).body('identity')));
    },
    async markdown(document) {
      const representation = await store.representation(document, 'markdown', client);
      if (representation.kind === 'page') throw new Error('Markdown is no page.');
      return Buffer.from(await representation.body('identity')).toString('utf8');
    },
  };
}
