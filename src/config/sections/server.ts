import { isIPv4, isIPv6 } from 'node:net';
import type { Place } from '../../options/place.ts';
import type { ConfigurationWarning } from '../../options/problem.ts';
import { filePath, flag, httpUrl, line } from '../../options/scalars.ts';
import { about, type MapOf, map, type Schema, scalar } from '../../options/schema.ts';
import { formatTarget } from '../api-target.ts';
import type { AdministrationAddress, AdministrationRecord, AuditLogRecord, Configuration } from '../configuration.ts';

const logFile = filePath("false, '-' for standard output, or a path such as data/audit.log");

const auditLog: Schema<AuditLogRecord> = {
  expected: logFile.expected,
  json: { anyOf: [{ const: false }, logFile.json] },
  read(sourced, place) {
    if (sourced.kind === 'value' && sourced.value === false) return { kind: 'off' };
    const path = logFile.read(sourced, place);
    if (path === undefined) return undefined;
    return path === '-' ? { kind: 'output' } : { kind: 'file', path };
  },
};

const serverKeys = {
  metrics: about(
    'Metrics at /metrics, as Prometheus reads them. Everyone can read them unless paths protects /metrics.',
    flag,
    false,
  ),
  audit_log: about('Log-ins as JSON lines.', auditLog, false),
};

/** Schema of `platform-server`. */
export const serverSection = map(serverKeys);

export function toServer(section: MapOf<typeof serverKeys> | undefined): Pick<Configuration, 'metrics' | 'auditLog'> {
  return { metrics: section?.metrics ?? false, auditLog: section?.audit_log ?? { kind: 'off' } };
}

const LOOPBACK = '127.0.0.1';
const LOOPBACK_HOST = /^(?:127\..*|::1|localhost)$/i;
const MOST_PORTS = 65_535;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*$/i;

/** Matches a port, with or without a host in front; the host may be in brackets. */
const ADDRESS = /^(?:(?:\[([^\]]*)\]|([^:[\]]*)):)?(\d{1,5})$/;

const address: Schema<AdministrationAddress> = scalar(
  'a port such as 5001, an address such as 127.0.0.1:5001 or "[::1]:5001", or same',
  {
    anyOf: [
      { const: 'same' },
      { type: 'integer', minimum: 1, maximum: MOST_PORTS },
      { type: 'string', pattern: ADDRESS.source },
    ],
  },
  (value, wrong, quoted) => {
    if (value === 'same') return { kind: 'same' };
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') return wrong('It must be text or a number.');
    const [, bracketed, plain, digits = ''] = ADDRESS.exec(text) ?? [];
    const host = bracketed ?? plain ?? LOOPBACK;
    // Digits and dots that are not an IPv4 address are refused: the system would look them up as a host name.
    const isHost =
      bracketed === undefined ? isIPv4(host) || (HOST_NAME.test(host) && !/^[\d.]+$/.test(host)) : isIPv6(host);
    if (digits === '' || !isHost) return wrong(`${quoted(text)} is not an address with a port.`);
    const port = Number(digits);
    return port >= 1 && port <= MOST_PORTS
      ? { kind: 'address', host, port }
      : wrong(`The port must be between 1 and ${MOST_PORTS}.`);
  },
);

const adminKeys = {
  adapter: about(
    'The adapter whose users see the administration pages in production; left out: no user does.',
    line('the name of an adapter'),
  ),
  listen: about(
    'Their address; left out: 127.0.0.1, and the first free port above that of the documentation.',
    address,
  ),
  base_url: about(
    'The address by which browsers reach them through a proxy.',
    httpUrl('a URL such as https://admin.example.com'),
  ),
};

/** Schema of `platform-admin`. */
export const adminSection = map(adminKeys);

export function toAdministration(section: MapOf<typeof adminKeys> | undefined): AdministrationRecord {
  const { adapter = null, listen = { kind: 'free-port' }, base_url: baseUrl = '' } = section ?? {};
  return { adapter, listen, baseUrl };
}

/**
 * Reports a problem if the administration shares its origin with APIs whose responses this server does not create: a
 * page of such an API could submit forms of the administration.
 * @param place place of `platform-admin.listen`
 */
export function checkSharedOrigin({ admin, services }: Pick<Configuration, 'admin' | 'services'>, place: Place): void {
  if (admin.adapter === null || admin.listen.kind !== 'same') return;
  const others = services
    .filter(({ answersFrom, documents }) => answersFrom !== 'descriptor' || documents === 'trusted')
    .map(formatTarget);
  if (others.length > 0)
    place.complain(
      `A page of ${others.join(', ')} could act as an administrator: it has the same origin as these pages.`,
      'Write a port such as 5001, or remove the key: then the administration has an address of its own.',
    );
}

/**
 * Warns if other machines can reach the address, and no `https` base URL shows that a proxy encrypts the traffic.
 * @param place place of `platform-admin.listen`
 */
export function administrationWarnings(
  { admin }: Pick<Configuration, 'admin'>,
  { file, keys }: Place,
): readonly ConfigurationWarning[] {
  const { adapter, listen, baseUrl } = admin;
  if (adapter === null || listen.kind !== 'address' || LOOPBACK_HOST.test(listen.host) || /^https:/i.test(baseUrl))
    return [];
  const message = 'Other machines can reach this address, and passwords of administrators are sent to it unencrypted.';
  const remedy =
    'Write a loopback address and use a tunnel. Or put a proxy with TLS in front, and write its URL as platform-admin.base_url.';
  return [{ file, line: 0, column: 0, path: keys.join('.'), message, remedy }];
}
