import { isJsonMediaType } from '../model/media-types.ts';
import type { Operation } from '../model/operation.ts';
import { vendorMediaType } from './routing/versions.ts';

/** Methods that the body types of a service apply to where an operation describes no body. */
const USUAL_BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
/** HAL is read where JSON is, as in Laminas; other types that end in `+json` mean something else. */
const HAL = 'application/hal+json';

/**
 * Media types that an answer of an operation can have, the descriptor's first; then the JSON types that the service
 * accepts and the vendor type, which name the same bytes. Empty: the answer has no content, or none is described.
 */
export function responseTypes(operation: Operation): readonly string[] {
  const { service } = operation;
  const successes = operation.getResponses().filter(({ status }) => status.startsWith('2'));
  const described =
    successes.length > 0 ? successes : operation.getResponses().filter(({ status }) => status === 'default');
  const types =
    described.length === 0
      ? service.getResponseContentTypes()
      : described.flatMap(({ response }) => Object.keys(response.content ?? {}));
  if (!types.some(isJsonMediaType)) return unique(types);
  return unique([...types, ...service.getRequestAcceptTypes().filter(isJsonMediaType), ...vendorTypes(operation)]);
}

/** Media types that the body of a request may have. Empty: nothing is said, nothing is refused. */
export function requestTypes(operation: Operation): readonly string[] {
  const body = operation.getRequestBody();
  const isUsual = USUAL_BODY_METHODS.has(operation.getHttpMethod());
  const types =
    body !== null ? Object.keys(body.value.content) : isUsual ? operation.service.getRequestContentTypes() : [];
  if (!types.some(isJsonMediaType)) return unique(types);
  return unique([...types, ...(types.includes('application/json') ? [HAL] : []), ...vendorTypes(operation)]);
}

function vendorTypes({ service: { api } }: Operation): readonly string[] {
  const type = vendorMediaType(api.getName(), api.getVersion());
  return type === null ? [] : [type];
}

function unique(types: readonly string[]): readonly string[] {
  return [...new Set(types)];
}
