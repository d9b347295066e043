import type { Api } from './api.ts';
import type { Components } from './components.ts';
import type { SecurityRequirementObject, SecuritySchemeObject } from './openapi-objects.ts';
import type { Operation } from './operation.ts';
import { isHere } from './servers.ts';

/** Security that a descriptor requires of callers: all that is known about access if another host answers. */

/** Required security scheme of the descriptor, with the scopes that a token needs. */
export interface Demand {
  readonly name: string;
  /** Null if the descriptor does not define the scheme. */
  readonly scheme: SchemeKind | null;
  readonly scopes: readonly string[];
}

/** Members of a scheme that determine what a caller sends. */
export type SchemeKind = Pick<SecuritySchemeObject, 'type' | 'scheme' | 'in' | 'name'>;

/** Schemes that are required together; empty means no log-in. */
export type Alternative = readonly Demand[];

/** Security that the descriptor requires for the operations of an API, combined. */
export interface ApiDemand {
  /**
   * `unnamed`: the descriptor has no security requirements. `unchecked`: it has requirements, but no server at another
   * host that could enforce them.
   */
  readonly kind: 'unnamed' | 'open' | 'mixed' | 'login' | 'unchecked';
  /** Distinct alternatives, without scopes. */
  readonly alternatives: readonly Alternative[];
}

export function alternativesIn(
  security: readonly SecurityRequirementObject[],
  components: Components,
): readonly Alternative[] {
  return security.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => ({ name, scheme: schemeNamed(name, components), scopes })),
  );
}

/** Whether security requirements demand a log-in for every call. */
export function isClosed(security: readonly SecurityRequirementObject[]): boolean {
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
}

/**
 * Combines the security requirements of all operations with a server at another host. If there are none, the result is
 * `unchecked` with the requirements of all operations, or undefined if these require no log-in. Access rules of this
 * site are ignored: a log-in that they require takes precedence anyway, and they can change after a build.
 */
export function demandOf(api: Api): ApiDemand | undefined {
  const all = api
    .getServices()
    .flatMap((service) => (service.getKind() === 'webhook' ? [] : service.getAllOperations()));
  const operations = all.filter(hasServerElsewhere);
  if (operations.length === 0) {
    const alternatives = demandedBy(all, api);
    return alternatives.length === 0 ? undefined : { kind: 'unchecked', alternatives };
  }
  const closed = operations.filter((operation) => isClosed(operation.getSecurity()));
  const kind = closed.length === operations.length ? 'login' : closed.length > 0 ? 'mixed' : 'open';
  const isNamed = operations.some((operation) => operation.namesSecurity());
  return { kind: isNamed ? kind : 'unnamed', alternatives: demandedBy(operations, api) };
}

function demandedBy(operations: readonly Operation[], api: Api): readonly Alternative[] {
  const alternatives = new Map<string, Alternative>();
  for (const security of new Set(operations.map((operation) => operation.getSecurity()))) {
    for (const alternative of alternativesIn(security, api.components)) {
      const withoutScopes = alternative.map((demand) => ({ ...demand, scopes: [] }));
      if (withoutScopes.length > 0) alternatives.set(JSON.stringify(withoutScopes), withoutScopes);
    }
  }
  return [...alternatives.values()];
}

function hasServerElsewhere(operation: Operation): boolean {
  const [server] = operation.getServers();
  return server !== undefined && !isHere(server);
}

function schemeNamed(name: string, components: Components): SchemeKind | null {
  const { securitySchemes } = components.record;
  const found = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
  if (found === undefined) return null;
  const { type, scheme, in: place, name: key } = components.resolve(found).value;
  return {
    type,
    ...(scheme === undefined ? {} : { scheme }),
    ...(place === undefined ? {} : { in: place }),
    ...(key === undefined ? {} : { name: key }),
  };
}
