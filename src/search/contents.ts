import { ENTRY_KINDS, type EntryOperation } from './entry.ts';
import type { Shard } from './shard.ts';

/** A service, group or guide of an API: the name in URLs, and the title. */
interface ContentsItem {
  readonly name: string;
  readonly title: string;
}

interface ContentsService extends ContentsItem {
  readonly kind: 'service' | 'webhook';
  readonly operations: readonly Pick<EntryOperation, 'method' | 'path' | 'webhook' | 'title'>[];
}

/** Contents of an API version, in the order of its pages. */
export interface Contents {
  readonly services: readonly ContentsService[];
  readonly groups: readonly ContentsItem[];
  readonly guides: readonly ContentsItem[];
}

const SERVICE = ENTRY_KINDS.indexOf('service');
const WEBHOOK = ENTRY_KINDS.indexOf('webhook');
const OPERATION = ENTRY_KINDS.indexOf('operation');
const GROUP = ENTRY_KINDS.indexOf('group');
const GUIDE = ENTRY_KINDS.indexOf('guide');

/**
 * Reads names and titles from the search data, which contains exactly the parts that readers may see.
 * @param from index of the first service to read
 * @param most maximum number of services to read; others are only counted
 */
export function contentsOf(shard: Shard, from = 0, most = Infinity): Contents & { readonly serviceCount: number } {
  const services: (Omit<ContentsService, 'operations'> & { operations: ContentsService['operations'][number][] })[] =
    [];
  const groups: ContentsItem[] = [];
  const guides: ContentsItem[] = [];
  let serviceCount = 0;
  for (let index = 0; index < shard.size; index += 1) {
    const kind = kindIn(shard, index);
    if (kind === SERVICE) serviceCount += 1;
    const isRead = serviceCount > from && serviceCount <= from + most;
    if (kind !== GUIDE && kind !== GROUP && !(isRead && (kind === SERVICE || kind === OPERATION))) continue;
    const { name: title, document, anchor, operations, around } = shard.entry(index);
    const name = document.level === 'api' ? '' : document.name;
    if (kind === SERVICE) services.push({ name, title, kind: kindOf(shard, index), operations: [...operations] });
    else if (kind === OPERATION) {
      const service = services.at(-1);
      const [operation] = operations;
      // A callback is listed with the operation to which it belongs.
      if (operation?.service === service?.name && operation?.anchor === anchor) service?.operations.push(operation);
    } else if (kind === GROUP) groups.push({ name, title });
    // Each section of a guide is a separate entry; the sections of a guide are adjacent.
    else if (guides.at(-1)?.name !== name) guides.push({ name, title: around[0] ?? title });
  }
  return { services, groups, guides, serviceCount };
}

function kindOf(shard: Shard, index: number): ContentsService['kind'] {
  return shard.kindNumber(index) === WEBHOOK ? 'webhook' : 'service';
}

/** Kind of an entry. A webhook counts as a service if it has its own page, and otherwise as an operation. */
function kindIn(shard: Shard, index: number): number {
  const kind = shard.kindNumber(index);
  if (kind !== WEBHOOK) return kind;
  return shard.entry(index).anchor === '' ? SERVICE : OPERATION;
}
