import { isReference, MAPS_OF_NAMES } from '../model/components.ts';
import { EVERYONE, INTERNAL } from '../model/extensions.ts';
import type { ComponentsRecord, Extensible, ParameterObject, Reference } from '../model/openapi-objects.ts';
import { callKey } from '../model/operation.ts';
import { type PathNotes, textsOfPaths } from '../model/path-items.ts';
import { reachableComponents } from '../model/reachable-components.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../model/records.ts';
import { contentsOf } from '../model/service-contents.ts';
import { isRecord, type JsonRecord } from '../schema/json-values.ts';
import { COMPONENT_SECTIONS, componentReference } from '../schema/references.ts';
import { type IsHidden, mapped, mappedItems, withoutHidden, withoutHiddenNames } from './hidden-parts.ts';

/**
 * Removes everything from an API that `x-internal` and `x-audience` hide from its readers, at any depth, and each
 * component, tag or link that leads only to hidden parts. A part with an invalid value of these keys is also removed.
 * @param audience names of the audiences to which the readers of the site belong
 * @returns the record itself if nothing is hidden; null if everything is hidden
 */
export function visibleRecord(record: ApiRecord, audience: readonly string[] = []): ApiRecord | null {
  const isMarked = markedFor(audience);
  if (!isMarkedSomewhere(record)) return record;
  if (isMarked(record.info) || isMarked(record.extensions)) return null;
  const hidden = hiddenReferences(record.components, isMarked);
  const schemes = new Set<unknown>(Object.values(record.components.securitySchemes));
  // All security schemes stay: an operation that demands a scheme must not appear open or refer to a missing scheme.
  const isHidden: IsHidden = (value) => !schemes.has(value) && (isMarked(value) || refersTo(hidden, value));
  const named = withoutHiddenNames(record, record.components, isHidden);
  const pruned = withoutHidden(named, isHidden);
  if (pruned === record) return record;
  const before = new Map(record.services.map((service) => [service.name, service]));
  const services = pruned.services.flatMap((service) => serviceOf(service, before.get(service.name), pruned));
  return withoutTraces(record, { ...pruned, services });
}

/**
 * Visible records of the versions that readers may see, at least in part. If the default version of an API is hidden,
 * all its versions are hidden, since addresses without a version would have no target.
 */
export function visibleRecords(records: readonly ApiRecord[], audience?: readonly string[]): readonly ApiRecord[] {
  const shown = new Map(records.map((record) => [record, visibleRecord(record, audience)]));
  const hidden = [...Map.groupBy(records, ({ name }) => name)].flatMap(([name, versions]) => {
    const main = versions.find(({ version }) => version === defaultVersionOf(versions));
    return main !== undefined && shown.get(main) === null ? [name] : [];
  });
  return records.flatMap((record) => (hidden.includes(record.name) ? [] : (shown.get(record) ?? [])));
}

/** Version that the descriptors mark as the default, or else the highest (DESIGN §3). */
export function defaultVersionOf(versions: readonly ApiRecord[]): number {
  const marked = versions.find((record) => record.isDefault)?.version;
  return marked ?? Math.max(1, ...versions.map(({ version }) => version));
}

/** Keys that limit the readers of a part. */
export const MARKS: readonly string[] = ['x-internal', 'x-audience'];

const unmarked = new WeakSet<object>();

/** Remembers that no part of a record has one of the {@link MARKS}, so that its parts are not searched again. */
export function noteUnmarked(record: ApiRecord): void {
  for (const part of Object.values(record)) if (typeof part === 'object' && part !== null) unmarked.add(part);
}

export function isUnmarked(record: ApiRecord): boolean {
  return Object.values(record).every((part) => typeof part !== 'object' || part === null || unmarked.has(part));
}

/** Whether any part of a record is marked. Most descriptors have no marks, and large ones are searched only once. */
function isMarkedSomewhere(record: ApiRecord): boolean {
  if (holdsMark(record)) return true;
  noteUnmarked(record);
  return false;
}

