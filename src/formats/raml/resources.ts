import type { ParameterObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { shownText } from '../../model/shown-text.ts';
import { compact, type RamlNode, unfolded, withoutNothing } from './annotations.ts';
import { uriParameterOf, type Writing } from './messages.ts';
import { methodOf, RAML_METHODS } from './methods.ts';
import type { Security } from './security.ts';

/**
 * Resources, one for every path: `/a/b/{c}`. Where services share a path, their methods share the resource.
 * @param toKey a path with the base path → the key below `baseUri`
 */
export function resourcesOf(
  services: readonly Service[],
  toKey: (path: string) => string,
  writing: Writing,
  security: Security,
): RamlNode {
  const byPath = new Map<string, Operation[]>();
  for (const service of services) {
    if (service.getKind() === 'webhook') continue;
    for (const operation of service.getAllOperations()) {
      for (const path of operation.getPaths()) byPath.set(toKey(path), [...(byPath.get(toKey(path)) ?? []), operation]);
    }
  }
  const described = new Set<string>();
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => {
      const name = operations[0]?.service.getName() ?? '';
      const begins = !described.has(name);
      described.add(name);
      return [path, resourceOf(path, operations, begins, writing, security)];
    }),
  );
}

/** @param begins whether the service begins here: it is described once */
function resourceOf(
  path: string,
  operations: readonly Operation[],
  begins: boolean,
  writing: Writing,
  security: Security,
): RamlNode {
  const { annotations } = writing;
  const [first] = operations;
  const owner = path.replaceAll(/[^A-Za-z0-9]+/g, '-');
  const inPath = new Map(
    operations
      .flatMap((operation) => operation.getParameters())
      .flatMap((parameter) => (parameter.in === 'path' ? [[parameter.name, parameter] as const] : [])),
  );
  const isUsed = (parameter: ParameterObject): boolean => path.includes(`{${parameter.name}}`);
  const used = [...inPath.values()].filter(isUsed);
  const known = operations.filter(
    (operation, index) =>
      RAML_METHODS.has(operation.getHttpMethod()) &&
      operations.findIndex((other) => other.getHttpMethod() === operation.getHttpMethod()) === index,
  );
  const others = operations.filter((operation) => !known.includes(operation));
  const service = begins ? first?.service : undefined;
  const description = shownText(() => service?.getDescription());
  const summary = shownText(() => service?.record.summary);
  return {
    ...compact({ displayName: first?.service.getTitle(), description: description ?? summary }),
    ...annotations.say('x-summary', description === null ? null : summary),
    ...annotations.say('x-service', first?.service.getName()),
    ...annotations.extensions(service?.record.extensions ?? {}),
    ...(used.length === 0
      ? {}
      : {
          uriParameters: Object.fromEntries(
            used.map((parameter) => [parameter.name, uriParameterOf(parameter, `${owner}-${parameter.name}`, writing)]),
          ),
        }),
    ...annotations.say(
      'x-parameters',
      unfolded(
        [...inPath.values()].filter((parameter) => !isUsed(parameter)),
        writing.components,
      ),
    ),
    ...Object.fromEntries(
      known.map((operation) => [
        operation.getHttpMethod().toLowerCase(),
        methodOf(operation, `${operation.getHttpMethod().toLowerCase()}${owner}`, inPath, writing, security),
      ]),
    ),
    ...annotations.say(
      'x-methods',
      Object.fromEntries(
        others.map((operation, index) => [
          `${operation.getHttpMethod()}${index === 0 ? '' : `#${index + 1}`}`,
          unfolded(
            { ...withoutNothing(withAddedResponses(operation)), ...security.securedBy(operation) },
            writing.components,
          ),
        ]),
      ),
    ),
  };
}

function withAddedResponses(operation: Operation): object {
  const added = operation
    .getAddedStatusCodes()
    .map(({ code, message }) => [String(code), { description: message }] as const);
  return { ...operation.record, responses: { ...operation.record.responses, ...Object.fromEntries(added) } };
}
