import type { Components } from '../../model/components.ts';
import type { OperationObject } from '../../model/openapi-objects.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { swaggerBody } from './bodies.ts';
import { SWAGGER_METHODS } from './document-writer.ts';
import { swaggerParameters } from './parameters.ts';
import { producesOf, swaggerResponses } from './responses.ts';
import type { SwaggerSecurity } from './security.ts';

const METHODS: readonly string[] = SWAGGER_METHODS;

/** Path Items of OpenAPI 3.2 in the words of Swagger 2.0; methods it lacks are kept as `x-additionalOperations`. */
export function swaggerPaths(
  paths: Readonly<Record<string, JsonMap>>,
  components: Components,
  security: SwaggerSecurity,
): JsonMap {
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, pathItem(item, components, security)]));
}

function pathItem(item: JsonMap, components: Components, security: SwaggerSecurity): JsonMap {
  const { trace, query, additionalOperations, ...others } = item;
  const untold = {
    ...(trace === undefined ? {} : { TRACE: trace }),
    ...(query === undefined ? {} : { QUERY: query }),
    ...(isRecord(additionalOperations) ? additionalOperations : {}),
  };
  const entries = Object.entries(others).map(([key, value]): [string, unknown] => [
    key,
    METHODS.includes(key) && isOperation(value) ? operation(value, components, security) : value,
  ]);
  return {
    ...Object.fromEntries(entries),
    'x-additionalOperations': Object.keys(untold).length > 0 ? untold : undefined,
  };
}

function isOperation(value: unknown): value is OperationObject {
  return isRecord(value);
}

function operation(given: OperationObject, components: Components, security: SwaggerSecurity): JsonMap {
  const { parameters = [], requestBody, responses = {}, callbacks, servers, security: needed, ...others } = given;
  const simple = swaggerParameters(parameters, components);
  const body = requestBody === undefined ? null : swaggerBody(requestBody, components);
  const all = [...simple.parameters, ...(body?.parameters ?? [])];
  const produces = producesOf(responses, components);
  const said = needed === undefined ? undefined : security.requirements(needed);
  return {
    ...others,
    consumes: body !== null && body.consumes.length > 0 ? body.consumes : undefined,
    produces: produces.length > 0 ? produces : undefined,
    parameters: all.length > 0 ? all : undefined,
    responses: swaggerResponses(responses, components),
    security: said,
    'x-security': needed !== undefined && said === undefined ? needed : undefined,
    'x-callbacks': callbacks,
    'x-servers': servers,
    ...simple.extensions,
    ...body?.extensions,
  };
}
