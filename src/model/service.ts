import type { Api } from './api.ts';
import { type Field, fieldsOf } from './field.ts';
import { Operation } from './operation.ts';
import type { ServiceKind, ServiceRecord, StatusCode } from './records.ts';

/** REST or RPC service of an API, or webhook (specification §2.1). */
export class Service {
  readonly record: ServiceRecord;
  readonly api: Api;
  /** Copied like the method of an operation, since reads of a record pass a proxy in builds. */
  readonly #name: string;
  readonly #kind: ServiceKind;
  readonly #operations: readonly Operation[];
  readonly #entityOperations: readonly Operation[];

  constructor(record: ServiceRecord, api: Api) {
    this.record = record;
    this.api = api;
    this.#name = record.name;
    this.#kind = record.kind;
    const resource = this.#kind === 'rest' ? 'collection' : 'action';
    this.#operations = record.operations.map((operation) => new Operation(operation, this, resource));
    this.#entityOperations = record.entityOperations.map((operation) => new Operation(operation, this, 'entity'));
  }

  getName(): string {
    return this.#name;
  }

  /** Title in the descriptor, else the name. Pages show `serviceTitle` (`presentation/titles.ts`) instead. */
  getTitle(): string {
    return this.record.title ?? this.record.name;
  }

  getKind(): ServiceKind {
    return this.#kind;
  }

  getDescription(): string | null {
    return this.record.description;
  }

  /** Route match string without the base path: `/book[/:book_id]`. */
  getRoute(): string {
    return this.record.route;
  }

  getRouteIdentifierName(): string | null {
    return this.record.routeIdentifierName;
  }

  /**
   * Configured fields of the service or, with `method`, the fields of that method's request body.
   * @param method upper-case method; if collection and entity both have it, the collection operation counts
   */
  getFields(method?: string): readonly Field[] {
    const schema =
      method === undefined
        ? this.record.fields
        : this.getAllOperations()
            .find((operation) => operation.getHttpMethod() === method)
            ?.getRequestSchema();
    return schema === null || schema === undefined ? [] : fieldsOf(schema, this.api.components);
  }

  /** Returns the collection operations of a REST service, or all operations of any other service. */
  getOperations(): readonly Operation[] {
    return this.#operations;
  }

  getEntityOperations(): readonly Operation[] {
    return this.#entityOperations;
  }

  getAllOperations(): readonly Operation[] {
    return [...this.#operations, ...this.#entityOperations];
  }

  getRequestAcceptTypes(): readonly string[] {
    return this.record.requestAcceptTypes;
  }

  getRequestContentTypes(): readonly string[] {
    return this.record.requestContentTypes;
  }

  getResponseContentTypes(): readonly string[] {
    return this.record.responseContentTypes;
  }

  /** Status codes of all operations in ascending order; for a repeated code, the first reason phrase counts. */
  getResponseStatusCodes(): readonly StatusCode[] {
    const byCode = new Map<number, StatusCode>();
    for (const status of this.getAllOperations().flatMap((operation) => operation.getResponseStatusCodes())) {
      if (!byCode.has(status.code)) byCode.set(status.code, status);
    }
    return [...byCode.values()].sort((a, b) => a.code - b.code);
  }
}
