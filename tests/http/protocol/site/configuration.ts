import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProtocolApi, protocolApis } from './apis.ts';

/** Port 9 (discard): no program is there. */
export const NO_PORT = 9;

const BASIC = { htpasswd: 'data/htpasswd' };
const DIGEST = { htdigest: 'data/htdigest' };
const ODD_REALM = 'a "b" \\ ü';

/** Seconds that a nonce of the adapter `brief` lives. */
const BRIEF_SECONDS = 1;
/** Seconds that a nonce of the adapter `strong` lives. As milliseconds, they would be over after a test's pause. */
const LASTING_SECONDS = 250;

const adapters = {
  basic: options(['basic'], BASIC),
  digest: options(['digest'], DIGEST),
  both: options(['basic', 'digest'], { htpasswd: 'data/htpasswd-cheap', ...DIGEST }),
  strong: options(['digest'], { ...DIGEST, htdigest_sha256: 'data/htdigest-sha256', nonce_timeout: LASTING_SECONDS }),
  brief: options(['digest'], { ...DIGEST, nonce_timeout: BRIEF_SECONDS }),
  odd: options(['basic', 'digest'], { ...BASIC, ...DIGEST, realm: ODD_REALM, digest_domains: '/odd /other' }),
  mufasa: options(['digest'], { ...DIGEST, htdigest_sha256: 'data/htdigest-sha256', realm: 'http-auth@example.org' }),
  closed: options(['basic'], { htpasswd: 'data/there-is-none' }),
  half: options(['basic', 'digest'], { ...BASIC, htdigest: 'data/there-is-none' }),
  misspelt: options(['basic'], BASIC),
};

/** Groups come from the group file and from here. */
const rules = {
  'Ruled/Thing': {
    collection: { GET: false, POST: ['ada', '@editors'] },
    entity: { default: true, DELETE: ['@staff'] },
  },
  'Shared/Thing': { collection: { POST: true }, entity: { GET: ['ada'] } },
  'Below/Thing': { entity: { DELETE: ['nobody'] } },
  'Head/Thing': { collection: { HEAD: true } },
};

/**
 * Protected paths of the site's own; `/reports/public` belongs to another adapter, and an API without an adapter lies
 * below one.
 */
const paths = { '/below/**': 'basic', '/reports/**': 'basic', '/reports/partners': 'digest', '/shut/**': 'closed' };

/** JSON is YAML. */
export function writeConfiguration(folder: string, upstreamPort: number): void {
  const target = autoload(folder);
  mkdirSync(target, { recursive: true });
  const map = protocolApis.flatMap(({ name, version, adapter }) =>
    adapter === null ? [] : [[`${name}-v${version ?? 1}`, adapter]],
  );
  const services = protocolApis.map((api) => [`${api.name}-v${api.version ?? 1}`, serviceOf(api, upstreamPort)]);
  const configuration = {
    'platform-documentation': { title: 'Protocol', access: 'both' },
    'platform-mvc-auth': {
      authentication: { adapters, map: Object.fromEntries(map), paths },
      authorization: rules,
      groups: { editors: ['editor'] },
      htgroup: 'data/htgroup',
      throttle: { failures: 0, per_seconds: 60 },
    },
    'platform-services': Object.fromEntries(services),
  };
  writeFileSync(join(target, 'global.yaml'), JSON.stringify(configuration, null, 2));
}

/** A mistake that is made after the build, which would refuse it; all that the adapter needs is right. */
export function writeMistake(folder: string): void {
  const mistake = {
    'platform-mvc-auth': { authentication: { adapters: { misspelt: { options: { nonce_timeout: 'soon' } } } } },
  };
  writeFileSync(join(autoload(folder), 'late.local.yaml'), JSON.stringify(mistake));
}

/** Log-ins that fail are counted from now on. */
export function writeThrottle(folder: string, failures: number, trustedProxies: readonly string[]): void {
  const throttle = {
    'platform-mvc-auth': { throttle: { failures, per_seconds: 600 }, trusted_proxies: trustedProxies },
  };
  writeFileSync(join(autoload(folder), 'throttle.local.yaml'), JSON.stringify(throttle));
}

function options(schemes: readonly string[], more: Readonly<Record<string, string | number>>): object {
  return {
    adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
    options: { accept_schemes: schemes, realm: 'api', ...more },
  };
}

function serviceOf({ backend }: ProtocolApi, upstreamPort: number): object {
  const target = `http://127.0.0.1:${backend === 'absent' ? NO_PORT : upstreamPort}`;
  return backend === 'proxy' || backend === 'absent'
    ? { backend: 'proxy', target, max_body_bytes: 1000 }
    : { backend, max_body_bytes: 1000 };
}

function autoload(folder: string): string {
  return join(folder, 'config/autoload');
}
