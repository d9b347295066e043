import { operationServers } from '../../model/call-address.ts';
import { extensionsOf } from '../../model/extensions.ts';
import type { ParameterObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { setOwn } from '../../model/own-property.ts';
import type { Service } from '../../model/service.ts';
import { shownText } from '../../model/shown-text.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { compact, legalName, type RamlNode, unfolded, withoutNothing } from './annotations.ts';
import { bodyOf, type MessageContext, parametersIn, responseOf, uriParameterOf } from './messages.ts';
import type { Security } from './security.ts';

/** HTTP methods that RAML 1.0 supports; other methods are kept in an annotation of the resource. */
const RAML_METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

interface ResourceContext extends MessageContext {
  readonly security: Security;
  readonly traits: Traits;
  /** Base URL of this site. */
  readonly baseUrl: string;
}

/**
 * Writes one resource for each path, such as `/a/b/{c}`. Services with the same path share the resource.
 * @param toKey converts a path, including the base path, to the resource key relative to `baseUri`
 */
export function resourcesOf(
  services: readonly Service[],
  toKey: (path: string) => string,
  context: ResourceContext,
): RamlNode {
  const byPath = new Map<string, Operation[]>();
  for (const service of services) {
    if (service.getKind() === 'webhook') continue;
    for (const operation of service.getAllOperations()) {
      for (const path of operation.getPaths()) {
        const key = toKey(path);
        byPath.set(key, [...(byPath.get(key) ?? []), operation]);
      }
    }
  }
  const described = new Set<string>();
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => {
      const name = operations[0]?.service.getName() ?? '';
      const isFirst = !described.has(name);
      described.add(name);
      return [path, resourceOf(path, operations, isFirst, context)];
    }),
  );
}

/** @param isFirst true for the first resource of a service, the only one with the service's description */
function resourceOf(
  path: string,
  operations: readonly Operation[],
  isFirst: boolean,
  context: ResourceContext,
): RamlNode {
  const { annotations, components, security } = context;
  const service = operations[0]?.service;
  const owner = path.replaceAll(/[^A-Za-z0-9]+/g, '-');
  const inPath = new Map(
    operations
      .flatMap((operation) => operation.getParameters())
      .flatMap((parameter) => (parameter.in === 'path' ? [[parameter.name, parameter] as const] : [])),
  );
  const isUsed = (parameter: ParameterObject): boolean => path.includes(`{${parameter.name}}`);
  const unused = [...inPath.values()].filter((parameter) => !isUsed(parameter));
  const uriParameters = [...inPath.values()]
    .filter(isUsed)
    .map((parameter) => [parameter.name, uriParameterOf(parameter, `${owner}-${parameter.name}`, context)] as const);
  const known = new Map<string, Operation>();
  const others: Operation[] = [];
  for (const operation of operations) {
    const method = operation.getHttpMethod();
    if (RAML_METHODS.has(method) && !known.has(method)) known.set(method, operation);
    else others.push(operation);
  }
  const described = isFirst ? service : undefined;
  const description = shownText(() => described?.getDescription());
  const summary = shownText(() => described?.record.summary);
  return {
    ...compact({ displayName: service?.getTitle(), description: description ?? summary }),
    ...annotations.say({ 'x-summary': description === null ? null : summary, 'x-service': service?.getName() }),
    ...annotations.extensions(described?.record.extensions ?? {}),
    ...compact({ uriParameters: Object.fromEntries(uriParameters) }),
    ...annotations.say({ 'x-parameters': unfolded(unused, components) }),
    ...Object.fromEntries(
      [...known].map(([name, operation]) => {
        const method = name.toLowerCase();
        return [method, methodOf(operation, method + owner, inPath, context)];
      }),
    ),
    ...annotations.say({
      'x-methods': Object.fromEntries(
        others.map((operation, index) => {
          const written = { ...withoutNothing(withAddedResponses(operation)), ...security.securedBy(operation) };
          return [`${operation.getHttpMethod()}${index === 0 ? '' : `#${index + 1}`}`, unfolded(written, components)];
        }),
      ),
    }),
  };
}

function withAddedResponses(operation: Operation): object {
  return { ...operation.record, responses: { ...operation.record.responses, ...addedResponses(operation) } };
}

/** Responses (401, 403) that this site adds to those of the descriptor. */
function addedResponses(operation: Operation): RamlNode {
  const added = operation.getAddedStatusCodes();
  return Object.fromEntries(added.map(({ code, message }) => [String(code), { description: message }]));
}

/** @param inPath path parameters of the resource, which all of its methods share in RAML */
function methodOf(
  operation: Operation,
  owner: string,
  inPath: ReadonlyMap<string, ParameterObject>,
  context: ResourceContext,
): RamlNode {
  const { annotations, components } = context;
  const { record } = operation;
  const body = operation.getRequestBody()?.value;
  const headers = parametersIn('header', operation, owner, context);
  const queryParameters = parametersIn('query', operation, owner, context);
  const others = operation
    .getParameters()
    .filter((parameter) =>
      parameter.in === 'path'
        ? !isSame(inPath.get(parameter.name), parameter)
        : parameter.in !== 'header' && parameter.in !== 'query',
    );
  return {
    ...compact({ displayName: shownText(() => record.summary), description: shownText(() => record.description) }),
    ...annotations.say({
      'x-operation-id': record.operationId,
      'x-tags': record.tags,
      'x-deprecated': record.deprecated ? true : null,
      'x-external-docs': record.externalDocs,
      'x-request': record.requestDescription,
      'x-response': record.responseDescription,
      'x-servers': operationServers(operation, context.baseUrl),
      'x-parameters': unfolded(others, components),
    }),
    ...context.security.securedBy(operation),
    ...compact({ queryParameters, headers }),
    ...bodyOf(body?.content, 'request', `${owner}-request`, context),
    ...annotations.say({
      'x-body': {
        ...compact({ description: body?.description, required: body?.required }),
        ...extensionsOf(body ?? {}),
      },
    }),
    ...responsesOf(operation, owner, context),
    ...annotations.say({ 'x-callbacks': unfolded(record.callbacks, components) }),
    ...annotations.extensions(record.extensions),
  };
}

function isSame(first: ParameterObject | undefined, second: ParameterObject): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}

