import { search } from '../../../src/search/search.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import { type SearchIndex, SHOWN } from './contract.ts';

export const ours: SearchIndex = {
  name: 'ours',
  write: writeShard,
  open(bytes) {
    const shards = [new Shard(bytes)];
    return (question) =>
      search(shards, question)
        .hits.slice(0, SHOWN)
        .map(({ entry }) => entry);
  },
};
