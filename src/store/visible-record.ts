import { reachableComponents } from '../formats/reachable-components.ts';
import { COMPONENT_SECTIONS, componentReference } from '../model/components.ts';
import type { ComponentsRecord } from '../model/openapi-objects.ts';
import { callKey } from '../model/operation.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../model/records.ts';
import { isRecord } from '../model/schema/json-values.ts';
import { fieldNamesIn, withoutNamesOf } from './hidden-fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;
/** @param field the name of the field that the value describes, where it does */
type IsHidden = (value: unknown, field?: string) => boolean;

/** Who `x-internal: true` is for. */
const INTERNAL = 'internal';
/** Audiences that everyone belongs to; the second is that of Zalando's guidelines. */
const EVERYONE = ['public', 'external-public'];

/**
 * What readers may see of an API: nothing that `x-internal` and `x-audience` keep for others, wherever that stands, and
 * no component, tag or link that leads there alone. What these keys say is kept for others where it cannot be
 * understood.
 * @param audience those that the readers of the site belong to
 * @returns the record itself where nothing is hidden; null where all of it is
 */
export function visibleRecord(record: ApiRecord, audience: readonly string[] = []): ApiRecord | null {
  const isMarked = markedFor(audience);
  if (!holdsMark(record)) return record;
  if (isMarked(record.info) || isMarked(record.extensions)) return null;
  const hidden = hiddenReferences(record.components, isMarked);
  const schemes = new Set<unknown>(Object.values(record.components.securitySchemes));
  // Every log-in stays: what is demanded must never read as nothing, or as not defined.
  const names = new Set<string>();
  const isHidden: IsHidden = (value, name) => {
    if (schemes.has(value) || !(isMarked(value) || refersTo(hidden, value))) return false;
    for (const field of [...(name === undefined ? [] : [name]), ...fieldNamesIn(value)]) names.add(field);
    return true;
  };
  const pruned = withoutHidden(record, isHidden);
  if (pruned === record) return record;
  const visible = withoutNamesOf(names, pruned, pruned.components);
  return withoutTraces(record, {
    ...visible,
    services: visible.services.flatMap((service) => serviceOf(service, record)),
  });
}

/** Whether there is anything to decide: most descriptors mark nothing, and large ones are looked through quickly. */
function holdsMark(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsMark);
  if (!isRecord(value)) return false;
  for (const key in value) if (key === 'x-internal' || key === 'x-audience' || holdsMark(value[key])) return true;
  return false;
}

/** An object, or a record with its extensions apart. */
function markedFor(audience: readonly string[]): IsHidden {
  const members = new Set<unknown>([...EVERYONE, ...audience]);
  return function isMarked(value): boolean {
    if (!isRecord(value)) return false;
    if (Object.hasOwn(value, 'x-internal') && value['x-internal'] !== false && !members.has(INTERNAL)) return true;
    if (Object.hasOwn(value, 'x-audience')) {
      const named = value['x-audience'];
      if (!(Array.isArray(named) ? named : [named]).some((name) => members.has(name))) return true;
    }
    return isMarked(value['extensions']);
  };
}

/** Components that are marked, and those that are nothing but references to them. */
function hiddenReferences(components: ComponentsRecord, isMarked: IsHidden): ReadonlySet<string> {
  const all = COMPONENT_SECTIONS.flatMap((section) =>
    Object.entries(components[section]).map(([name, value]) => [componentReference(section, name), value] as const),
  );
  const hidden = new Set<string>();
  for (let count = -1; count < hidden.size; ) {
    count = hidden.size;
    for (const [reference, value] of all) if (isMarked(value) || refersTo(hidden, value)) hidden.add(reference);
  }
  return hidden;
}

function refersTo(hidden: ReadonlySet<string>, value: unknown): boolean {
  if (hidden.size === 0) return false;
  return typeof value === 'string' ? hidden.has(value) : isRecord(value) && hidden.has(String(value['$ref']));
}

