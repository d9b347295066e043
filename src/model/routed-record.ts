import { NO_COMPONENTS } from './components.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from './records.ts';

const OPERATION: Omit<OperationRecord, 'method' | 'paths'> = {
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

const SERVICE: Omit<ServiceRecord, 'name' | 'kind' | 'operations' | 'entityOperations'> = {
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

/**
 * An API with no more than its methods and paths: a server has these of all its APIs in memory, and a whole API once it
 * is called. Services and operations have the same places in their lists as in the whole record.
 */
export function routedRecord({ name, version, isDefault, basePath, source, services }: ApiRecord): ApiRecord {
  const { format, file, warningCount } = source;
  return {
    ...{ name, version, isDefault, basePath },
    info: { title: name, version: '' },
    servers: [],
    tags: [],
    externalDocs: null,
    services: services.map((service) => ({
      ...SERVICE,
      name: service.name,
      kind: service.kind,
      operations: service.operations.map(routed),
      entityOperations: service.entityOperations.map(routed),
    })),
    components: NO_COMPONENTS,
    security: null,
    extensions: {},
    source: { format, file, warningCount },
  };
}

function routed({ method, paths }: OperationRecord): OperationRecord {
  return { ...OPERATION, method, paths };
}
