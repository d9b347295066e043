import { eitherCase } from '../../options/json-schema.ts';
import type { OptionsOf } from '../../options/member.ts';
import { oneOf } from '../../options/scalars.ts';
import { about, scalar } from '../../options/schema.ts';

/** User, password and database are in the URL. */
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

export const redisOptions = {
  url: about('The store of the driver redis: Redis or Valkey.', redisUrl),
  // `local`: a replay at another replica is not seen; nonces from before the outage, and after it those from within,
  // are forgotten.
  when_down: about(
    'While the store cannot be reached: refuse log-ins, or let each server count for itself.',
    oneOf(['refuse', 'local']),
    'refuse',
  ),
};

export type RedisOptions = OptionsOf<typeof redisOptions>;
