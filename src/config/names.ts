import { closeNames } from '../model/close-names.ts';
import { PUBLIC } from '../options/access-records.ts';
import type { Place } from '../options/place.ts';
import { type ConfigurationProblem, formatProblem } from '../options/problem.ts';
import { formatTarget } from './api-target.ts';
import type { Configuration } from './configuration.ts';
import { closedAdapter } from './sections/adapters.ts';

type Authorization = Configuration['authorization'];

const ACCESS = ['platform-documentation', 'access'] as const;
const AUTHENTICATION = ['platform-mvc-auth', 'authentication'] as const;
const RULES = ['platform-mvc-auth', 'authorization'] as const;
const PARTS = ['collection', 'entity', 'actions'] as const;

/** Reports adapters and groups that are used but not configured. */
export function checkNames(configuration: Configuration, placeOf: (keys: readonly string[]) => Place): void {
  const { authentication, authorization } = configuration;
  const adapters = new Set(authentication.adapters.map(({ name }) => name));
  for (const { name, keys } of usedAdapters(configuration)) {
    if (adapters.has(name) || name === '') continue;
    const place = placeOf(keys).closing({ kind: 'adapter', name });
    const quoted = place.quoted(name);
    const mayBePublic = keys === ACCESS || keys.includes('map');
    const [close] = closeNames(name, mayBePublic ? [...adapters, PUBLIC] : adapters);
    const meant = close === undefined ? [...adapters] : [close];
    const remedy =
      meant.length === 0
        ? `Add ${quoted} to ${AUTHENTICATION.join('.')}.adapters.`
        : `Write ${meant.join(' or ')}, or add the adapter.`;
    place.complain(`There is no adapter ${quoted}.`, remedy);
  }
  // The groups of a group file are unknown here, since this function does not read the file.
  if (authorization.groupFile !== null) return;
  for (const { group, keys } of unknownGroups(authorization)) {
    const place = placeOf(keys);
    place.complain(
      `There is no group ${place.quoted(group)}.`,
      'Add it to platform-mvc-auth.groups, or name a group file as platform-mvc-auth.htgroup.',
    );
  }
}

/**
 * Finds groups in rules that are not configured, with the configuration keys of each rule.
 * @param inFile groups of the group file, by name
 */
export function unknownGroups(
  { rules, groups }: Authorization,
  inFile: ReadonlyMap<string, unknown> = new Map(),
): readonly { readonly group: string; readonly keys: readonly string[] }[] {
  return rules
    .flatMap(namesIn)
    .filter(({ name }) => name.startsWith('@'))
    .map(({ name, keys }) => ({ group: name.slice(1), keys }))
    .filter(({ group }) => !Object.hasOwn(groups, group) && !inFile.has(group));
}

/** Lists the users in rules and configured groups, with the configuration keys of each. */
export function namedUsers({
  rules,
  groups,
}: Authorization): readonly { readonly name: string; readonly keys: readonly string[] }[] {
  const members = Object.entries(groups).flatMap(([group, users]) =>
    users.map((name) => ({ name, keys: ['platform-mvc-auth', 'groups', group] })),
  );
  return [...rules.flatMap(namesIn).filter(({ name }) => !name.startsWith('@')), ...members];
}

/**
 * Adds a closed adapter for each adapter name that is used but not configured, and adds problems to the adapters and
 * APIs that they concern. Adapters and APIs with problems are closed.
 */
export function closeWhatIsWrong(
  configuration: Configuration,
  problems: readonly ConfigurationProblem[],
): Configuration {
  const { authentication } = configuration;
  const linesOf = (kind: 'adapter' | 'api', name: string): readonly string[] =>
    problems
      .filter(
        ({ closes }) =>
          (closes.kind === 'adapter' && kind === 'adapter'
            ? closes.name
            : closes.kind === 'api' && kind === 'api'
              ? closes.api
              : undefined) === name,
      )
      .map(formatProblem);
  const configured = new Set(authentication.adapters.map(({ name }) => name));
  const missing = new Set(usedAdapters(configuration).map(({ name }) => name)).difference(configured);
  const adapters = [...authentication.adapters, ...[...missing].map(closedAdapter)].map((adapter) => ({
    ...adapter,
    problems:
      missing.has(adapter.name) && linesOf('adapter', adapter.name).length === 0
        ? ['No adapter was named.']
        : linesOf('adapter', adapter.name),
  }));
  return {
    ...configuration,
    authentication: { ...authentication, adapters },
    services: configuration.services.map((entry) => ({ ...entry, problems: linesOf('api', formatTarget(entry)) })),
  };
}

function usedAdapters({
  access,
  admin,
  authentication,
}: Configuration): readonly { readonly name: string; readonly keys: readonly string[] }[] {
  return [
    ...(access.kind === 'adapter' ? [{ name: access.name, keys: ACCESS }] : []),
    ...authentication.map.flatMap((entry) =>
      (entry.adapters ?? []).map((name) => ({ name, keys: [...AUTHENTICATION, 'map', formatTarget(entry)] })),
    ),
    ...authentication.paths.map(({ pattern, adapter }) => ({
      name: adapter,
      keys: [...AUTHENTICATION, 'paths', pattern],
    })),
    ...(admin.adapter === null ? [] : [{ name: admin.adapter, keys: ['platform-admin', 'adapter'] }]),
  ];
}

/** Lists the users and `@groups` in a rule, with the configuration keys of each. */
function namesIn(rule: Authorization['rules'][number]): readonly { name: string; keys: readonly string[] }[] {
  return PARTS.flatMap((part) => {
    const methods = rule[part];
    if (methods === null) return [];
    return [['default', methods.default] as const, ...Object.entries(methods.methods)].flatMap(([key, allow]) => {
      const keys = [...RULES, `${formatTarget(rule)}/${rule.service}`, part, key];
      return allow?.kind === 'names' ? allow.names.map((name) => ({ name, keys })) : [];
    });
  });
}
