import { type Components, isReference } from '../../model/components.ts';
import type {
  CallbackObject,
  OperationObject,
  PathItemObject,
  Reference,
  ResponseObject,
  ServerObject,
} from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { PATH_ITEM_METHODS } from '../../model/path-items.ts';
import { shownText } from '../../model/shown-text.ts';
import { isRecord } from '../../schema/json-values.ts';
import { fitParameters, type PathTemplate, parameterNames, plainTemplate, toPathTemplate } from './path-template.ts';
import { siteSecurity } from './site-security.ts';
import type { JsonMap } from './writing.ts';

/** An operation in the words of OpenAPI 3.2; absent keys are undefined. */
export function operationObject(
  operation: Operation,
  template: PathTemplate,
  operationId: string,
  tags: readonly string[],
  servers: readonly ServerObject[],
  components: Components,
): JsonMap {
  const { record } = operation;
  const { parameters, dropped } = fitParameters(record.parameters, template, components);
  // A parameter of an optional segment is not lost where the segment is absent: it stands at the other path.
  const elsewhere = new Set(record.paths.flatMap((path) => parameterNames(toPathTemplate(path).path)));
  const lost = dropped.filter(
    (parameter) => record.paths.length === 1 || parameter.in !== 'path' || !elsewhere.has(parameter.name),
  );
  return {
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    summary: shownText(() => record.summary) ?? undefined,
    description: shownText(() => record.description) ?? undefined,
    externalDocs: record.externalDocs ?? undefined,
    operationId,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: record.requestBody ?? undefined,
    responses: responses(operation),
    callbacks: Object.keys(record.callbacks).length > 0 ? callbackObjects(record.callbacks, components) : undefined,
    deprecated: record.deprecated || undefined,
    ...siteSecurity(operation),
    servers: servers.length > 0 ? servers : undefined,
    ...record.extensions,
    'x-platform-request-description': record.requestDescription ?? undefined,
    'x-platform-response-description': record.responseDescription ?? undefined,
    'x-platform-operation-id':
      record.operationId !== null && record.operationId !== operationId ? record.operationId : undefined,
    'x-platform-parameters': lost.length > 0 ? lost : undefined,
    'x-platform-path': template.text === template.path ? undefined : template.text,
  };
}

/** Responses of the descriptor and of the log-in; ranges are written `4XX`. */
function responses(operation: Operation): JsonMap | undefined {
  const given: readonly [string, Reference<ResponseObject>][] = Object.entries(operation.record.responses);
  const entries = given.map(
    ([status, response]) => [/^[1-5]xx$/i.test(status) ? status.toUpperCase() : status, response] as const,
  );
  const added = operation
    .getAddedStatusCodes()
    .map(({ code, message }) => [String(code), { description: message }] as const);
  return entries.length + added.length > 0 ? Object.fromEntries([...entries, ...added]) : undefined;
}

/**
 * Operations of callbacks follow the rules of all others; their ids would have to be unique too, so they are set aside.
 */
export function callbackObjects(
  given: Readonly<Record<string, Reference<CallbackObject>>>,
  components: Components,
): JsonMap {
  return Object.fromEntries(
    Object.entries(given).map(([name, callback]) => [
      name,
      isReference(callback) ? callback : callbackObject(callback, components),
    ]),
  );
}

function callbackObject(callback: CallbackObject, components: Components): JsonMap {
  return Object.fromEntries(
    Object.entries(callback).map(([expression, item]) => [
      expression,
      isRecord(item) ? pathItem(expression, item, components) : item,
    ]),
  );
}

function pathItem(expression: string, item: PathItemObject, components: Components): JsonMap {
  const { parameters: shared = [], ...others } = item;
  // Only names that every tool takes for parameters: an expression such as `{$request.body#/url}` is none.
  const named = plainTemplate([...expression.matchAll(/\{[\w.-]+\}/g)].join(''));
  const operation = (value: OperationObject): JsonMap => {
    const { operationId, parameters: own = [], ...rest } = value;
    const { parameters, dropped } = fitParameters(
      [...own, ...shared.filter((parameter) => !own.includes(parameter))],
      named,
      components,
    );
    return {
      ...rest,
      parameters: parameters.length > 0 ? parameters : undefined,
      'x-operationId': operationId,
      'x-platform-parameters': dropped.length > 0 ? dropped : undefined,
    };
  };
  const entries = Object.entries(others).map(([key, value]): [string, unknown] => [
    key,
    isOperation(key, value) ? operation(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function isOperation(key: string, value: unknown): value is OperationObject {
  return PATH_ITEM_METHODS.some((method) => method === key) && isRecord(value);
}
