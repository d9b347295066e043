import type { EntryOperation } from './entry.ts';
import type { Shard } from './shard.ts';

/** How a service is called. */
interface ServiceCall {
  readonly methods: readonly string[];
  readonly path: string;
}

/**
 * The path of the first operation of a service, and the methods that it has; undefined of webhooks. As much work as
 * the service has operations.
 * @param service its entry, which those of its operations follow
 */
export function serviceCall(shard: Shard, service: number): ServiceCall | undefined {
  const path = servicePath(shard, service);
  if (path === undefined) return undefined;
  const methods: string[] = [];
  for (const operation of operationsOf(shard, service)) if (operation.path === path) methods.push(operation.method);
  return { methods, path };
}

/** The path alone, for which no other operation is read. */
export function servicePath(shard: Shard, service: number): string | undefined {
  const [first] = operationsOf(shard, service);
  return first === undefined || first.path === '' ? undefined : first.path;
}

/** One at a time: each is decoded. */
function* operationsOf(shard: Shard, service: number): Generator<EntryOperation> {
  const own = shard.entry(service).document;
  for (let entry = service + 1; entry < shard.size && shard.kindOf(entry) === 'operation'; entry += 1) {
    const { document, operations } = shard.entry(entry);
    const [operation] = operations;
    const isOwn = document.level === 'service' && own.level === 'service' && document.name === own.name;
    if (!isOwn || operation === undefined) return;
    yield operation;
  }
}
