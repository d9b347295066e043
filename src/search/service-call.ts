import type { Shard } from './shard.ts';

/** How a service is called. */
interface ServiceCall {
  readonly methods: readonly string[];
  readonly path: string;
}

/**
 * The path of the first operation of a service, and the methods that it has; undefined of webhooks.
 * @param service its entry, which those of its operations follow
 */
export function serviceCall(shard: Shard, service: number): ServiceCall | undefined {
  const own = shard.entry(service).document;
  const methods: string[] = [];
  let first: string | undefined;
  for (let entry = service + 1; entry < shard.size && shard.kindOf(entry) === 'operation'; entry += 1) {
    const { document, operations } = shard.entry(entry);
    const [operation] = operations;
    const isOwn = document.level === 'service' && own.level === 'service' && document.name === own.name;
    if (!isOwn || operation === undefined) break;
    first ??= operation.path;
    if (operation.path === first) methods.push(operation.method);
  }
  return first === undefined || first === '' ? undefined : { methods, path: first };
}