/** Parts of records that are null where there are none, by a key that the record has; all else is left out. */
const NULLABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['requestBody', ['requestDescription']],
  ['fields', ['entityOperations']],
  ['externalDocs', ['requestDescription', 'basePath']],
]);
/** Lists that may not be empty. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Objects whose keys are names: a field may be called `x-internal`, and what it holds is an object then. */
const MAPS: ReadonlySet<string> = new Set([...COMPONENT_SECTIONS, 'properties', 'patternProperties', '$defs']);

/**
 * The same value where nothing in it is hidden.
 * @param map the keyword whose names the keys of the value are
 */
function withoutHidden<Value>(value: Value, isHidden: IsHidden, map?: string): Value;
function withoutHidden(value: unknown, isHidden: IsHidden, map?: string): unknown {
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isHidden(item)).map((item) => withoutHidden(item, isHidden));
    return items.length === value.length && items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const withoutHiddenMember = (key: string, inner: unknown): unknown => {
    // What a reference leads to is decided where the reference stands.
    if (key === '$ref' && map === undefined) return inner;
    const isMap = map === undefined && MAPS.has(key) && isRecord(inner);
    const itself = isMap ? withoutNames(inner) : inner;
    if (isHidden(itself, map === 'properties' ? key : undefined)) return undefined;
    return withoutHidden(inner, isHidden, isMap ? key : undefined);
  };
  let isSame = true;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const pruned = withoutHiddenMember(key, inner);
    if (pruned === inner) return [[key, inner]];
    isSame = false;
    if (pruned === undefined)
      return NULLABLE.get(key)?.some((sibling) => Object.hasOwn(value, sibling)) ? [[key, null]] : [];
    return NEVER_EMPTY.has(key) && Array.isArray(pruned) && pruned.length === 0 ? [] : [[key, pruned]];
  });
  return isSame ? value : Object.fromEntries(entries);
}

/** What a map says of itself: objects are what it holds under their names. */
function withoutNames(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => !isRecord(value)));
}

/** Null of a service whose operations are all hidden. Its fields may be those of a hidden one. */
function serviceOf(service: ServiceRecord, { services, source }: ApiRecord): readonly ServiceRecord[] {
  const before = services.find(({ name }) => name === service.name);
  const [had, has] = [before === undefined ? 0 : operationsOf(before).length, operationsOf(service).length];
  if (had > 0 && has === 0) return [];
  if (before === undefined || had === has) return [service];
  return [source.format === 'native' ? service : withoutHiddenPaths(before, service)];
}

