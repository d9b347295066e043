import { formatTarget } from '../../config/api-target.ts';
import type { AdapterRecord, Configuration } from '../../config/configuration.ts';
import type { AcceptedScheme } from '../../config/schemes.ts';
import { ADMIN_ROOT } from '../../model/page/admin-page.ts';
import type { UserFile } from './user-file.ts';

export const AUTHENTICATION_PATH = `${ADMIN_ROOT}/authentication`;
export const ADAPTER_CLASS = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';

const AUTHENTICATION_KEYS = ['platform-mvc-auth', 'authentication'] as const;

export function adapterKeys(name: string): readonly string[] {
  return [...AUTHENTICATION_KEYS, 'adapters', name];
}

export const MAP_KEYS = [...AUTHENTICATION_KEYS, 'map'] as const;

export function findAdapter({ authentication }: Configuration, name: string | undefined): AdapterRecord | undefined {
  return authentication.adapters.find((adapter) => adapter.name === name);
}

/** `HTTP Basic and HTTP Digest`. */
export function typeText({ schemes }: Pick<AdapterRecord, 'schemes'>): string {
  return schemes.length === 0 ? 'unknown' : schemes.map(schemeText).join(' and ');
}

/** `HTTP Basic`. */
export function schemeText(scheme: AcceptedScheme): string {
  return `HTTP ${scheme.charAt(0).toUpperCase()}${scheme.slice(1)}`;
}

/** Those that its schemes read. */
export function userFilesOf({
  schemes,
  realm,
  htpasswdFile,
  htdigestFile,
  htdigestSha256File,
}: AdapterRecord): readonly UserFile[] {
  const file = (kind: UserFile['kind'], path: string | null, isRead: boolean): readonly UserFile[] =>
    path === null || !isRead ? [] : [{ kind, path, realm }];
  return [
    ...file('htpasswd', htpasswdFile, schemes.includes('basic')),
    ...file('htdigest', htdigestFile, schemes.includes('digest')),
    ...file('htdigest_sha256', htdigestSha256File, schemes.includes('digest')),
  ];
}

/** What would be left without its adapter. */
export function usesOf({ access, admin, authentication }: Configuration, name: string): readonly string[] {
  return [
    ...authentication.map.filter(({ adapter }) => adapter === name).map((entry) => `API ${formatTarget(entry)}`),
    ...authentication.paths.filter(({ adapter }) => adapter === name).map(({ pattern }) => `path ${pattern}`),
    ...(access.kind === 'adapter' && access.name === name ? ['the documentation'] : []),
    ...(admin.adapter === name ? ['these administration pages'] : []),
  ];
}
