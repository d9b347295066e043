import type { Components } from '../../model/components.ts';
import type { SecurityRequirementObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { distinct } from '../../schema/json-values.ts';
import { type SiteLogin, siteLogins, siteLoginsOf } from '../site-logins.ts';
import type { JsonMap } from './writing.ts';

/** Holds what the descriptor demands where {@link siteSecurity} says something else. */
const DESCRIPTOR_SECURITY = 'x-platform-descriptor-security';

/** The log-ins of this site that operations of these services ask for, by their names. */
export function siteSchemes(services: readonly Service[]): Readonly<Record<string, SecuritySchemeObject>> {
  const operations = services.flatMap((service) => service.getAllOperations());
  return Object.fromEntries(operations.flatMap(siteLoginsOf).map((login) => [login.name, schemeOf(login)]));
}

function schemeOf({ login, description }: SiteLogin): SecuritySchemeObject {
  if (login === null) return { type: 'http', scheme: 'closed', description };
  return { type: 'http', scheme: login.scheme.toLowerCase(), description, 'x-platform-realm': login.realm };
}

/**
 * Security of the operation in the words of OpenAPI: what this site enforces, together with what the descriptor
 * demands as far as a client can send both. A request has one log-in in the Authorization field; keys in other fields
 * stay beside it. Where some of an API needs a log-in, open operations say that they are open. A log-in that no user
 * has (`site-closed`) is named as well, because an empty list reads as open.
 */
export function siteSecurity(operation: Operation): JsonMap {
  const { record, service } = operation;
  const { api } = service;
  const logins = siteLoginsOf(operation);
  if (logins.length === 0) {
    const isOpenHere = !operation.namesSecurity() && operation.isAnsweredHere() && service.getKind() !== 'webhook';
    return { security: isOpenHere && siteLogins(api).size > 0 ? [] : (record.security ?? undefined) };
  }
  const demanded = operation.getSecurity();
  const beside =
    demanded.length === 0 ? [{}] : demanded.map((requirement) => withoutAuthorization(requirement, api.components));
  const security = logins.flatMap(({ name }) =>
    beside.map((requirement): SecurityRequirementObject => ({ [name]: [], ...requirement })),
  );
  return {
    security: distinct(security),
    [DESCRIPTOR_SECURITY]: demanded.some((requirement) => Object.keys(requirement).length > 0) ? demanded : undefined,
  };
}

/** There is one Authorization field in a request, and it holds the log-in of this site. */
function withoutAuthorization(
  requirement: SecurityRequirementObject,
  components: Components,
): SecurityRequirementObject {
  const { securitySchemes } = components.record;
  const stays = (name: string): boolean => {
    const given = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    if (given === undefined) return false;
    const scheme = components.resolve(given).value;
    return (
      scheme.type === 'mutualTLS' ||
      (scheme.type === 'apiKey' && (scheme.in !== 'header' || scheme.name?.toLowerCase() !== 'authorization'))
    );
  };
  return Object.fromEntries(Object.entries(requirement).filter(([name]) => stays(name)));
}
