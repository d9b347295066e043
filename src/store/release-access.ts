import { type Access, type AccessRule, accessKey, type OperationIdentity } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { shortHash } from './stored-bytes.ts';

/** Operations of one resource of a service, with the names that access rules need. */
export interface OperationNames {
  readonly service: string;
  readonly resource: OperationIdentity['resource'];
  readonly methods: readonly string[];
}

/** Operations, and the access that a rule gives to each, in the same order. */
export interface NamedAccesses {
  readonly operations: readonly OperationNames[];
  readonly accesses: readonly Access[];
}

const CLOSED: Access = { kind: 'login', schemes: [] };

/** Operations of a version of an API, without webhooks. */
export function operationNamesOf(api: Api): readonly OperationNames[] {
  return api
    .getServices()
    .filter((service) => service.getKind() !== 'webhook')
    .flatMap((service) =>
      [service.getOperations(), service.getEntityOperations()].flatMap((operations) => {
        const [first] = operations;
        if (first === undefined) return [];
        return [
          {
            service: service.getName(),
            resource: first.resource,
            methods: [...new Set(operations.map((operation) => operation.getHttpMethod()))],
          },
        ];
      }),
    );
}

/** Access that a rule gives to each operation, in the same order. */
export function accessesOf(
  api: string,
  version: number,
  operations: readonly OperationNames[],
  rule: AccessRule,
): readonly Access[] {
  return operations.flatMap(({ service, resource, methods }) =>
    methods.map((method) => rule({ api, version, service, resource, method })),
  );
}

/** Restores the rule for one version from the results of {@link accessesOf}; all other operations are closed. */
export function ruleOf({ operations, accesses }: NamedAccesses): AccessRule {
  const key = ({ service, resource, method }: Omit<OperationIdentity, 'api' | 'version'>): string =>
    `${resource} ${method} ${service}`;
  const keys = operations.flatMap(({ service, resource, methods }) =>
    methods.map((method) => key({ service, resource, method })),
  );
  const known = new Map(keys.map((name, index) => [name, accesses[index]]));
  return (operation) => known.get(key(operation)) ?? CLOSED;
}

/** Accesses of all operations of a version, computed only once for each version. */
export const accessesOfApi = computedOnce((api: Api): readonly Access[] =>
  accessesOf(api.getName(), api.getVersion(), operationNamesOf(api), api.accessRule),
);

/** Hash that is equal for accesses that all documents describe in the same way. */
export function accessHash(accesses: readonly Access[]): string {
  return shortHash(
    accesses.map((access) => `${accessKey(access)}${access.hasExamples === true ? ' examples' : ''}\n`).join(''),
  );
}
