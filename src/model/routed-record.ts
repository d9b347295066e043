import { NO_COMPONENTS } from './components.ts';
import { computedOnce } from './computed-once.ts';
import type { ApiRecord, OperationRecord, ServiceRecord, SourceRecord } from './records.ts';

/** Consecutive operations with equal paths, in order. */
type RoutedOperations = readonly [methods: readonly string[], paths: readonly string[]];

type RoutedService = readonly [
  name: string,
  kind: ServiceRecord['kind'],
  operations: readonly RoutedOperations[],
  entityOperations: readonly RoutedOperations[],
];

/** Methods and paths of an API, as plain JSON. */
export interface ApiRoutes extends Pick<ApiRecord, 'isDefault' | 'basePath'> {
  /** Source with the number of warnings, but not the warnings. */
  readonly source: SourceRecord;
  readonly services: readonly RoutedService[];
}

const OPERATION: OperationRecord = {
  method: '',
  paths: [],
  operationId: null,
  summary: null,
  description: null,
  requestDescription: null,
  responseDescription: null,
  tags: [],
  deprecated: false,
  externalDocs: null,
  parameters: [],
  requestBody: null,
  responses: {},
  callbacks: {},
  security: null,
  servers: [],
  extensions: {},
};

const SERVICE: ServiceRecord = {
  name: '',
  kind: 'rest',
  operations: [],
  entityOperations: [],
  title: null,
  summary: null,
  description: null,
  route: '',
  routeIdentifierName: null,
  tags: [],
  requestAcceptTypes: [],
  requestContentTypes: [],
  responseContentTypes: [],
  fields: null,
  extensions: {},
};

/** Cached for each record, because a build needs the result twice: for the release and for shared paths. */
export const routesOf = computedOnce(({ isDefault, basePath, source, services }: ApiRecord): ApiRoutes => {
  const { format, file, warningCount } = source;
  return {
    isDefault,
    basePath,
    source: { format, file, warningCount },
    services: services.map(({ name, kind, operations, entityOperations }) => [
      name,
      kind,
      sideBySide(operations),
      sideBySide(entityOperations),
    ]),
  };
});

/**
 * Creates a record with only methods and paths. A server keeps such records of all APIs in memory and loads a complete
 * record at the first call. Services and operations have the same indexes as in the complete record.
 */
export function routedRecord(
  name: string,
  version: number,
  { isDefault, basePath, source, services }: ApiRoutes,
): ApiRecord {
  return {
    ...{ name, version, isDefault, basePath },
    info: { title: name, version: '' },
    servers: [],
    tags: [],
    externalDocs: null,
    services: services.map(([service, kind, operations, entityOperations]) => ({
      ...SERVICE,
      name: service,
      kind,
      // A server keeps thousands of these lists, and `flatMap` leaves room for more members in its list.
      operations: [...operations.flatMap(routed)],
      entityOperations: [...entityOperations.flatMap(routed)],
    })),
    components: NO_COMPONENTS,
    security: null,
    extensions: {},
    source,
  };
}

function routed([methods, paths]: RoutedOperations): readonly OperationRecord[] {
  return methods.map((method) => ({ ...OPERATION, method, paths }));
}

function sideBySide(operations: readonly OperationRecord[]): readonly RoutedOperations[] {
  const groups: { readonly methods: string[]; readonly paths: readonly string[] }[] = [];
  for (const { method, paths } of operations) {
    const last = groups.at(-1);
    if (last !== undefined && isSame(last.paths, paths)) last.methods.push(method);
    else groups.push({ methods: [method], paths });
  }
  return groups.map(({ methods, paths }) => [methods, paths]);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, index) => path === other[index]);
}
