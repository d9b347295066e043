import type { Configuration, StateRecord } from '../configuration.ts';
import { eitherCase } from '../json-schema.ts';
import { isNamed } from '../merge.ts';
import { addressRange, filePath, line, oneOf, whole } from '../scalars.ts';
import type { KeySchema, MapOf } from '../schema.ts';
import { about, list, map, record, scalar } from '../schema.ts';
import { authenticationSection, toAuthentication } from './authentication.ts';
import { authorizationSection } from './authorization.ts';

const DEFAULT_THROTTLE = { failures: 20, perSeconds: 60 };
const MOST_FAILURES = 1_000_000;
const MOST_SECONDS = 86_400;

const redisUrl = scalar(
  'a URL such as redis://127.0.0.1:6379',
  { type: 'string', pattern: `^${eitherCase('rediss?')}://[^\\s?#]+$` },
  (value, wrong) => {
    // The URL itself is not repeated: it may hold a password.
    if (typeof value !== 'string') return wrong('It must be text.');
    const url = URL.parse(value);
    if (url === null || !/^rediss?:\/\//i.test(value) || url.hostname === '' || /[\s\p{Cc}]/u.test(value))
      return wrong('It is not a redis or rediss URL.');
    if (/%(?![0-9a-f]{2})/i.test(value))
      return wrong('A percent sign is not followed by two hexadecimal digits; write %25 for the sign itself.');
    if (!/^(\/\d{0,4})?$/.test(url.pathname)) return wrong('Its path is not the number of a database.');
    return /[?#]/.test(value) ? wrong('It has a query or a fragment.') : value;
  },
);

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
const stateKeys = {
  driver: about(
    'Where nonces and failed log-ins are counted: in each server, or in one store for several.',
    oneOf(['memory', 'redis']),
    'memory',
  ),
  url: about('The store of the driver redis: Redis or Valkey.', redisUrl),
  when_down: about(
    'While the store cannot be reached: refuse log-ins, or let each server count for itself.',
    oneOf(['refuse', 'local']),
    'refuse',
  ),
};

const groupName: KeySchema = {
  expected: 'the name of a group, such as editors',
  problem: (name) => (/^[^\s:@\p{Cc}][^\s:\p{Cc}]*$/u.test(name) ? undefined : 'This cannot be the name of a group.'),
  json: { pattern: '^[^\\s:@][^\\s:]*$' },
};
const stateMap = map(stateKeys);

const keys = {
  authentication: about('Ways to log in, and what each protects.', authenticationSection),
  authorization: about('Rules by service: who may call its operations.', authorizationSection),
  groups: about(
    'Groups of users, for rules.',
    record(groupName, list('a list of user names, such as [alice, bob]', line('the name of a user'))),
  ),
  htgroup: about('A group file of Apache, for rules.', filePath('the path of a group file, such as data/htgroup')),
  throttle: about('Failed log-ins, counted for each client and adapter.', map(throttleKeys)),
  state: {
    ...about('What several servers share.', stateMap),
    read(...[sourced, place]: Parameters<typeof stateMap.read>) {
      const read = stateMap.read(sourced, place);
      if (read?.driver === 'redis' && read.url === undefined && !isNamed(sourced, ['url']))
        place.at('url').complain('The driver redis needs it, and it is missing.', `Write ${redisUrl.expected}.`);
      return read;
    },
  },
  trusted_proxies: about(
    'Proxies whose X-Forwarded-For names the client.',
    list('a list such as [127.0.0.1, 10.0.0.0/8]', addressRange),
  ),
};

/** `platform-mvc-auth`. */
export const mvcAuthSection = map(keys);

export function toMvcAuth(
  section: MapOf<typeof keys> | undefined,
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
    state: toState(section?.state),
    trustedProxies: section?.trusted_proxies ?? [],
  };
}

function toState(section: MapOf<typeof stateKeys> | undefined): StateRecord {
  if (section?.driver !== 'redis') return { kind: 'memory' };
  return { kind: 'redis', url: section.url ?? '', whenDown: section.when_down ?? 'refuse' };
}
