import { tagsOf } from '../../model/language.ts';
import { type DocumentReference, documentPath, versionTitle } from '../../model/locations.ts';
import type { Suggestion } from '../../presentation/page-data/document.ts';
import type { Navigation } from '../../presentation/page-data/navigation.ts';
import { schemaTitle } from '../../schema/references.ts';
import { serviceCall, withAnchor } from '../../search/answers.ts';
import { DOCUMENT_KINDS, referenceOf } from '../../search/entry.ts';
import type { Hit } from '../../search/order.ts';
import { search } from '../../search/search.ts';
import { Shard } from '../../search/shard.ts';
import { wholeName } from '../../search/terms.ts';
import type { Client, DocumentationStore } from '../../store/contract.ts';
import type { SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { busyProblem, pageLanguage, prefersPage, problemAnswer } from '../answers/problem-answer.ts';
import { clientOf, type DocumentationRequest, type Publication } from './publication.ts';
import type { MissingDocument, Resolver, Sought } from './resolve.ts';
import { readTarget } from './target.ts';

/** Maximum number of suggestions: in total, and of close names that precede hits by words. */
const MOST_LISTED = 5;
const MOST_NAMED = 3;
/** Maximum search hits to read for suggestions; many of them may be on one page. */
const MOST_READ = 20;
const LISTED: ReadonlySet<Hit['kind']> = new Set(DOCUMENT_KINDS);

/** Document to suggest. `call` runs only for suggestions that are shown: a service may have thousands of operations. */
interface Place extends Pick<Suggestion, 'title' | 'path'> {
  /** Name to show if several suggestions have the same title. */
  readonly name: string;
  call(): Suggestion['call'];
}

interface Found extends Place {
  readonly match: Hit['match'];
}

interface Named {
  readonly name: string;
  readonly document: DocumentReference;
}

/** Reads the search data of a version, which may have to be derived; undefined: none may be read now. */
type ShardOf = (api: string, version: number) => Promise<Shard | undefined>;

/** Client of a search. */
interface Looking {
  readonly client: Client;
  /** Waits for a turn to search; false: no search is possible now. */
  mayLook(): Promise<boolean>;
}

/**
 * Answers 404. A page suggests documents by title, which a search finds, and contains the navigation of the API to
 * which its path belongs.
 */
export function missingAnswer(
  asked: DocumentationRequest,
  missing: MissingDocument,
  { store, resolver, turns }: Publication,
): SiteAnswer | Promise<SiteAnswer> {
  const { request } = asked;
  const { sought, ...facts } = { status: 404, ...missing };
  const named = missing.similar.flatMap(({ name, url }) => {
    const document = documentAt(url, resolver);
    return document === undefined ? [] : [{ name, document }];
  });
  // Programs get names instead of titles, because they need names for further requests.
  if (named.length < missing.similar.length || !prefersPage(request.accept))
    return problemAnswer(request, store.site, facts);
  if (named.length === 0 && sought === undefined) return problemAnswer(request, store.site, facts);
  // Under load, only names that are known without a search are suggested.
  const [client, connection] = clientOf(asked);
  const mayLook = async (): Promise<boolean> => !turns.isBusy && turns.tryToTake(client, connection);
  return Promise.all([
    closeDocuments(sought, named, store, { client: () => client, mayLook }),
    navigationWithin(request, missing, store, resolver),
  ]).then(
    ([close, navigation]) => problemAnswer(request, store.site, { ...facts, close, navigation }),
    (error: unknown) => {
      if (busyProblem(error) === null) throw error;
      return problemAnswer(request, store.site, facts);
    },
  );
}

/** Returns the navigation of the API to which the path belongs. The resolver finds only APIs that readers may see. */
async function navigationWithin(
  request: SiteRequest,
  { within }: MissingDocument,
  store: DocumentationStore,
  resolver: Resolver,
): Promise<Navigation | undefined> {
  const document = within && documentAt(within.url, resolver);
  if (document?.level !== 'api') return undefined;
  const chosen = pageLanguage(request, store.site);
  const [, ...others] = tagsOf(store.site);
  return store.navigation(document.api, document.version, others.find((tag) => tag === chosen) ?? null);
}

function documentAt(url: string, resolver: Resolver): DocumentReference | undefined {
  const target = readTarget(url);
  const resolution = target?.kind === 'path' ? resolver.resolve(target) : undefined;
  return resolution?.kind === 'found' ? resolution.document : undefined;
}

/**
 * Suggests documents for a 404 page: first those with the requested title or path, then some with a close name, then
 * those that contain its words.
 * @param named documents with close names, the closest first
 */
export async function closeDocuments(
  sought: Sought | undefined,
  named: readonly Named[],
  store: DocumentationStore,
  { client, mayLook }: Looking,
): Promise<readonly Suggestion[]> {
  const shards = new Map<string, ReturnType<ShardOf>>();
  let mayRead: Promise<boolean> | undefined;
  const read: ShardOf = async (api, version) => {
    mayRead ??= mayLook();
    if (!(await mayRead)) return undefined;
    return new Shard(await (await store.searchShard(api, version, client)).body('identity'));
  };
  const shardOf: ShardOf = (api, version) => {
    const key = `${version} ${api}`;
    const shard = shards.get(key) ?? read(api, version);
    shards.set(key, shard);
    return shard;
  };
  const [found, similar] = await Promise.all([
    sought === undefined ? [] : foundDocuments(sought, shardOf, mayLook),
    Promise.all(named.map((one) => namedPlace(one, store, shardOf))),
  ]);
  const isWhole = ({ match }: Found): boolean => match === 'whole name';
  const words = found.filter((document) => !isWhole(document));
  return onePerPage([...found.filter(isWhole), ...similar.slice(0, MOST_NAMED), ...words, ...similar.slice(MOST_NAMED)])
    .slice(0, MOST_LISTED)
    .map((place, _, listed) => {
      const { name, path } = place;
      const isAlone = listed.filter(({ title }) => title === place.title).length === 1;
      const call = place.call();
      return { title: isAlone ? place.title : name, path, ...(call && { call }) };
    });
}

/** Keeps the best match of each page. */
function onePerPage<One extends Place>(places: readonly One[]): readonly One[] {
  return [...Map.groupBy(places, ({ path }) => path.split('#', 1)[0]).values()].flatMap(([first]) => first ?? []);
}

/** Searches titles, names and paths; hits in other text are ignored. */
async function foundDocuments(
  { texts, places, level }: Sought,
  shardOf: ShardOf,
  mayLook: Looking['mayLook'],
): Promise<readonly Found[]> {
  const shards = new Map<Shard, (typeof places)[number]>();
  for (const place of places) {
    const shard = await shardOf(place.api, place.version);
    if (shard === undefined) return [];
    shards.set(shard, place);
  }
  for (const text of texts) {
    if (!(await mayLook())) return [];
    const { hits } = search([...shards.keys()], text);
    const listed = hits.filter(({ kind, match }) => match !== 'other' && LISTED.has(kind));
    const isFirst = ({ kind }: Hit): boolean => isOfLevel(kind, level);
    const [first, others] = [listed.filter(isFirst), listed.filter((hit) => !isFirst(hit))];
    const found = [...first, ...others].slice(0, MOST_READ).flatMap((hit) => {
      const place = shards.get(hit.shard);
      return place === undefined ? [] : [foundAt(hit, place)];
    });
    if (found.length > 0) return onePerPage(found);
  }
  return [];
}

function isOfLevel(kind: Hit['kind'], level: DocumentReference['level'] | null): boolean {
  return kind === level || (kind === 'webhook' && level === 'service');
}

function foundAt(hit: Hit, place: Sought['places'][number]): Found {
  const { name, document, anchor } = hit.shard.entry(hit.entry);
  const path = withAnchor(documentPath(referenceOf(document, place)), anchor);
  return {
    name,
    title: hit.kind === 'schema' ? schemaTitle(name) : name,
    path,
    match: hit.match,
    call: () => callOf(hit),
  };
}

function callOf({ shard, entry, kind }: Hit): Suggestion['call'] {
  const { document, operations } = shard.entry(entry);
  const [operation] = operations;
  if (kind === 'service' && document.level === 'service') return serviceCall(shard, entry);
  if (kind !== 'operation' || operation === undefined || operation.path === '') return undefined;
  return { methods: [operation.method], path: operation.path };
}

/**
 * Reads the title and the call of a document from the search index, without loading a model. For an API, the title of
 * its default version comes from the list instead.
 */
async function namedPlace({ name, document }: Named, store: DocumentationStore, shardOf: ShardOf): Promise<Place> {
  const path = documentPath(document);
  const place = { name, title: name, path, call: () => undefined };
  switch (document.level) {
    case 'api': {
      const title = store.entries().find((entry) => entry.name === document.api)?.title ?? document.api;
      return { ...place, title: versionTitle(title, document.version) };
    }
    case 'service':
    case 'group':
    case 'guide': {
      const shard = await shardOf(document.api, document.version);
      if (shard === undefined) return place;
      const index = entriesNamed(shard, name).find((entry) => {
        return isOfLevel(shard.kindOf(entry), document.level) && pathOf(shard, entry, document) === path;
      });
      if (index === undefined) return place;
      const call = document.level === 'service' ? () => serviceCall(shard, index) : place.call;
      const title = shard.entry(index).name;
      return { name: title, title, path, call };
    }
    case 'schema':
      return { ...place, title: schemaTitle(name) };
    default:
      return place;
  }
}

function pathOf(shard: Shard, entry: number, of: { readonly api: string; readonly version: number }): string {
  return documentPath(referenceOf(shard.entry(entry).document, of));
}

function entriesNamed({ names }: Shard, name: string): readonly number[] {
  const found: number[] = [];
  names.visitAll(wholeName(name), (entry) => found.push(entry));
  return found;
}