/** What readers make of all paths of a service could say what the hidden ones do. */
function withoutHiddenPaths(before: ServiceRecord, service: ServiceRecord): ServiceRecord {
  const paths = (record: ServiceRecord) => new Set(operationsOf(record).flatMap((operation) => operation.paths));
  const left = JSON.stringify(operationsOf(service));
  const inUse = (types: readonly string[]) => types.filter((type) => left.includes(JSON.stringify(type)));
  const seen: ServiceRecord = {
    ...service,
    fields: null,
    requestContentTypes: inUse(service.requestContentTypes),
    responseContentTypes: inUse(service.responseContentTypes),
  };
  if (paths(before).size === paths(service).size) return seen;
  const hasEntity = service.entityOperations.length > 0;
  return {
    ...seen,
    summary: null,
    description: null,
    extensions: {},
    route: hasEntity ? service.route : service.route.replace(/\[.*$/s, ''),
    routeIdentifierName: hasEntity ? service.routeIdentifierName : null,
  };
}

function operationsOf({ operations, entityOperations }: ServiceRecord): readonly OperationRecord[] {
  return [...operations, ...entityOperations];
}

/** Takes away what leads to hidden parts alone: tags, links, components. */
function withoutTraces(before: ApiRecord, after: ApiRecord): ApiRecord {
  const untagged = withoutTags(after, tagsGone(before, after));
  const gone = operationsGone(before, after);
  const seen = withoutHidden(untagged, (value) => isRecord(value) && leadsTo(gone, value));
  return { ...seen, components: leftComponents(before, seen) };
}

/** Tags that are hidden, and those that nothing has any more. */
function tagsGone(before: ApiRecord, after: ApiRecord): ReadonlySet<unknown> {
  const used = ({ services }: ApiRecord) =>
    new Set(services.flatMap((service) => operationsOf(service).flatMap(({ tags }) => tags)));
  const [had, has] = [used(before), used(after)];
  const declared = new Set(after.tags.map(({ name }) => name));
  const names = before.tags.map(({ name }) => name);
  return new Set(names.filter((name) => !declared.has(name) || (had.has(name) && !has.has(name))));
}

function withoutTags(record: ApiRecord, gone: ReadonlySet<unknown>): ApiRecord {
  const isGone: IsHidden = (value) => gone.has(value);
  const untagged = <Tagged extends { readonly tags: readonly string[] }>(tagged: Tagged): Tagged => ({
    ...tagged,
    tags: withoutHidden(tagged.tags, isGone),
  });
  return {
    ...record,
    extensions: withoutHidden(record.extensions, isGone),
    tags: record.tags.filter(({ name }) => !gone.has(name)).map((tag) => withoutHidden(tag, isGone)),
    services: record.services.map((service) => ({
      ...untagged(service),
      operations: service.operations.map(untagged),
      entityOperations: service.entityOperations.map(untagged),
    })),
  };
}

/** Identifiers and calls of the operations that are hidden; empty where none is. */
function operationsGone(before: ApiRecord, after: ApiRecord): ReadonlySet<string> {
  const names = ({ services }: ApiRecord) =>
    services.flatMap((service) =>
      operationsOf(service).flatMap(({ operationId, method, paths }) => [
        ...(operationId === null ? [] : [operationId]),
        ...paths.map((path) => callKey(method, path)),
      ]),
    );
  const left = new Set(names(after));
  return new Set(names(before).filter((name) => !left.has(name)));
}

/** Whether a link is one to such an operation, or where that cannot be told. */
function leadsTo(gone: ReadonlySet<string>, { operationId, operationRef, method }: JsonObject): boolean {
  // Records of operations have identifiers, too.
  if (method !== undefined || gone.size === 0) return false;
  if (typeof operationId === 'string' && gone.has(operationId)) return true;
  if (typeof operationRef !== 'string') return false;
  const call = calledBy(operationRef);
  return call === null || gone.has(call);
}

const OPERATION_POINTER = /#\/paths\/(?<path>[^/]+)\/(?<method>[^/]+)$/;

/** `GET /book/{}` of `#/paths/~1book~1%7Bid%7D/get` (RFC 6901 §6); null for what is no pointer to an operation. */
function calledBy(operationRef: string): string | null {
  const { path, method } = OPERATION_POINTER.exec(operationRef)?.groups ?? {};
  if (path === undefined || method === undefined) return null;
  try {
    const name = decodeURIComponent(path).replaceAll('~1', '/').replaceAll('~0', '~');
    return callKey(decodeURIComponent(method).toUpperCase(), name);
  } catch {
    return null;
  }
}

function componentsWhere(
  components: ComponentsRecord,
  isWanted: (section: keyof ComponentsRecord, name: string) => boolean,
): readonly unknown[] {
  return COMPONENT_SECTIONS.flatMap((section) =>
    Object.entries(components[section]).flatMap(([name, value]) => (isWanted(section, name) ? [value] : [])),
  );
}

/** All but those that hidden parts alone reach. */
function leftComponents({ components, services }: ApiRecord, after: ApiRecord): ComponentsRecord {
  const gone = componentsWhere(components, (section, name) => !Object.hasOwn(after.components[section], name));
  const reached = reachableComponents(components, [services, ...gone]);
  // What nothing hidden ever reached stays, with what it leads to.
  const others = componentsWhere(after.components, (section, name) => !Object.hasOwn(reached[section], name));
  const left = reachableComponents(after.components, [after.services, ...others]);
  const kept = COMPONENT_SECTIONS.map((section) => [
    section,
    Object.fromEntries(
      Object.entries(after.components[section]).filter(
        // Every log-in stays: what is demanded must never read as nothing.
        ([name]) =>
          section === 'securitySchemes' || Object.hasOwn(left[section], name) || !Object.hasOwn(reached[section], name),
      ),
    ),
  ]);
  return { ...after.components, ...Object.fromEntries(kept) };
}
