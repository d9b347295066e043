import { isExactUrl } from '../../model/servers.ts';
import { line, oneOf, origin } from '../../options/scalars.ts';
import { about, type KeySchema, listOrOne, map, record, refined, type Schema } from '../../options/schema.ts';
import { parseTarget, targetKey } from '../api-target.ts';
import type { LogInRecord, TryItRecord } from '../configuration.ts';

/** Origin of the documentation in lists of origins, named as in a Content-Security-Policy. */
const SELF = 'self';

const places = listOrOne(
  'self, an origin such as https://api.example.com, or a list of them',
  origin('self or an origin such as https://api.example.com', [SELF]),
);

const SECURE = /^https:|^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;
const PROVIDER = 'an https origin such as https://login.example.com';

/** Schema of an origin that gets codes and secrets: without encryption only on this machine. */
const providerOrigin = refined(origin(PROVIDER, []), (value, place) =>
  SECURE.test(value)
    ? value
    : place.complain('Codes and secrets would be sent there without encryption.', `Write ${PROVIDER}.`),
);

const logInKeys = map({
  origins: about(
    'Origins of the provider. Its addresses, in the descriptor and in its metadata, are used at these alone; they enter connect-src unless via is server.',
    listOrOne(`${PROVIDER}, or a list of them`, providerOrigin),
  ),
  issuer: about(
    'The provider, as its metadata name it. Then these alone have its addresses, and the descriptor has none; for origins with several providers or tenants.',
    line('an address such as https://login.example.com/tenant'),
  ),
  client_id: about(
    'The public client at the provider. Without it, readers type one; a secret never stands here.',
    line('a name such as api-console'),
  ),
  via: about(
    'Who asks the provider for tokens: the page, or this server where the provider refuses pages of other origins (CORS).',
    oneOf(['page', 'server']),
    'page',
  ),
});

const logIn = refined(logInKeys, (keys, place, sourced): Omit<LogInRecord, 'scheme'> | undefined => {
  const { origins = [], issuer, client_id: clientId, via } = keys;
  const more = { ...(issuer && { issuer }), ...(clientId && { clientId }), isViaServer: via === 'server' };
  if (issuer !== undefined && !origins.includes(URL.parse(issuer)?.origin ?? '') && origins.length > 0)
    place.complain('The issuer is at none of the origins.', 'Write the address that its metadata name as issuer.');
  else if (issuer !== undefined && !isExactUrl(issuer))
    place.complain(
      'Programs read the issuer in different ways.',
      'Write it in lower case, without user, port 443 and query.',
    );
  if (origins.length > 0) return { origins: [...new Set(origins)], ...more };
  const isLeftOut = sourced.kind !== 'map' || !sourced.entries.has('origins') || keys.origins?.length === 0;
  if (isLeftOut) place.complain('It has no origins.', `Write below origins ${PROVIDER}.`);
  return undefined;
});

const schemeName: KeySchema = {
  expected: 'the name of a security scheme in the descriptor',
  problem: (name) => (name === '' ? 'It has no name.' : undefined),
  json: { minLength: 1 },
};

const more = map({
  origins: about('Where operations may be called, as without a map.', places),
  via: about(
    'Who calls the origins: the page, or this server where servers there refuse pages of other origins (CORS).',
    oneOf(['page', 'server']),
    'page',
  ),
  log_ins: about(
    'Security schemes of the descriptor, OAuth 2 or OpenID Connect, with which readers may log in from its pages.',
    record(schemeName, logIn),
  ),
});

/** Schema of an entry: where operations may be called, or a map with that, who calls there, and log-ins. */
const entry: Schema<Omit<TryItRecord, 'api' | 'version'>> = {
  expected: `${places.expected}; or a map with origins, via and log_ins`,
  json: { anyOf: [places.json, more.json] },
  read(sourced, place) {
    const isMap = sourced.kind === 'map';
    const read = isMap ? more.read(sourced, place) : undefined;
    const { origins: written = [], log_ins: logIns = new Map() } = read ?? {};
    const origins = isMap ? written : places.read(sourced, place);
    return (
      origins && {
        isHere: origins.includes(SELF),
        origins: [...new Set(origins.filter((one) => one !== SELF))],
        isViaServer: read?.via === 'server',
        logIns: [...logIns].map(([scheme, settings]) => ({ scheme, ...settings })),
      }
    );
  },
};

export const tryItSection = record(targetKey, entry);

export function toTryIt(section: ReadonlyMap<string, Omit<TryItRecord, 'api' | 'version'>> = new Map()) {
  return [...section].map(([written, settings]): TryItRecord => ({ ...parseTarget(written), ...settings }));
}
