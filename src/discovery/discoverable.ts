import type { Format } from '../formats/contract.ts';
import { contentsOf } from '../search/contents.ts';
import { Shard } from '../search/shard.ts';
import type { DocumentationStore } from '../store/contract.ts';
import type { Discoverable } from './contract.ts';

/** @throws later, where a document cannot be had as Markdown */
export function discoverableOf(
  store: Pick<DocumentationStore, 'site' | 'entries' | 'outline' | 'searchShard' | 'representation'>,
  formats: readonly Format[],
  hasMcp?: boolean,
): Discoverable {
  return {
    site: store.site,
    entries: () => store.entries(),
    outline: (api, version) => store.outline(api, version),
    formats,
    ...(hasMcp !== undefined && { hasMcp }),
    async contents(api, version) {
      return contentsOf(new Shard(await store.searchShard(api, version).body('identity')));
    },
    async markdown(document) {
      const representation = await store.representation(document, 'markdown');
      if (representation.kind === 'page') throw new Error('Markdown is no page.');
      return Buffer.from(await representation.body('identity')).toString('utf8');
    },
  };
}
