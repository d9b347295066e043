import { isExtension } from '../../model/extensions.ts';
import { isNameForUrl, RESERVED_SERVICE_NAMES } from '../../model/locations.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { type PathNotes, textsOfPaths } from '../../model/path-items.ts';
import type { OperationRecord, ServiceKind, ServiceRecord } from '../../model/records.ts';
import { contentsOf } from '../../model/service-contents.ts';
import { isRecord } from '../../schema/json-values.ts';
import { toPointer } from '../positions.ts';
import { isAudienceKey, notesAdded, withAudience } from './audience.ts';
import { identifierOf, roleOf, routeOf, serviceNameOf, webhookServiceName, withoutSlash } from './names.ts';
import {
  convertOperation,
  operationsOf,
  pathItemNotes,
  resolvePathItem,
  toOperationRecord,
  warnOfEmptyOperations,
} from './operations.ts';
import type { Reading } from './reading.ts';
import { convertSchema } from './schemas/schema.ts';
import { isAbsent, wrongType } from './shapes.ts';
import { SourceNode } from './source-node.ts';

/** Service whose paths are still being read. */
interface ServiceDraft {
  readonly name: string;
  /** Path of the collection as written, or the name of the webhook. */
  title: string;
  readonly kind: ServiceKind;
  /** Template after the collection in the paths of entities: `{petId}`. */
  entity: string | null;
  readonly pathNotes: PathNotes[number][];
  readonly operations: OperationRecord[];
  readonly entityOperations: OperationRecord[];
  /** Methods by path, for fast lookup: a service may have thousands of operations. */
  readonly methods: Map<string, Set<string>>;
}

/**
 * Returns the top-level key of the webhooks. OpenAPI 3.0 has no such key; its extension `x-webhooks`, which Redoc and
 * Scalar show, is read if it is an object of objects.
 */
export function webhooksKey(reading: Reading): 'webhooks' | 'x-webhooks' {
  const { value } = reading.top('x-webhooks');
  const isRead = reading.dialect === '3.0' && isAbsent(reading.top('webhooks').value) && isRecord(value);
  return isRead && Object.values(value).every(isRecord) ? 'x-webhooks' : 'webhooks';
}

/** Reads the services of all paths and webhooks, in the order of the descriptor. */
export function readServices(reading: Reading): readonly ServiceDraft[] {
  const drafts = new Map<string, ServiceDraft>();
  readMap(reading.top('paths'), reading, (path, node) => readPath(path, node, drafts, reading));
  readMap(reading.top(webhooksKey(reading)), reading, (name, node) => {
    const draft = newDraft(webhookServiceName(name), name.toWellFormed(), 'webhook');
    addPathItem(draft, node, null, reading);
    drafts.set(draft.name, draft);
  });
  return [...drafts.values()];
}

/** Service of a native descriptor, which specifies its own name and paths. */
export interface WrittenService extends Omit<ServiceRecord, 'operations' | 'entityOperations' | 'fields'> {
  readonly operations: readonly WrittenOperation[];
  readonly entityOperations: readonly WrittenOperation[];
  /** JSON Schema of the fields. */
  readonly fields: object | null;
}

export interface WrittenOperation
  extends Pick<OperationRecord, 'method' | 'paths' | 'requestDescription' | 'responseDescription'> {
  /** Operation Object of OpenAPI 3.2. */
  readonly operation: object;
}

export function readWrittenService(service: WrittenService, reading: Reading): ServiceRecord {
  const nodeOf = (value: object): SourceNode => new SourceNode(reading.root.file, value);
  const read = ({ operation, ...own }: WrittenOperation): OperationRecord => {
    const node = nodeOf(operation);
    const converted = convertOperation(node, { pathItem: nodeOf({}), template: null }, reading) ?? {};
    const record = { ...toOperationRecord(converted, own.method, '', []), ...own };
    reading.placedOperations.set(record, { value: node.placed, inDescriptor: () => node.pointer() });
    return record;
  };
  return {
    ...service,
    operations: service.operations.map(read),
    entityOperations: service.entityOperations.map(read),
    fields: service.fields && convertSchema(nodeOf(service.fields), reading),
  };
}

