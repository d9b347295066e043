import { operationServers } from '../../model/call-address.ts';
import { extensionsOf } from '../../model/extensions.ts';
import type { ParameterObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { shownText } from '../../model/shown-text.ts';
import { compact, type RamlNode, unfolded } from './annotations.ts';
import { bodyOf, parametersIn, responseOf, type Writing } from './messages.ts';
import type { Security } from './security.ts';

/** Methods that RAML 1.0 has; others are kept in an annotation of their resource. */
export const RAML_METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** @param uriParameters what the resource says for all its methods; RAML lets none of them say otherwise */
export function methodOf(
  operation: Operation,
  owner: string,
  uriParameters: ReadonlyMap<string, ParameterObject>,
  writing: Writing,
  security: Security,
): RamlNode {
  const { annotations } = writing;
  const { record } = operation;
  const parameters = operation.getParameters();
  const body = operation.getRequestBody()?.value;
  const headers = parametersIn('header', operation, owner, writing);
  const query = parametersIn('query', operation, owner, writing);
  const isToldElsewhere = (parameter: ParameterObject): boolean => isSame(uriParameters.get(parameter.name), parameter);
  const others = parameters.filter(
    (parameter) =>
      parameter.in === 'cookie' ||
      parameter.in === 'querystring' ||
      (parameter.in === 'path' && !isToldElsewhere(parameter)),
  );
  return {
    ...compact({ displayName: shownText(() => record.summary), description: shownText(() => record.description) }),
    ...annotations.say('x-operation-id', record.operationId),
    ...annotations.say('x-tags', record.tags),
    ...annotations.say('x-deprecated', record.deprecated ? true : null),
    ...annotations.say('x-external-docs', record.externalDocs),
    ...annotations.say('x-request', record.requestDescription),
    ...annotations.say('x-response', record.responseDescription),
    ...annotations.say('x-servers', operationServers(operation, writing.baseUrl)),
    ...annotations.say('x-parameters', unfolded(others, writing.components)),
    ...security.securedBy(operation),
    ...(query === undefined ? {} : { queryParameters: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : bodyOf(body.content, 'request', `${owner}-request`, writing)),
    ...(body === undefined
      ? {}
      : annotations.say('x-body', {
          ...compact({ description: body.description, required: body.required }),
          ...extensionsOf(body),
        })),
    ...responsesOf(operation, owner, writing),
    ...annotations.say('x-callbacks', unfolded(record.callbacks, writing.components)),
    ...annotations.extensions(record.extensions),
  };
}

/**
 * Responses of an operation; responses of the components are traits. RAML takes only whole codes as keys: ranges and
 * `default` are kept in an annotation.
 */
function responsesOf(operation: Operation, owner: string, writing: Writing): RamlNode {
  const described = operation.getResponses();
  const told = described
    .filter(({ status }) => isCode(status))
    .map(({ status, name, response }) => ({
      status,
      ...(name === null
        ? { response: responseOf(response, `${owner}-${status}`, writing) }
        : writing.traits.responding(name, status, (trait) => responseOf(response, trait, writing))),
    }));
  const traits = told.flatMap((one) => ('trait' in one ? [one.trait] : []));
  const responses = [
    ...told.flatMap((one) => ('response' in one ? [[one.status, one.response] as const] : [])),
    ...operation.getAddedStatusCodes().map(({ code, message }) => [String(code), { description: message }] as const),
  ];
  const others = described
    .filter(({ status }) => !isCode(status))
    .map(({ status, response }) => [status, response] as const);
  return {
    ...(traits.length === 0 ? {} : { is: traits }),
    ...(responses.length === 0 ? {} : { responses: Object.fromEntries(responses) }),
    ...writing.annotations.say('x-responses', unfolded(Object.fromEntries(others), writing.components)),
  };
}

function isSame(first: ParameterObject | undefined, second: ParameterObject): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}

function isCode(status: string): boolean {
  return /^[1-5]\d\d$/.test(status);
}
