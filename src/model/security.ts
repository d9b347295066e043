import type { Api } from './api.ts';
import type { Components } from './components.ts';
import type { SecurityRequirementObject, SecuritySchemeObject } from './openapi-objects.ts';
import type { Operation } from './operation.ts';
import { isHere } from './servers.ts';

/** Demands of a descriptor on callers. Where another host answers, nothing else is known about access. */

/** A scheme of the descriptor, and what its token has to be good for. */
export interface Demand {
  readonly name: string;
  /** Null where the descriptor does not define it. */
  readonly scheme: SchemeKind | null;
  readonly scopes: readonly string[];
}

/** Parts of a scheme that decide what a caller sends. */
export type SchemeKind = Pick<SecuritySchemeObject, 'type' | 'scheme' | 'in' | 'name'>;

/** Demands that are met together; without any: no log-in. */
export type Alternative = readonly Demand[];

/** Demands of the descriptor on callers of an API. */
export interface ApiDemand {
  /**
   * `unnamed`: the descriptor states security for no operation; `unchecked`: it names log-ins, but no other host that
   * would require them.
   */
  readonly kind: 'unnamed' | 'open' | 'mixed' | 'login' | 'unchecked';
  /** Each once, without scopes. */
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

/** Whether every caller needs a log-in. */
export function isClosed(security: readonly SecurityRequirementObject[]): boolean {
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
}

/**
 * Combines the demands of the operations that have a server at another host. Without such operations it combines those
 * of all, and is undefined where these name no log-in. The access rules of this site make no difference: a log-in that
 * they require takes precedence, and they change after a build.
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
