import { operationServers } from '../../model/call-address.ts';
import type { Components } from '../../model/components.ts';
import type { Operation } from '../../model/operation.ts';
import { PATH_ITEM_METHODS } from '../../model/path-items.ts';
import type { OperationRecord, ServiceRecord } from '../../model/records.ts';
import type { Service } from '../../model/service.ts';
import { shownText } from '../../model/shown-text.ts';
import { operationObject } from './operation-object.ts';
import { parameterNames, pathSignature, plainTemplate, toPathTemplate } from './path-template.ts';
import type { JsonMap } from './writing.ts';

const FIXED_METHODS: ReadonlySet<string> = new Set(PATH_ITEM_METHODS.map((method) => method.toUpperCase()));

interface Row {
  readonly path: string;
  readonly service: string;
  readonly head: JsonMap;
  readonly operations: Map<string, JsonMap>;
  readonly conflicts: JsonMap[];
}

/**
 * Gathers the operations of services into Path Items. Services that share a path share its item; a second operation
 * with the same path and method, which OpenAPI cannot say, is kept in the item's `x-platform-operations`.
 */
export class PathTable {
  readonly #components: Components;
  readonly #ids: ReadonlyMap<OperationRecord, readonly string[]>;
  readonly #baseUrl: string;
  readonly #rows = new Map<string, Row>();

  /** @param baseUrl of this site */
  constructor(components: Components, ids: ReadonlyMap<OperationRecord, readonly string[]>, baseUrl: string) {
    this.#components = components;
    this.#ids = ids;
    this.#baseUrl = baseUrl;
  }

  add(service: Service, tags: readonly string[]): void {
    const { record } = service;
    // The description of the service stands at its first path.
    let head = serviceHead(record);
    for (const operation of service.getAllOperations()) {
      for (const [index, path] of pathsOf(record, operation.record).entries()) {
        const row = this.#rowFor(record, path, head);
        head = { 'x-platform-service': record.name };
        this.#addOperation(row, record, operation, index, path, tags);
      }
    }
  }

  /** Path (of webhooks: name) → Path Item Object of OpenAPI 3.2. */
  items(): Readonly<Record<string, JsonMap>> {
    return Object.fromEntries([...this.#rows.values()].map((row) => [row.path, pathItem(row)]));
  }

  #rowFor(service: ServiceRecord, path: string, head: JsonMap): Row {
    const own = service.kind === 'webhook' ? path : toPathTemplate(path).path;
    const key = service.kind === 'webhook' ? path : pathSignature(own);
    const found = this.#rows.get(key);
    if (found !== undefined) return found;
    const row: Row = { path: own, service: service.name, head, operations: new Map(), conflicts: [] };
    this.#rows.set(key, row);
    return row;
  }

  #addOperation(
    row: Row,
    service: ServiceRecord,
    operation: Operation,
    index: number,
    path: string,
    tags: readonly string[],
  ): void {
    const { record } = operation;
    const template = service.kind === 'webhook' ? plainTemplate('') : toPathTemplate(path, parameterNames(row.path));
    const id = this.#ids.get(record)?.[index] ?? '';
    const servers = operationServers(operation, this.#baseUrl);
    const object = operationObject(
      operation,
      template,
      id,
      record.tags.length > 0 ? record.tags : tags,
      servers,
      this.#components,
    );
    const foreign = row.service === service.name ? {} : { 'x-platform-service': service.name };
    if (row.operations.has(record.method))
      row.conflicts.push({ method: record.method, path, 'x-platform-service': service.name, ...object });
    else row.operations.set(record.method, { ...object, ...foreign });
  }
}

function pathsOf(service: ServiceRecord, operation: OperationRecord): readonly string[] {
  // A webhook is known by the name that the descriptor gives it; the service's own name is made from it to fit into a
  // URL.
  return service.kind === 'webhook' ? [service.title ?? service.name] : operation.paths;
}

function serviceHead(service: ServiceRecord): JsonMap {
  return {
    summary: shownText(() => service.summary) ?? undefined,
    description: shownText(() => service.description) ?? undefined,
    'x-platform-service': service.name,
    'x-platform-title': service.title ?? undefined,
    ...service.extensions,
  };
}

function pathItem({ head, operations, conflicts }: Row): JsonMap {
  const fixed = [...operations].filter(([method]) => FIXED_METHODS.has(method));
  const others = [...operations].filter(([method]) => !FIXED_METHODS.has(method));
  return {
    ...head,
    ...Object.fromEntries(fixed.map(([method, operation]) => [method.toLowerCase(), operation])),
    additionalOperations: others.length > 0 ? Object.fromEntries(others) : undefined,
    'x-platform-operations': conflicts.length > 0 ? conflicts : undefined,
  };
}
