import { oneOf } from '../../options/scalars.ts';
import { about, eitherCase, textual } from '../../options/schema.ts';
import type { AuthState, StateDriver } from './contract.ts';

/** URL of the store, with user, password and database. */
const redisUrl = textual(
  'a URL such as redis://127.0.0.1:6379',
  { pattern: `^${eitherCase('rediss?')}://[^\\s?#]+$` },
  (value, wrong) => {
    // The message does not repeat the URL, which may contain a password.
    const url = URL.parse(value);
    if (url === null || !/^rediss?:\/\//i.test(value) || url.hostname === '' || /[\s\p{Cc}]/u.test(value))
      return wrong('It is not a redis or rediss URL.');
    if (/%(?![0-9a-f]{2})/i.test(value))
      return wrong('A percent sign is not followed by two hexadecimal digits; write %25 for the sign itself.');
    if (!/^(\/\d{0,4})?$/.test(url.pathname)) return wrong('Its path is not the number of a database.');
    return /[?#]/.test(value) ? wrong('It has a query or a fragment.') : value;
  },
);

const options = {
  url: about('The store of the driver redis: Redis or Valkey.', redisUrl),
  when_down: about(
    'While the store cannot be reached: refuse log-ins, or let each server count for itself.',
    oneOf(['refuse', 'local']),
    'refuse',
  ),
};

/** The state that replicas share, in Redis or Valkey. */
export const redis: StateDriver<typeof options> = {
  name: 'redis',
  about: 'in one store for several',
  options,
  needs: [['url']],
  isShared: true,
  create: ({ url, when_down: whenDown }, { clock, log }) =>
    loadedLater(async () => {
      const { createRedisState } = await import('./redis-state.ts');
      return createRedisState({ url: url ?? '', whenDown }, clock, log);
    }),
};

/**
 * Loads the Redis client in the background, since loading takes longer than a build of the site without changes. Calls
 * wait until the client is loaded.
 */
function loadedLater(load: () => Promise<AuthState>): AuthState {
  const loading = load();
  return {
    spendNonceCount: async (use) => (await loading).spendNonceCount(use),
    secondsBlocked: async (key, limits) => (await loading).secondsBlocked(key, limits),
    recordFailure: async (key, limits) => (await loading).recordFailure(key, limits),
    close: async () => (await loading).close(),
  };
}
