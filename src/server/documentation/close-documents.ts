import type { DocumentReference } from '../../model/locations.ts';
import type { Suggestion } from '../../model/page/document.ts';
import { Shard } from '../../search/shard.ts';
import { wholeName } from '../../search/terms.ts';
import type { DocumentationStore } from '../../store/contract.ts';

/** What readers know a document by, beside its name. */
type Titled = Pick<Suggestion, 'title' | 'call'>;

/** A part of a version of an API that has a title beside its name. */
interface Part {
  readonly level: 'service' | 'group' | 'guide';
  readonly name: string;
}

/**
 * What people call documents, and where services are called: as the search knows them, which has both without the
 * model. Undefined for what it does not know, and for what has no title: that is called by its name.
 */
export async function titledDocuments(
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
      const part = partOf(document);
      if (part === undefined || !('version' in document)) return undefined;
      return titledIn(await shardOf(document.api, document.version), part);
    }),
  );
}

async function shardFrom(store: DocumentationStore, api: string, version: number): Promise<Shard> {
  return new Shard(await store.searchShard(api, version).body('identity'));
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

/** Its entry is found by its name; those of its operations follow it. */
function titledIn(shard: Shard, { level, name }: Part): Titled | undefined {
  const [index] = entriesNamed(shard, name).filter((entry) => {
    if (shard.kindOf(entry) !== level) return false;
    const { document } = shard.entry(entry);
    return document.level === level && document.name === name;
  });
  if (index === undefined) return undefined;
  const call = level === 'service' ? callIn(shard, index, name) : undefined;
  return { title: shard.entry(index).name, ...(call && { call }) };
}

function entriesNamed({ names }: Shard, name: string): readonly number[] {
  const whole = wholeName(name);
  const key = names.firstFrom(new TextEncoder().encode(whole));
  const found: number[] = [];
  if (key < names.size && names.key(key) === whole) names.visit(key, (entry) => found.push(entry));
  return found;
}

/** The path of the first operation, and the methods that it has. */
function callIn(shard: Shard, service: number, name: string): Suggestion['call'] {
  const methods: string[] = [];
  let first: string | undefined;
  for (let entry = service + 1; entry < shard.size && shard.kindOf(entry) === 'operation'; entry += 1) {
    const { document, operations } = shard.entry(entry);
    const [operation] = operations;
    if (document.level !== 'service' || document.name !== name || operation === undefined) break;
    first ??= operation.path;
    if (operation.path === first) methods.push(operation.method);
  }
  return first === undefined || first === '' ? undefined : { methods, path: first };
}
