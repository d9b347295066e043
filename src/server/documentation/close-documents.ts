import { isMistyped } from '../../model/close-names.ts';
import { type DocumentReference, documentPath, versionTitle } from '../../model/locations.ts';
import type { Suggestion } from '../../model/page/document.ts';
import { withAnchor } from '../../search/answers.ts';
import { DOCUMENT_KINDS, referenceOf } from '../../search/entry.ts';
import type { Hit } from '../../search/order.ts';
import { search } from '../../search/search.ts';
import { serviceCall } from '../../search/service-call.ts';
import { Shard } from '../../search/shard.ts';
import { wholeName } from '../../search/terms.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { Sought } from './resolve.ts';

/** Numbers of listed names: in all, and of those that only share words with the name. */
const MOST_NAMES = 5;
const MOST_NAMED = 3;
/** Search hits from which these are chosen; many may be of one page. */
const MOST_READ = 20;
const LISTED: ReadonlySet<Hit['kind']> = new Set(DOCUMENT_KINDS);

/** Title and call by which readers know a document, beside its name. */
type Titled = Pick<Suggestion, 'title' | 'call'>;

/** A document to suggest. Its call is read only once it is listed: a service may have thousands of operations. */
interface Place extends Pick<Suggestion, 'title' | 'path'> {
  call(): Suggestion['call'];
}

/** A part of a version of an API that has a title beside its name. */
interface Part {
  readonly level: 'service' | 'group' | 'guide';
  readonly name: string;
}

/**
 * Suggests documents for a page of 404, the closest first: those with the title or the path that was typed; those whose
 * name differs in a few letters; those with words of it; others with a close name.
 * @param named documents with close names
 * @param mayLook waits for the turn of a search; false: there is none
 */
export async function closeDocuments(
  sought: Sought | undefined,
  named: readonly { readonly name: string; readonly document: DocumentReference }[],
  store: DocumentationStore,
  mayLook: () => Promise<boolean>,
): Promise<readonly Suggestion[]> {
  const documents = named.map(({ document }) => document);
  const [found, titled] = await Promise.all([
    sought === undefined ? [] : foundDocuments(sought, store, mayLook),
    titledDocuments(documents, store),
  ]);
  const similar = named.map(
    ({ name, document }, index): Place => ({
      title: titled[index]?.title ?? name,
      path: documentPath(document),
      call: () => titled[index]?.call,
    }),
  );
  const isWhole = ({ match }: Found): boolean => match === 'whole name';
  const words = found.filter((document) => !isWhole(document));
  const mistyped = similar.filter((_, at) => sought?.texts.some((text) => isMistyped(text, named[at]?.name ?? '')));
  const all = [
    ...found.filter(isWhole),
    ...mistyped,
    ...words.slice(0, MOST_NAMED),
    ...similar,
    ...words.slice(MOST_NAMED),
  ];
  return onePerPage(all)
    .slice(0, MOST_NAMES)
    .map((place) => {
      const { title, path } = place;
      const call = place.call();
      return { title, path, ...(call && { call }) };
    });
}

/** Keeps the best match of each page. */
function onePerPage<One extends Place>(places: readonly One[]): readonly One[] {
  return [...Map.groupBy(places, ({ path }) => path.split('#', 1)[0]).values()].flatMap(([first]) => first ?? []);
}

interface Found extends Place {
  readonly match: Hit['match'];
}

/** Searches titles, names and paths, and no other text that has the words. */
async function foundDocuments(
  { texts, places, level }: Sought,
  store: DocumentationStore,
  mayLook: () => Promise<boolean>,
): Promise<readonly Found[]> {
  const shards = new Map<Shard, (typeof places)[number]>();
  for (const place of places) shards.set(await shardFrom(store, place.api, place.version), place);
  for (const text of texts) {
    if (!(await mayLook())) return [];
    const { hits } = search([...shards.keys()], text);
    const listed = hits.filter(({ kind, match }) => match !== 'other' && LISTED.has(kind));
    const isFirst = ({ kind }: Hit): boolean => kind === level || (kind === 'webhook' && level === 'service');
    const [first, others] = [listed.filter(isFirst), listed.filter((hit) => !isFirst(hit))];
    const found = [...first, ...others].slice(0, MOST_READ).flatMap((hit) => {
      const place = shards.get(hit.shard);
      return place === undefined ? [] : [foundAt(hit, place)];
    });
    if (found.length > 0) return onePerPage(found);
  }
  return [];
}

function foundAt(hit: Hit, place: Sought['places'][number]): Found {
  const { name: title, document, anchor } = hit.shard.entry(hit.entry);
  const path = withAnchor(documentPath(referenceOf(document, place)), anchor);
  return { title, path, match: hit.match, call: () => callOf(hit) };
}

function callOf({ shard, entry, kind }: Hit): Suggestion['call'] {
  const { document, operations } = shard.entry(entry);
  const [operation] = operations;
  if (kind === 'service' && document.level === 'service') return serviceCall(shard, entry);
  if (kind !== 'operation' || operation === undefined || operation.path === '') return undefined;
  return { methods: [operation.method], path: operation.path };
}

/**
 * Titles of documents and calls of services, from the search index, which has both without the model. Undefined for a
 * document that it does not know, or that has no title and goes by its name.
 */
async function titledDocuments(
  documents: readonly DocumentReference[],
  store: DocumentationStore,
): Promise<readonly (Titled | undefined)[]> {
  const shards = new Map<string, Promise<Shard>>();
  const shardOf = (api: string, version: number): Promise<Shard> => {
    const key = `${version} ${api}`;
    const shard = shards.get(key) ?? shardFrom(store, api, version);
    shards.set(key, shard);
    return shard;
  };
  return Promise.all(
    documents.map(async (document) => {
      if (document.level === 'api') return titledVersion(document, store);
      const part = partOf(document);
      if (part === undefined || !('version' in document)) return undefined;
      return titledIn(await shardOf(document.api, document.version), part);
    }),
  );
}

async function shardFrom(store: DocumentationStore, api: string, version: number): Promise<Shard> {
  return new Shard(await store.searchShard(api, version).body('identity'));
}

/** Title from the list, which has that of the default version: no index is read for it. */
function titledVersion(of: { readonly api: string; readonly version: number }, store: DocumentationStore): Titled {
  const title = store.entries().find(({ name }) => name === of.api)?.title ?? of.api;
  return { title: versionTitle(title, of.version) };
}

function partOf(document: DocumentReference): Part | undefined {
  switch (document.level) {
    case 'service':
      return { level: document.level, name: document.service };
    case 'group':
      return { level: document.level, name: document.group };
    case 'guide':
      return { level: document.level, name: document.guide };
    case 'list':
    case 'api':
    case 'changes':
    case 'schema':
    case 'schema-index':
      return undefined;
    default:
      return document satisfies never;
  }
}

/** Finds the entry of a part by its name; those of its operations follow it. */
function titledIn(shard: Shard, { level, name }: Part): Titled | undefined {
  const [index] = entriesNamed(shard, name).filter((entry) => {
    if (shard.kindOf(entry) !== level) return false;
    const { document } = shard.entry(entry);
    return document.level === level && document.name === name;
  });
  if (index === undefined) return undefined;
  const call = level === 'service' ? serviceCall(shard, index) : undefined;
  return { title: shard.entry(index).name, ...(call && { call }) };
}

function entriesNamed({ names }: Shard, name: string): readonly number[] {
  const found: number[] = [];
  names.visitAll(wholeName(name), (entry) => found.push(entry));
  return found;
}
