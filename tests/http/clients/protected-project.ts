import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { makeSampleProject, provideBuild } from '../servers.ts';

export interface User {
  readonly name: string;
  readonly password: string;
}

/** An ordinary one, one with a password beyond ASCII that has a colon, and one with a name beyond ASCII too. */
export const ANNA: User = { name: 'anna', password: 'correct horse' };
export const OTTO: User = { name: 'otto', password: 'pässwörd:☃ 漢字' };
export const JULES: User = { name: 'jülës', password: '"naïve"\\' };

/** APIs and the adapters that they are mapped to: API `Staff` has paths below `/staff`. */
export const REALMS = {
  staff: 'Library staff',
  partners: 'Library partners',
  everyone: 'Shop',
  strong: 'Vault',
} as const;
export type AdapterName = keyof typeof REALMS;

/** Largest body that published APIs take. */
export const MAX_BODY_BYTES = 1_048_576;
const CHEAPEST_BCRYPT = 4;
/** Port 9 (discard): no program is there. */
const NOWHERE = 'http://127.0.0.1:9';
const ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const OWNER_ONLY = 0o600;

/** Content of `local.yaml`; tests change it and write it again. */
export interface LocalConfiguration {
  'platform-documentation': Record<string, unknown>;
  'platform-mvc-auth': {
    authentication: {
      adapters: Record<string, { adapter: string; options: Record<string, unknown> }>;
      map: Record<string, string>;
    };
    authorization: Record<string, unknown>;
    throttle: { failures: number; per_seconds: number };
    state?: Record<string, unknown>;
  };
  'platform-services': Record<string, Record<string, unknown>>;
  'platform-server': Record<string, unknown>;
}

/**
 * The sample APIs and four small ones, each with an adapter: `staff` Basic, `partners` Digest with MD5, `everyone`
 * both,
 * `strong` Digest with SHA-256 and MD5. Guests may GET `/<api>/open`; `/<api>/notes` (GET, POST) needs a log-in.
 * Built, for all suites once: where requests go is written afterwards.
 * @param upstream where requests for the four go
 */
export async function makeProtectedProject(
  upstream: string,
  documentation: Readonly<Record<string, unknown>> = {},
): Promise<{
  readonly folder: string;
  readonly configuration: LocalConfiguration;
}> {
  const folder = makeSampleProject();
  for (const adapter of adapterNames()) {
    const path = join(folder, 'api-descriptors', adapter);
    mkdirSync(path);
    writeFileSync(join(path, 'v1.json'), descriptorOf(adapter));
  }
  mkdirSync(join(folder, 'data'));
  writePasswords(folder, [ANNA, OTTO, JULES]);
  writeConfiguration(folder, { ...configurationFor(NOWHERE), 'platform-documentation': documentation });
  await provideBuild(folder);
  const configuration = { ...configurationFor(upstream), 'platform-documentation': documentation };
  writeConfiguration(folder, configuration);
  return { folder, configuration };
}

export function adapterNames(): readonly AdapterName[] {
  return ['staff', 'partners', 'everyone', 'strong'];
}

export function apiOf(adapter: AdapterName): string {
  return adapter.charAt(0).toUpperCase() + adapter.slice(1);
}

/** Writes all three password files anew, in place. */
export function writePasswords(folder: string, users: readonly User[]): void {
  const write = (name: string, content: string): void =>
    writeFileSync(join(folder, 'data', name), content, { mode: OWNER_ONLY });
  write('htpasswd', htpasswdOf(users));
  write('htdigest', htdigestOf(users, 'MD5'));
  write('htdigest-sha256', htdigestOf(users, 'SHA-256'));
}

export function htpasswdOf(users: readonly User[]): string {
  return users.map(({ name, password }) => `${name}:${hashPassword(password, 'bcrypt', CHEAPEST_BCRYPT)}\n`).join('');
}

export function htdigestOf(users: readonly User[], algorithm: 'MD5' | 'SHA-256'): string {
  return Object.values(REALMS)
    .flatMap((realm) =>
      users.map(({ name, password }) => `${name}:${realm}:${digestOf(name, realm, password, algorithm)}\n`),
    )
    .join('');
}

/** JSON is YAML too. */
export function writeConfiguration(folder: string, configuration: LocalConfiguration): void {
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(configuration, null, 2));
}

function configurationFor(upstream: string): LocalConfiguration {
  const files = { htpasswd: 'data/htpasswd', htdigest: 'data/htdigest', htdigest_sha256: 'data/htdigest-sha256' };
  const adapter = (
    name: AdapterName,
    schemes: readonly string[],
    keys: readonly (keyof typeof files)[],
  ): { adapter: string; options: Record<string, unknown> } => ({
    adapter: ADAPTER,
    options: {
      accept_schemes: schemes,
      realm: REALMS[name],
      ...Object.fromEntries(keys.map((key) => [key, files[key]])),
    },
  });
  return {
    'platform-documentation': {},
    'platform-mvc-auth': {
      authentication: {
        adapters: {
          staff: adapter('staff', ['basic'], ['htpasswd']),
          partners: adapter('partners', ['digest'], ['htdigest']),
          everyone: adapter('everyone', ['basic', 'digest'], ['htpasswd', 'htdigest']),
          strong: adapter('strong', ['digest'], ['htdigest', 'htdigest_sha256']),
        },
        map: Object.fromEntries(adapterNames().map((name) => [apiOf(name), name])),
      },
      authorization: Object.fromEntries(
        adapterNames().map((name) => [`${apiOf(name)}/open`, { collection: { GET: false } }]),
      ),
      throttle: { failures: 0, per_seconds: 60 },
    },
    'platform-services': Object.fromEntries(
      adapterNames().map((name) => [
        apiOf(name),
        { backend: 'proxy', target: upstream, timeout_seconds: 20, max_body_bytes: MAX_BODY_BYTES },
      ]),
    ),
    'platform-server': { audit_log: 'data/audit.log' },
  };
}

function descriptorOf(adapter: AdapterName): string {
  const operation = (summary: string): object => ({
    summary,
    responses: { 200: { description: 'What was asked.', content: { 'application/json': {} } } },
  });
  const content = { 'application/json': {}, 'application/octet-stream': {}, 'application/x-www-form-urlencoded': {} };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: `Notes of ${adapter}`, version: '1', 'x-platform-api': apiOf(adapter) },
    paths: {
      [`/${adapter}/open`]: { 'x-platform-service': 'open', get: operation('Read what is open') },
      [`/${adapter}/notes`]: {
        'x-platform-service': 'notes',
        get: operation('Read notes'),
        post: { ...operation('Write a note'), requestBody: { content } },
      },
    },
  });
}
