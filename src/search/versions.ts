import type { SearchedApi } from './answers.ts';
import { type Found, search } from './search.ts';
import type { Shard } from './shard.ts';

/** Maximum number of versions that one question searches in addition to the usual ones. */
const MOST_OTHERS = 50;

/** An API with its versions. */
interface Versioned {
  readonly name: string;
  readonly title: string;
  readonly versions?: readonly number[];
}

/** Whether the name of a found entry matches the question as written, without corrections. */
export function isNamed({ hits, corrected }: Found): boolean {
  return corrected === null && hits.some(({ match }) => match !== 'other');
}

/** Other versions of the searched APIs: first the newest of every API, then the next ones. Used if no name matches. */
export function otherVersions(searched: Iterable<SearchedApi>, apis: readonly Versioned[]): readonly SearchedApi[] {
  const usual = new Map([...searched].map(({ api, version }) => [api, version]));
  const others = apis.flatMap(({ name: api, title, versions = [] }) => {
    const lacking = usual.get(api);
    if (lacking === undefined) return [];
    const rest = versions.filter((version) => version !== lacking).sort((a, b) => b - a);
    return rest.map((version, age) => ({ age, of: { api, version, title, lacking } }));
  });
  return others
    .sort((a, b) => a.age - b.age)
    .slice(0, MOST_OTHERS)
    .map(({ of }) => of);
}

/**
 * Adds results of other versions: for each API, those of the newest version that has any. If the usual version of an
 * API matches in its texts, only names that match in other versions are added. Results for a corrected question are
 * added only if the usual versions have no results.
 * @param others shards of {@link otherVersions}, in that order
 */
export function withOtherVersions(
  found: Found,
  usual: ReadonlyMap<Shard, SearchedApi>,
  others: ReadonlyMap<Shard, SearchedApi>,
  question: string,
): Found {
  const more = search([...others.keys()], question);
  if (more.corrected !== null && found.hits.length > 0) return found;
  const own = found.corrected === null ? found.hits : [];
  const apisWithText = new Set(own.map(({ shard }) => usual.get(shard)?.api));
  const added = more.hits.filter(({ shard, match }) => match !== 'other' || !apisWithText.has(others.get(shard)?.api));
  const shards = new Set(added.map(({ shard }) => shard));
  const newest = new Map<string, Shard>();
  for (const [shard, { api }] of others) if (shards.has(shard) && !newest.has(api)) newest.set(api, shard);
  const hits = added.filter(({ shard }) => newest.get(others.get(shard)?.api ?? '') === shard);
  if (hits.length === 0) return found;
  const isByName = Map.groupBy(hits, ({ match }) => match !== 'other');
  return {
    hits: [...(isByName.get(true) ?? []), ...own, ...(isByName.get(false) ?? [])],
    terms: [...new Set([...more.terms, ...(own.length > 0 ? found.terms : [])])],
    corrected: more.corrected,
  };
}