function holdsMark(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || unmarked.has(value)) return false;
  if (Array.isArray(value)) return value.some(holdsMark);
  if (!isRecord(value)) return false;
  for (const key in value) if (MARKS.includes(key) || holdsMark(value[key])) return true;
  return false;
}

/** Returns a test: whether an object, or the `extensions` of a record, has a mark that excludes an audience. */
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

/** References to marked components, and to components that only refer to marked components. */
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

export function operationsOf({ operations, entityOperations }: ServiceRecord): readonly OperationRecord[] {
  return [...operations, ...entityOperations];
}

/** Returns the visible service; an empty list if all its operations are hidden. */
function serviceOf(
  service: ServiceRecord,
  before: ServiceRecord | undefined,
  { source, components }: ApiRecord,
): readonly ServiceRecord[] {
  if (before === undefined) return [service];
  const [had, has] = [operationsOf(before).length, operationsOf(service).length];
  if (had > 0 && has === 0) return [];
  if (source.format === 'native') return [service];
  const { pathNotes = [], ...rest } = service;
  const seen = { ...rest, ...contentsOf(service, components) };
  return [pathsOf(before).size === pathsOf(service).size ? seen : withoutHiddenPaths(seen, pathNotes)];
}

function pathsOf(service: ServiceRecord): ReadonlySet<string> {
  return new Set(operationsOf(service).flatMap((operation) => operation.paths));
}

/** Recomputes texts and route from the visible paths: texts made from all paths could reveal the hidden paths. */
function withoutHiddenPaths(service: ServiceRecord, pathNotes: PathNotes): ServiceRecord {
  const hasEntity = service.entityOperations.length > 0;
  const seen = pathsOf(service);
  return {
    ...service,
    ...textsOfPaths(pathNotes.filter(({ path }) => seen.has(path))),
    route: hasEntity ? service.route : service.route.replace(/\[.*$/s, ''),
    routeIdentifierName: hasEntity ? service.routeIdentifierName : null,
  };
}

/** Removes tags, links and components that lead only to hidden parts. */
function withoutTraces(before: ApiRecord, after: ApiRecord): ApiRecord {
  const untagged = withoutTags(after, tagsGone(before, after));
  const gone = operationsGone(before, after);
  const seen = withoutHidden(untagged, (value) => isRecord(value) && leadsTo(gone, value));
  const left = { ...seen, components: leftComponents(before, seen) };
  return withoutParametersOfLinks(left, parametersGone(before, left));
}

/** Hidden tags, and tags whose operations are all hidden. */
function tagsGone(before: ApiRecord, after: ApiRecord): ReadonlySet<unknown> {
  const parents = new Map(before.tags.map(({ name, parent }) => [name, parent]));
  const used = ({ services }: ApiRecord): ReadonlySet<string> => {
    const names = new Set(services.flatMap((service) => operationsOf(service).flatMap(({ tags }) => tags)));
    // The loop also visits names that it adds.
    for (const name of names) names.add(parents.get(name) ?? name);
    return names;
  };
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
    extensions: withoutEmptyTagGroups(record.extensions, withoutHidden(record.extensions, isGone)),
    tags: record.tags.filter(({ name }) => !gone.has(name)).map((tag) => withoutHidden(tag, isGone)),
    services: record.services.map((service) => ({
      ...untagged(service),
      operations: service.operations.map(untagged),
      entityOperations: service.entityOperations.map(untagged),
    })),
  };
}

/** Removes tag groups whose tags are all gone: the name of such a group would stay visible. */
function withoutEmptyTagGroups(before: Extensible, after: Extensible): Extensible {
  const groups = after['x-tagGroups'];
  if (groups === before['x-tagGroups'] || !Array.isArray(groups)) return after;
  const isEmpty = (group: unknown): boolean =>
    isRecord(group) && Array.isArray(group['tags']) && group['tags'].length === 0;
  return { ...after, 'x-tagGroups': groups.filter((group) => !isEmpty(group)) };
}

/** Identifiers and calls of the hidden operations. */
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

