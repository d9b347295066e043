import { createAuthorization } from '../auth/authorization.ts';
import type { Configuration } from '../config/configuration.ts';
import type { AccessRule } from '../model/access.ts';

/**
 * What the documentation says of who may call: the decision that the server takes, asked for guests. Who is in a group does not matter
 * for that, so no file of users is read.
 */
export function accessRuleOf({ authentication, authorization }: Pick<Configuration, 'authentication' | 'authorization'>): AccessRule {
  const { adapters, map } = authentication;
  const { rules, denyByDefault } = authorization;
  return createAuthorization({ adapters, map, rules, denyByDefault, groupsOf: () => [] }).access;
}
