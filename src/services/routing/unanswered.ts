import { operationIdentityKey } from '../../model/access.ts';
import type { Api } from '../../model/api.ts';
import type { Operation } from '../../model/operation.ts';
import { nothingNamed } from '../../options/access-records.ts';
import type { Claim, Leaf } from './claim.ts';
import { isNeverReached, type OwnPaths } from './reserved-paths.ts';
import { isClosed, type Rivalry, rivalriesBetween } from './rivals.ts';

/**
 * Operations that no call reaches at one of their paths, by {@link operationIdentityKey}: the path is another API's,
 * which is the first by name, or is closed for it, or the server's own; or nothing is served there at all.
 */
export function unansweredOperations(
  apis: readonly Api[],
  leaves: readonly Leaf[],
  own: OwnPaths,
): ReadonlySet<string> {
  const { isNamed = nothingNamed } = own;
  const closes = (rivalry: Rivalry, operation: Operation): boolean =>
    rivalry.own === operation && isClosed(rivalry, isNamed);
  const reached = new Map<Operation, number>();
  for (const { template, claims } of leaves) {
    const here = [...claims.values()].flatMap((byVersion) => [...byVersion.values()]);
    for (const [index, claim] of here.entries()) {
      if (isDefault(claim) && isNeverReached(template, template.slice(1).split('/'), own)) continue;
      const rivals = here.filter((other) => other.api.getName() !== claim.api.getName() && isAskedFirst(other, claim));
      if (rivals.some((other) => here.indexOf(other) < index)) continue;
      for (const operation of claim.operations.values())
        if (!rivals.some((other) => rivalriesBetween(claim, other).some((rivalry) => closes(rivalry, operation))))
          reached.set(operation, (reached.get(operation) ?? 0) + 1);
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