/** Whether an object is a link to a hidden operation, or a link whose target cannot be determined. */
function leadsTo(gone: ReadonlySet<string>, { operationId, operationRef, method }: JsonRecord): boolean {
  // The object is not a link but an operation record, which also has an `operationId`.
  if (method !== undefined || gone.size === 0) return false;
  if (typeof operationId === 'string' && gone.has(operationId)) return true;
  if (typeof operationRef !== 'string') return false;
  const call = calledBy(operationRef);
  return call === null || gone.has(call);
}

const OPERATION_POINTER = /#\/paths\/(?<path>[^/]+)\/(?<method>[^/]+)$/;

/** Parses `#/paths/~1book~1%7Bid%7D/get` (RFC 6901 §6) to `GET /book/{}`; null if it points to no operation. */
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

/** Visible components, without components to which only hidden parts refer. */
function leftComponents({ components, services }: ApiRecord, after: ApiRecord): ComponentsRecord {
  const gone = componentsWhere(components, (section, name) => !Object.hasOwn(after.components[section], name));
  const reached = reachableComponents(components, [services, ...gone]);
  // Components to which no service or hidden component referred stay, with the components that they use.
  const others = componentsWhere(after.components, (section, name) => !Object.hasOwn(reached[section], name));
  const left = reachableComponents(after.components, [after.services, ...others]);
  const kept = COMPONENT_SECTIONS.map((section) => [
    section,
    Object.fromEntries(
      Object.entries(after.components[section]).filter(
        // All security schemes stay: an operation that demands a scheme must not appear open.
        ([name]) =>
          section === 'securitySchemes' || Object.hasOwn(left[section], name) || !Object.hasOwn(reached[section], name),
      ),
    ),
  ]);
  return { ...after.components, ...Object.fromEntries(kept) };
}

/** Names of parameters that occur only in hidden parts. */
function parametersGone(before: ApiRecord, after: ApiRecord): ReadonlySet<string> {
  const left = parameterNames(after);
  return new Set([...parameterNames(before)].filter((name) => !left.has(name)));
}

function parameterNames({ services, components }: ApiRecord): ReadonlySet<string> {
  const listed = services.flatMap(({ operations, entityOperations }) =>
    [...operations, ...entityOperations].flatMap(({ parameters }) => parameters),
  );
  const all: readonly Reference<ParameterObject>[] = [...listed, ...Object.values(components.parameters)];
  return new Set(all.flatMap((parameter) => (isReference(parameter) ? [] : [parameter.name])));
}

/** Prefix of a parameter name that would be ambiguous alone: `query.limit`, `path.id`. */
const PLACE = /^(?:path|query|header|cookie)\./;
/** Runtime expression for a request parameter: `$request.query.limit`. */
const EXPRESSION = /^\$request\.(?:path|query|header)\.(?<name>.+)$/;

/** Removes the entries from links that set hidden parameters or take values from them. */
function withoutParametersOfLinks<Value>(value: Value, gone: ReadonlySet<string>): Value {
  return gone.size === 0 ? value : (walked(value, gone, undefined) as Value);
}

function walked(value: unknown, gone: ReadonlySet<string>, map: string | undefined): unknown {
  if (Array.isArray(value)) return mappedItems(value, (item) => walked(item, gone, undefined));
  if (!isRecord(value)) return value;
  const isMap = (key: string): boolean => map === undefined && MAPS_OF_NAMES.has(key);
  return mapped(value, (inner, key) =>
    map === 'links' ? linkWithout(inner, gone) : walked(inner, gone, isMap(key) ? key : undefined),
  );
}

function linkWithout(link: unknown, gone: ReadonlySet<string>): unknown {
  if (!isRecord(link) || !isRecord(link['parameters'])) return link;
  const parameters = mapped(link['parameters'], (set, key) => {
    const taken = typeof set === 'string' ? EXPRESSION.exec(set)?.groups?.['name'] : undefined;
    const isGone = gone.has(key.replace(PLACE, '')) || gone.has(key) || (taken !== undefined && gone.has(taken));
    return isGone ? undefined : set;
  });
  return { ...link, parameters };
}
