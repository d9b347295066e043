import type { ServiceRecord } from '../../model/records.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { checkServiceNames, unsafeName } from './names.ts';
import { type Complaint, quote } from './reporter.ts';

/**
 * Everything that is wrong with names, in a descriptor of any shape: a service with another fault is still told its
 * own.
 */
export function* checkNames(value: Readonly<Record<string, unknown>>): Generator<Complaint> {
  const { api, services, tags } = value;
  if (typeof api === 'string' && api !== '') {
    const unsafe = unsafeName(api, '/api');
    if (unsafe !== undefined) yield unsafe;
  }
  yield* checkServiceNames(namesOf(services, '/services'));
  const groups = namesOf(tags, '/tags');
  const seen = new Set<string>();
  for (const { name, pointer } of groups) {
    const unsafe = unsafeName(name, pointer);
    if (unsafe !== undefined) yield unsafe;
    const message = `Two tags are named ${quote(name)}.`;
    if (seen.has(name)) yield { pointer, rule: 'duplicate-tag', message, remedy: 'Remove one of them.' };
    seen.add(name);
  }
  for (const [index, service] of listOf(services).entries()) {
    const own = isRecord(service) ? listOf(service['tags']) : [];
    for (const [place, tag] of own.entries()) {
      const unsafe = typeof tag === 'string' ? unsafeName(tag, `/services/${index}/tags/${place}`) : undefined;
      if (unsafe !== undefined) yield unsafe;
    }
  }
}

/** No two operations answer one method at one path, and no two have one operation id. */
export function* checkOperations(
  services: readonly { readonly pointer: string; readonly record: ServiceRecord }[],
): Generator<Complaint> {
  const requests = new Map<string, string>();
  const ids = new Set<string>();
  for (const { pointer, record } of services) {
    for (const [key, operations] of [
      ['operations', record.operations] as const,
      ['entity_operations', record.entityOperations] as const,
    ]) {
      for (const [index, operation] of operations.entries()) {
        const id = operation.operationId;
        if (id !== null && ids.has(id)) {
          const place = `${pointer}/${key}/${index}/operation_id`;
          const message = `Two operations have the id ${quote(id)}.`;
          yield { pointer: place, rule: 'duplicate-operation-id', message, remedy: 'Give one of them another id.' };
        }
        if (id !== null) ids.add(id);
        for (const path of operation.paths) {
          const request = `${operation.method} ${path.replaceAll(/\{[^{}]+\}/g, '{}')}`;
          const other = requests.get(request);
          if (other !== undefined && other !== record.name) {
            const message = `${operation.method} ${path} is already an operation of the service ${quote(other)}.`;
            const remedy = 'Give one of the services another route, or remove the operation from one.';
            yield { pointer: `${pointer}/route`, rule: 'duplicate-route', message, remedy };
          }
          requests.set(request, other ?? record.name);
        }
      }
    }
  }
}

function namesOf(list: unknown, pointer: string): readonly { readonly name: string; readonly pointer: string }[] {
  return listOf(list).flatMap((item, index) => {
    const name = isRecord(item) ? item['name'] : undefined;
    return typeof name === 'string' && name !== '' ? [{ name, pointer: `${pointer}/${index}/name` }] : [];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
