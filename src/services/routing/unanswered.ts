import { operationIdentityKey } from '../../model/access.ts';
import type { Api } from '../../model/api.ts';
import type { Operation } from '../../model/operation.ts';
import type { Claim, Leaf } from './claim.ts';
import { isNeverReached, type OwnPaths } from './reserved-paths.ts';

/**
 * Operations that no call reaches at one of their paths, by {@link operationIdentityKey}: the path is another API's,
 * which is the first by name, or the server's own; or nothing is served there at all.
 */
export function unansweredOperations(
  apis: readonly Api[],
  leaves: readonly Leaf[],
  own: OwnPaths,
): ReadonlySet<string> {
  const reached = new Map<Operation, number>();
  for (const { template, claims } of leaves) {
    const before: Claim[] = [];
    for (const byVersion of claims.values()) {
      for (const claim of byVersion.values()) {
        const isOwn = isDefault(claim) && isNeverReached(template, template.slice(1).split('/'), own);
        if (isOwn || before.some((other) => isAskedFirst(other, claim))) continue;
        for (const operation of claim.operations.values()) reached.set(operation, (reached.get(operation) ?? 0) + 1);
      }
      before.push(...byVersion.values());
    }
  }
  const all = apis
    .flatMap((api) => api.getServices().filter((service) => service.getKind() !== 'webhook'))
    .flatMap((service) => service.getAllOperations());
  const lost = all.filter((operation) => (reached.get(operation) ?? 0) < operation.getPaths().length);
  return new Set(lost.map((operation) => operationIdentityKey(operation.getIdentity())));
}

/** The default version is called without one in front, every other one with it. */
function isAskedFirst(other: Claim, claim: Claim): boolean {
  return isDefault(claim) ? isDefault(other) : other.api.getVersion() === claim.api.getVersion();
}

function isDefault({ api }: Claim): boolean {
  return api.getVersion() === api.getDefaultVersion();
}
