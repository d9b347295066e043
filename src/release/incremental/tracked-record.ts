import { dependOnPart } from '../../model/dependencies.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../../model/records.ts';
import { isObject } from '../../schema/json-values.ts';
import { COMPONENT_SECTIONS } from '../../schema/references.ts';

/*
 * Names of parts: `2:info.title`, `2:services.7.summary`, `2:services.7.operations.0.responses`, `2:schemas.Book`. The
 * number before the colon is the version. A `*` is the list of an object's keys.
 */

/**
 * Wraps a record in proxies, so that reading a part records a dependency on this part. The lists of tags, guides,
 * services, operations and components are not parts, nor is what tells their members apart: see {@link structureOf}.
 */
export function trackedRecord(record: ApiRecord): ApiRecord {
  const at = `${record.version}:`;
  return tracked(record, at, {
    name: record.name,
    version: record.version,
    info: tracked(record.info, `${at}info.`),
    // Extensions are tracked individually: pages read only a few of them, and one may contain all webhooks.
    extensions: tracked(record.extensions, `${at}extensions.`),
    source: tracked(record.source, `${at}source.`),
    tags: record.tags.map((tag, index) => tracked(tag, `${at}tags.${index}.`, { name: tag.name })),
    ...(record.guides && {
      guides: record.guides.map((guide, index) => tracked(guide, `${at}guides.${index}.`, { name: guide.name })),
    }),
    services: record.services.map((service, index) => trackedService(service, `${at}services.${index}.`)),
    components: trackedComponents(record.components, at),
  });
}

const OPERATIONS = ['operations', 'entityOperations'] as const;

/** Text that is equal for records with equal lists of tags, guides, services, operations and components. */
export function structureOf({ version, tags, guides, services, components }: ApiRecord): string {
  const methodsOf = (operations: readonly OperationRecord[]): readonly string[] =>
    operations.map(({ method }) => method);
  return JSON.stringify([
    version,
    tags.map(({ name }) => name),
    guides?.map(({ name }) => name),
    services.map(({ name, kind, operations, entityOperations }) => [
      name,
      kind,
      methodsOf(operations),
      methodsOf(entityOperations),
    ]),
    COMPONENT_SECTIONS.map((section) =>
      Object.entries(components[section]).map(([name, value]) => (isObject(value) ? name : [name, value])),
    ),
  ]);
}

/** Names of the parts that differ between records of the same structure. */
export function changedParts(before: ApiRecord, after: ApiRecord): ReadonlySet<string> {
  const changed = new Set<string>();
  const compare = (one: object, other: object, at: string, deeper: readonly string[] = []): void => {
    if (one === other) return;
    const [old, now] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
    const names = [...now.keys()];
    if (old.size !== now.size || ![...old.keys()].every((key, index) => key === names[index])) changed.add(`${at}*`);
    for (const key of new Set([...old.keys(), ...names]))
      if (!deeper.includes(key) && !isSame(old.get(key), now.get(key))) changed.add(at + key);
  };
  const at = `${after.version}:`;
  compare(before, after, at, ['info', 'extensions', 'source', 'tags', 'guides', 'services', 'components']);
  compare(before.info, after.info, `${at}info.`);
  compare(before.extensions, after.extensions, `${at}extensions.`);
  compare(before.source, after.source, `${at}source.`);
  for (const [index, tag] of after.tags.entries()) compare(before.tags[index] ?? {}, tag, `${at}tags.${index}.`);
  for (const [index, guide] of (after.guides ?? []).entries())
    compare(before.guides?.[index] ?? {}, guide, `${at}guides.${index}.`);
  for (const [index, service] of after.services.entries()) {
    const old = before.services[index];
    if (old === undefined || old === service) continue;
    compare(old, service, `${at}services.${index}.`, OPERATIONS);
    for (const list of OPERATIONS)
      for (const [place, operation] of service[list].entries())
        compare(old[list][place] ?? {}, operation, `${at}services.${index}.${list}.${place}.`);
  }
  for (const section of COMPONENT_SECTIONS)
    compare(before.components[section], after.components[section], `${at}${section}.`);
  return changed;
}

/** Whether a part is a summary or description of an operation, of which nothing but titles is computed. */
export function isTextOfOperation(part: string): boolean {
  return /^\d+:services\.\d+\.(?:operations|entityOperations)\.\d+\.(?:summary|description)$/.test(part);
}

/** Value of a part in the records of an API's versions; undefined if the part does not exist. */
export function valueOfPart(records: readonly ApiRecord[], part: string): unknown {
  const [version = '', path = ''] = part.split(/:(.*)/s);
  let value: unknown = records.find((record) => String(record.version) === version);
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Compares values, including the order of their members, because documents show members in that order. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [Object.entries(one), Object.entries(other)];
  return (
    members.length === others.length &&
    members.every(([key, value], index) => key === others[index]?.[0] && isSame(value, others[index]?.[1]))
  );
}

function trackedService(service: ServiceRecord, at: string): ServiceRecord {
  const operationsIn = (list: (typeof OPERATIONS)[number]): readonly OperationRecord[] =>
    service[list].map((operation, index) => tracked(operation, `${at}${list}.${index}.`, { method: operation.method }));
  return tracked(service, at, {
    name: service.name,
    kind: service.kind,
    operations: operationsIn('operations'),
    entityOperations: operationsIn('entityOperations'),
  });
}

/**
 * Tracks components. Each is one part, which is noted when it is looked up and not when it is read: a cache that holds
 * components has to record dependencies (`madeOnce`).
 */
function trackedComponents(components: ComponentsRecord, at: string): ComponentsRecord {
  const sections = COMPONENT_SECTIONS.map((section) => {
    const looked = Object.entries<unknown>(components[section]).map(([name, value]): [string, PropertyDescriptor] => {
      const part = `${at}${section}.${name}`;
      const get = (): unknown => {
        dependOnPart(part);
        return value;
      };
      return [name, { enumerable: true, get }];
    });
    return [section, Object.defineProperties({}, Object.fromEntries(looked))];
  });
  return { ...components, ...Object.fromEntries(sections) };
}

/**
 * @param at prefix of the names of the value's members
 * @param inner members that are no parts: tracked objects themselves, or members of the structure
 */
function tracked<T extends object>(value: T, at: string, inner: Partial<T> = {}): T {
  const names = new Map<string | symbol, string | null>();
  const note = (key: string | symbol): void => {
    let name = names.get(key);
    if (name === undefined) {
      name = typeof key !== 'string' || Object.hasOwn(inner, key) ? null : at + key;
      names.set(key, name);
    }
    if (name !== null) dependOnPart(name);
  };
  return new Proxy(
    { ...value, ...inner },
    {
      get(target, key) {
        note(key);
        return Reflect.get(target, key);
      },
      has(target, key) {
        note('*');
        return Reflect.has(target, key);
      },
      ownKeys(target) {
        note('*');
        return Reflect.ownKeys(target);
      },
      getOwnPropertyDescriptor(target, key) {
        note(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    },
  );
}
