import type { AuthScheme } from '../../auth/schemes/contract.ts';
import { acceptedFilesOf } from '../../auth/schemes/password-files.ts';
import { offeredSchemes } from '../../auth/schemes/registry.ts';
import { formatTarget } from '../../config/api-target.ts';
import type { AdapterRecord, Configuration } from '../../config/configuration.ts';
import { ADMIN_ROOT } from '../../model/page/admin-page.ts';
import type { AdminSite, ScreenRequest } from '../contract.ts';
import type { UserFile } from './user-file.ts';

export const AUTHENTICATION_PATH = `${ADMIN_ROOT}/authentication`;

const AUTHENTICATION_KEYS = ['platform-mvc-auth', 'authentication'] as const;

export function adapterKeys(name: string): readonly string[] {
  return [...AUTHENTICATION_KEYS, 'adapters', name];
}

export const MAP_KEYS = [...AUTHENTICATION_KEYS, 'map'] as const;

export function findAdapter({ authentication }: Configuration, name: string | undefined): AdapterRecord | undefined {
  return authentication.adapters.find((adapter) => adapter.name === name);
}

/** The one that a page is about. */
export function chosenAdapter({ site, query }: Pick<ScreenRequest, 'site' | 'query'>): AdapterRecord | undefined {
  return findAdapter(site.reading.configuration, query.get('name'));
}

/** `HTTP Basic and HTTP Digest`. */
export function typeText({ schemes }: Pick<AdapterRecord, 'schemes'>): string {
  const known = schemes.flatMap((name) => offeredSchemes.filter((scheme) => scheme.name === name));
  return known.length === 0 ? 'unknown' : known.map(schemeText).join(' and ');
}

/** `HTTP Basic`. */
export function schemeText({ token }: AuthScheme): string {
  return `HTTP ${token}`;
}

/** Files that the adapter's schemes read. */
export function userFilesOf(adapter: AdapterRecord, { schemes }: Pick<AdminSite, 'schemes'>): readonly UserFile[] {
  return acceptedFilesOf(adapter, schemes).map((file) => ({ ...file, realm: adapter.realm }));
}

/** Lists the uses of an adapter that would be left without one. */
export function usesOf({ access, admin, authentication }: Configuration, name: string): readonly string[] {
  return [
    ...authentication.map.filter(({ adapter }) => adapter === name).map((entry) => `API ${formatTarget(entry)}`),
    ...authentication.paths.filter(({ adapter }) => adapter === name).map(({ pattern }) => `path ${pattern}`),
    ...(access.kind === 'adapter' && access.name === name ? ['the documentation'] : []),
    ...(admin.adapter === name ? ['these administration pages'] : []),
  ];
}