/** Completes a service after all components are converted, since its media types and fields depend on them. */
export function toServiceRecord(draft: ServiceDraft, components: ComponentsRecord): ServiceRecord {
  const { entity, title, operations, entityOperations, pathNotes, ...rest } = draft;
  const all = [...operations, ...entityOperations];
  const { summary, description, extensions } = textsOfPaths(pathNotes);
  const mayHideOne = all.some((operation) => Object.keys(operation.extensions).some(isAudienceKey));
  return {
    name: rest.name,
    title,
    kind: rest.kind,
    summary,
    description,
    route: rest.kind === 'webhook' ? '' : routeOf(title, entity),
    routeIdentifierName: entity === null ? null : identifierOf(entity),
    tags: [...new Set(all.flatMap(({ tags }) => tags))],
    operations,
    entityOperations,
    ...contentsOf({ operations, entityOperations }, components),
    extensions,
    ...(mayHideOne && pathNotes.length > 1 && { pathNotes }),
  };
}

function readMap(node: SourceNode, reading: Reading, read: (key: string, node: SourceNode) => void): void {
  if (isAbsent(node.value)) return;
  if (!isRecord(node.value)) wrongType(node, reading, 'an object');
  for (const [key, child] of node.entries()) if (!isExtension(key)) read(key, child);
}

function readPath(key: string, node: SourceNode, drafts: Map<string, ServiceDraft>, reading: Reading): void {
  const path = withoutColons(key.startsWith('/') ? key : `/${key}`, node, reading);
  checkBraces(path, node, reading);
  if (!key.startsWith('/'))
    reading.warn(node, 'path-slash', `The path “${key}” does not begin with a slash.`, 'Add it.', 'key');
  const { collection, entity } = roleOf(path);
  const name = overriddenName(node, reading) ?? serviceNameAt(path, node, drafts, reading);
  const present = drafts.get(name);
  if (present !== undefined && withoutSlash(present.title) !== withoutSlash(collection)) {
    const message = `The paths “${present.title}” and “${collection}” would both be the service “${name}”.`;
    reading.fail(
      node.child('x-platform-service'),
      'service-duplicate',
      message,
      'Give one of them another x-platform-service.',
    );
    return;
  }
  const draft = present ?? newDraft(name, collection, 'rest');
  drafts.set(name, draft);
  draft.entity ??= entity;
  if (entity === null && draft.operations.length === 0) draft.title = path;
  addPathItem(draft, node, path, reading, entity !== null);
}

/** Returns the service's name, which ignores a trailing slash unless a method would then occur twice. */
function serviceNameAt(
  path: string,
  node: SourceNode,
  drafts: ReadonlyMap<string, ServiceDraft>,
  reading: Reading,
): string {
  const name = serviceNameOf(withoutSlash(roleOf(path).collection));
  const twin = withoutSlash(path) === path ? `${path}/` : withoutSlash(path);
  const taken = drafts.get(name)?.methods.get(twin);
  if (taken === undefined) return name;
  const methods = resolvePathItem(node, reading).flatMap((item) => operationsOf(item).map(([method]) => method));
  return methods.some((method) => taken.has(method.toUpperCase())) ? `${name}-` : name;
}

/** Converts `/member/:id` to `/member/{id}` in a Laminas export; otherwise warns, as the colon may be intended. */
function withoutColons(path: string, node: SourceNode, reading: Reading): string {
  const template = path.replaceAll(/(?<=\/):([\w-]+)(?=\/|$)/g, '{$1}');
  if (template === path || reading.isLaminasExport) return template;
  const message = `A segment of the path “${path}” begins with a colon, so it is not a parameter.`;
  reading.warn(node, 'path-colon', message, `Write ${template}.`, 'key');
  return path;
}

