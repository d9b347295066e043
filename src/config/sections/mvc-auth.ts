import { PUBLIC } from '../../options/access-records.ts';
import { alternatives, chosenMember, completeOptions, type MemberRecord, optionKeysOf } from '../../options/member.ts';
import { addressRange, filePath, line, oneOf, whole } from '../../options/scalars.ts';
import { about, type KeySchema, list, map, record, type Schema, type ValueOf } from '../../options/schema.ts';
import { parseTarget, targetKey } from '../api-target.ts';
import type { Configuration } from '../configuration.ts';
import type { Members } from '../members.ts';
import { adaptersSection } from './adapters.ts';
import { authorizationSection } from './authorization.ts';

const pattern: KeySchema = {
  expected: 'a path such as /reports/**, in which * is any one segment and ** at the end is everything below',
  problem: patternProblem,
  json: { pattern: '^/[^?#\\\\%\\s]*$' },
};

/** Schema of `platform-mvc-auth.authentication`. */
function authenticationSection(members: Members) {
  return map({
    adapters: about('Ways to log in, by a name of your choice.', adaptersSection(members)),
    map: about(
      `The adapter that protects an API, or one version of it; ${PUBLIC}: none.`,
      record(targetKey, line(`the name of an adapter, or ${PUBLIC}`)),
    ),
    paths: about(
      'The adapter that protects paths of this site, and the APIs below them.',
      record(pattern, line('the name of an adapter')),
    ),
  });
}

function toAuthentication(
  section: ValueOf<ReturnType<typeof authenticationSection>> | undefined,
): Configuration['authentication'] {
  return {
    adapters: [...(section?.adapters?.values() ?? [])],
    map: [...(section?.map ?? [])].map(([target, name]) => ({
      ...parseTarget(target),
      adapters: name === PUBLIC ? null : [name],
    })),
    paths: [...(section?.paths ?? [])].map(([pattern, adapter]) => ({ pattern, adapter })),
  };
}

/** Explains why a pattern is refused: it would not protect the paths that the user has in mind. */
function patternProblem(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'The path does not begin with a slash.';
  if (/[?#\\%\s\p{Cc}]/u.test(pattern))
    return 'A path must not have percent escapes, a query, white space or backslashes.';
  const segments = pattern.slice(1).split('/');
  if (/^(?:healthz|readyz)$/i.test(segments[0] ?? ''))
    return 'Load balancers request it without credentials, so it is always open.';
  if (pattern !== '/' && segments.some((segment) => ['', '.', '..'].includes(segment)))
    return 'The path has an empty segment, or one that is "." or "..".';
  const wild = segments.find(
    (segment, index) =>
      segment.includes('*') && segment !== '*' && !(segment === '**' && index === segments.length - 1),
  );
  if (wild !== undefined) return `${JSON.stringify(wild)} is not allowed at this place of a path.`;
  // Descriptors and Astro routes use this syntax for parameters; here it would not protect the intended paths.
  const parameter = segments.find((segment) => /[{}[\]]|^:/.test(segment));
  return parameter === undefined
    ? undefined
    : `${JSON.stringify(parameter)} is not a parameter here: it matches only this text.`;
}

export const DEFAULT_THROTTLE = { failures: 20, perSeconds: 60 };
const MOST_FAILURES = 1_000_000;
const MOST_SECONDS = 86_400;

const throttleKeys = {
  failures: about(
    'How many failed log-ins block a client.',
    whole('a number such as 20, or 0 to switch it off', 0, MOST_FAILURES),
    DEFAULT_THROTTLE.failures,
  ),
  per_seconds: about(
    'The time in which failed log-ins are counted.',
    whole('a number of seconds such as 60', 1, MOST_SECONDS),
    DEFAULT_THROTTLE.perSeconds,
  ),
};
const groupName: KeySchema = {
  expected: 'the name of a group, such as editors',
  problem: (name) => (/^[^\s:@\p{Cc}][^\s:\p{Cc}]*$/u.test(name) ? undefined : 'This name is not allowed for a group.'),
  json: { pattern: '^[^\\s:@][^\\s:]*$' },
};

/** Schema of `platform-mvc-auth`. */
export function mvcAuthSection(members: Members) {
  return map({
    authentication: about('Ways to log in, and what each protects.', authenticationSection(members)),
    authorization: about('Rules by service: who may call its operations.', authorizationSection),
    groups: about(
      'Groups of users, for rules.',
      record(groupName, list('a list of user names, such as [alice, bob]', line('the name of a user'))),
    ),
    htgroup: about('A group file of Apache, for rules.', filePath('the path of a group file, such as data/htgroup')),
    throttle: about('Failed log-ins, counted for each client and adapter.', map(throttleKeys)),
    state: about('What several servers share.', stateSection(members.drivers)),
    trusted_proxies: about(
      'Proxies whose X-Forwarded-For names the client.',
      list('a list such as [127.0.0.1, 10.0.0.0/8]', addressRange),
    ),
  });
}

/** @param members members that {@link mvcAuthSection} was called with */
export function toMvcAuth(
  section: ValueOf<ReturnType<typeof mvcAuthSection>> | undefined,
  { drivers }: Members,
): Pick<Configuration, 'authentication' | 'authorization' | 'throttle' | 'state' | 'trustedProxies'> {
  return {
    authentication: toAuthentication(section?.authentication),
    authorization: {
      denyByDefault: section?.authorization?.denyByDefault ?? false,
      rules: section?.authorization?.rules ?? [],
      groups: Object.fromEntries(section?.groups ?? []),
      groupFile: section?.htgroup ?? null,
    },
    throttle: {
      failures: section?.throttle?.failures ?? DEFAULT_THROTTLE.failures,
      perSeconds: section?.throttle?.per_seconds ?? DEFAULT_THROTTLE.perSeconds,
    },
    state: section?.state ?? { kind: drivers[0].name, options: completeOptions(drivers[0].options, {}) },
    trustedProxies: section?.trusted_proxies ?? [],
  };
}

/** Schema of the driver and its options. A missing option closes everything: failed log-ins could not be counted. */
function stateSection(drivers: Members['drivers']): Schema<MemberRecord> {
  const choice = {
    driver: about(
      `Where nonces and failed log-ins are counted: ${alternatives(drivers.map((driver) => driver.about))}.`,
      oneOf(drivers.map(({ name }) => name)),
      drivers[0].name,
    ),
  };
  const section = map({ ...choice, ...optionKeysOf(drivers, choice) });
  return {
    ...section,
    read(sourced, place) {
      const read = section.read(sourced, place);
      return read && chosenMember('driver', drivers, read.driver, { read, sourced, place }).record;
    },
  };
}
