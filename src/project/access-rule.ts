import { type Authorization, createAuthorization } from '../auth/authorization.ts';
import { createDescribedPaths, type ServedResource } from '../auth/protected-paths.ts';
import type { Configuration } from '../config/configuration.ts';
import { type Access, type AccessRule, operationIdentityKey } from '../model/access.ts';
import type { ApiRecord } from '../model/records.ts';
import { entryFor } from '../options/access-records.ts';

/**
 * Creates the access rule of the documentation: the server's decision for guests. Group membership does not affect this
 * decision, so no file of users is read.
 * @param apis published APIs, whose operations are protected by the paths above them
 */
export function accessRuleOf(configuration: AccessConfiguration, apis: readonly ApiRecord[]): AccessRule {
  return authorizationOf(configuration, apis).access;
}

/** Access to most operations of most sites. */
const OPEN_WITH_EXAMPLES: Access = { kind: 'open', hasExamples: true };

/**
 * Extends an access rule: marks operations without another backend, which this site answers from examples.
 * @param unanswered keys of the operations that no call reaches ({@link operationIdentityKey})
 */
export function withExamples(
  rule: AccessRule,
  services: Configuration['services'],
  unanswered: ReadonlySet<string>,
): AccessRule {
  const isElsewhere = knowsAll(services);
  return (operation) => {
    const access = rule(operation);
    if (isElsewhere(operation.api, operation.version)) return access;
    const isUnanswered = unanswered.size > 0 && unanswered.has(operationIdentityKey(operation));
    if (isUnanswered) return access;
    return access.kind === 'open' ? OPEN_WITH_EXAMPLES : { ...access, hasExamples: true };
  };
}

/** Returns a predicate for versions whose backend knows hidden parts; examples contain only visible parts. */
export function knowsAll(services: Configuration['services']): (api: string, version: number) => boolean {
  return (api, version) => (entryFor(services, api, version)?.answersFrom ?? 'descriptor') !== 'descriptor';
}

/**
 * Selects versions of APIs with exactly the operations that their backends know.
 * @param whole all versions, including hidden parts
 * @param visible versions that have visible parts, without their hidden parts
 */
export function knownToBackends<T>(
  services: Configuration['services'],
  whole: readonly T[],
  visible: readonly T[],
  recordOf: (version: T) => Pick<ApiRecord, 'name' | 'version'>,
): readonly T[] {
  const knows = knowsAll(services);
  const isWhole = (one: T): boolean => knows(recordOf(one).name, recordOf(one).version);
  return [...whole.filter(isWhole), ...visible.filter((one) => !isWhole(one))];
}

type AccessConfiguration = Pick<Configuration, 'authentication' | 'authorization'>;

/** Creates an authorization in which groups have no members. */
export function authorizationOf(
  { authentication, authorization }: AccessConfiguration,
  apis: readonly ApiRecord[],
): Authorization {
  const { adapters, map, paths } = authentication;
  const { rules, denyByDefault } = authorization;
  const { adaptersOf: adaptersOfPath } = createDescribedPaths(paths, servedResources(apis));
  return createAuthorization({ adapters, map, rules, denyByDefault, groupsOf: () => [], adaptersOfPath });
}

/** Lists the resources of APIs with their paths. Skips webhooks, which an API calls on other servers. */
export function* servedResources(apis: Iterable<ApiRecord>): Generator<ServedResource> {
  for (const { name: api, version, basePath, services } of apis) {
    for (const { name: service, kind, operations, entityOperations } of services) {
      if (kind === 'webhook') continue;
      const own = kind === 'rest' ? 'collection' : 'action';
      for (const [resource, list] of [
        [own, operations],
        ['entity', entityOperations],
      ] as const)
        if (list.length > 0)
          yield {
            api,
            version,
            service,
            resource,
            paths: [...new Set(list.flatMap(({ paths }) => paths.map((path) => basePath + path)))],
          };
    }
  }
}