/** Warns about malformed braces or a repeated parameter: pages show the path as written, but no call matches it. */
function checkBraces(path: string, node: SourceNode, reading: Reading): void {
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name);
  if (/[{}]/.test(path.replaceAll(/\{[^{}/]+\}/g, ''))) {
    const message = `The braces of the path “${path}” are empty, nested or not in pairs.`;
    reading.warn(node, 'path-braces', message, 'Write each parameter as {name} within one segment.', 'key');
  }
  const known = new Set<string | undefined>();
  const repeated = names.find((name) => known.size === known.add(name).size);
  if (repeated === undefined) return;
  const message = `The path “${path}” has the parameter “${repeated}” twice.`;
  reading.warn(node, 'path-parameter-duplicate', message, 'Give each parameter its own name.', 'key');
}

function overriddenName(node: SourceNode, reading: Reading): string | undefined {
  const override = resolvePathItem(node, reading)
    .map((item) => item.child('x-platform-service'))
    .find(({ value }) => !isAbsent(value));
  if (override === undefined) return undefined;
  const { value } = override;
  if (typeof value === 'string' && isNameForUrl(value) && !RESERVED_SERVICE_NAMES.has(value)) return value;
  const message = `“${String(value)}” cannot be the name of a service; the name made from its path is used.`;
  reading.warn(
    override,
    'service-name',
    message,
    'Write a name without slashes that is not schemas, groups, guides or changes.',
  );
  return undefined;
}

function newDraft(name: string, title: string, kind: ServiceKind): ServiceDraft {
  return {
    name,
    title,
    kind,
    entity: null,
    pathNotes: [],
    operations: [],
    entityOperations: [],
    methods: new Map(),
  };
}

function addPathItem(
  draft: ServiceDraft,
  node: SourceNode,
  path: string | null,
  reading: Reading,
  isEntity = false,
): void {
  if (!isRecord(node.value)) {
    if (node.value === null)
      reading.warn(
        node,
        'path-empty',
        'The path has no operations; it was left out.',
        'Describe them, or remove the key.',
        'key',
      );
    else if (!isAbsent(node.value)) wrongType(node, reading, 'a path item');
    return;
  }
  const items = resolvePathItem(node, reading).map((item) => [item, pathItemNotes(item, reading)] as const);
  const allNotes = items.flatMap(([item, notes]) => [notes, ...notesAdded(item, node)]);
  // A path without operations has no operation to which its audience keys could be copied.
  const isHiddenWhole =
    allNotes.some((notes) => Object.keys(notes).some(isAudienceKey)) &&
    items.every(([item]) => [...operationsOf(item)].length === 0);
  const pointer = toPointer([path === null ? webhooksKey(reading) : 'paths', node.key]);
  const known = draft.methods.get(path ?? '') ?? new Set();
  draft.methods.set(path ?? '', known);
  for (const [item, notes] of items) {
    if (!isHiddenWhole) draft.pathNotes.push({ path: path ?? '', notes: textsIn(notes) });
    const list = isEntity ? draft.entityOperations : draft.operations;
    const servers = Array.isArray(notes['servers']) ? notes['servers'] : [];
    warnOfEmptyOperations(item, reading);
    for (const [method, written] of operationsOf(item)) {
      // Operations in callbacks are not resolved: operations that refer to each other would be expanded endlessly.
      const operation = reading.references.target(written);
      const isKnown = known.has(method.toUpperCase());
      const converted = isKnown ? undefined : convertOperation(operation, { pathItem: item, template: path }, reading);
      if (converted === undefined) continue;
      const visible = withAudience(converted, [...allNotes, ...notesAdded(operation, written)]);
      const record = toOperationRecord(visible, method.toUpperCase(), path ?? '', servers);
      list.push(record);
      known.add(record.method);
      const inDescriptor = (): string =>
        reading.isConverted ? operation.pointer() : pointer + written.pointer().slice(item.pointer().length);
      reading.placedOperations.set(record, { value: operation.placed, inDescriptor });
    }
  }
}

/** Returns the keys of a path item without its audience keys and the name of its service. */
function textsIn(notes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(notes).filter(([key]) => key !== 'x-platform-service' && !isAudienceKey(key)),
  );
}