/**
 * Writes the responses of an operation; component responses become traits. RAML allows only status codes as keys, so
 * ranges and `default` are kept in an annotation.
 */
function responsesOf(operation: Operation, owner: string, context: ResourceContext): RamlNode {
  const { annotations, components, traits } = context;
  const is: string[] = [];
  const responses: Record<string, RamlNode> = {};
  const others: Record<string, unknown> = {};
  for (const { status, name, response } of operation.getResponses()) {
    if (!/^[1-5]\d\d$/.test(status)) {
      setOwn(others, status, response);
      continue;
    }
    const trait = name === null ? null : traits.nameOf(name, status, (own) => responseOf(response, own, context));
    if (trait !== null) is.push(trait);
    else setOwn(responses, status, responseOf(response, `${owner}-${status}`, context));
  }
  return {
    ...compact({ is, responses: { ...responses, ...addedResponses(operation) } }),
    ...annotations.say({ 'x-responses': unfolded(others, components) }),
  };
}

/** Start of a trait parameter. RAML interprets it anywhere in a trait, even in keys, and has no escape for it. */
const PARAMETER = '<<';

/**
 * Traits for shared responses, one for each pair of component and status (RAML 1.0 "Resource Types and Traits").
 * Without traits, documents of APIs with shared responses would be a third larger.
 */
export class Traits {
  readonly #taken = new UniqueNames('-');
  /** Trait names by status and component; null if the response is written inline. */
  readonly #names = new Map<string, string | null>();
  readonly #declared = new Map<string, RamlNode>();

  /**
   * Returns the trait name of a response, declared on first use; null if the response must be written inline.
   * @param declare writes the response; `owner` is the prefix for names of types declared on the way
   */
  nameOf(component: string, status: string, declare: (owner: string) => RamlNode): string | null {
    const key = `${status} ${component}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#taken.claim(legalName(`${component}-${status}`));
    const response = declare(name);
    const trait = JSON.stringify(response).includes(PARAMETER) ? null : name;
    if (trait !== null) this.#declared.set(trait, { responses: { [status]: response } });
    this.#names.set(key, trait);
    return trait;
  }

  declarations(): RamlNode {
    return Object.fromEntries(this.#declared);
  }
}
