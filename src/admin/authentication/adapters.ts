import type { Health } from '../../auth/contract.ts';
import type { AuthScheme } from '../../auth/schemes/contract.ts';
import { acceptedFilesOf, offeredSchemes } from '../../auth/schemes/registry.ts';
import { formatTarget } from '../../config/api-target.ts';
import type { AdapterRecord, Configuration } from '../../config/configuration.ts';
import { type MapRecord, PUBLIC } from '../../options/access-records.ts';
import { ADMIN_ROOT, type AdminCard, type AdminLink } from '../../presentation/page-data/admin-page.ts';
import type { AdminSite, ScreenRequest } from '../contract.ts';
import { pathWith } from '../fields.ts';
import { readUserFile, type UserFile, type UserFileReading } from './user-file.ts';

export const AUTHENTICATION_PATH = `${ADMIN_ROOT}/authentication`;

const AUTHENTICATION_KEYS = ['platform-mvc-auth', 'authentication'] as const;

export function adapterKeys(name: string): readonly string[] {
  return [...AUTHENTICATION_KEYS, 'adapters', name];
}

export const MAP_KEYS = [...AUTHENTICATION_KEYS, 'map'] as const;

export function findAdapter({ authentication }: Configuration, name: string | undefined): AdapterRecord | undefined {
  return authentication.adapters.find((adapter) => adapter.name === name);
}

/** Adapter that the query names; undefined if it does not exist. */
export function chosenAdapter({ site, query }: Pick<ScreenRequest, 'site' | 'query'>): AdapterRecord | undefined {
  return findAdapter(site.reading.configuration, query.get('name'));
}

/** Display name of an adapter's schemes: `HTTP Basic and HTTP Digest`. */
export function typeText({ schemes }: Pick<AdapterRecord, 'schemes'>): string {
  const known = schemes.flatMap((name) => offeredSchemes.filter((scheme) => scheme.name === name));
  return known.length === 0 ? 'unknown' : known.map(schemeText).join(' and ');
}

/** Display name of a scheme: `HTTP Basic`. */
export function schemeText({ token }: AuthScheme): string {
  return `HTTP ${token}`;
}

/** Files that the adapter's schemes read. */
export function userFilesOf(adapter: AdapterRecord, { schemes }: Pick<AdminSite, 'schemes'>): readonly UserFile[] {
  return acceptedFilesOf(adapter, schemes).map((file) => ({ ...file, realm: adapter.realm }));
}

/** Lists everything in the configuration that uses an adapter. */
export function usesOf({ access, admin, authentication }: Configuration, name: string): readonly string[] {
  return [
    ...authentication.map
      .filter(({ adapters }) => adapters?.includes(name))
      .map((entry) => `API ${formatTarget(entry)}`),
    ...authentication.paths.filter(({ adapter }) => adapter === name).map(({ pattern }) => `path ${pattern}`),
    ...(access.kind === 'adapter' && access.name === name ? ['the documentation'] : []),
    ...(admin.adapter === name ? ['these administration pages'] : []),
  ];
}

/** Targets that can be mapped to an adapter: `Library`, `Library-v1`. */
export function targetsOf({ apis, reading }: AdminSite): readonly string[] {
  const written = reading.configuration.authentication.map.map(formatTarget);
  const versions = [...Map.groupBy(apis, ({ name }) => name)].flatMap(([name, all]) =>
    all.length === 1 ? [name] : [name, ...all.map(({ version }) => formatTarget({ api: name, version }))],
  );
  return [...new Set([...versions, ...written])];
}

/** Adapter in the map's entry for this target; undefined if the target has no entry or is closed. */
export function mappedIn({ authentication }: Configuration, target: string): string | undefined {
  const entry = authentication.map.find((one) => formatTarget(one) === target);
  return entry?.adapters === null ? PUBLIC : entry?.adapters[0];
}

/** Text that a card shows for an entry of the map: an adapter, or its absence. */
export function mappedText(entry: MapRecord | undefined): string {
  if (entry === undefined) return 'none';
  return entry.adapters === null ? PUBLIC : (entry.adapters[0] ?? 'closed, since only other versions have an adapter');
}

/** Card of an adapter: its state, facts and actions. */
export function adapterCard(adapter: AdapterRecord, site: AdminSite): AdminCard {
  const { reading, active, health, projectFolder } = site;
  const { name } = adapter;
  const state = health.get(name);
  const uses = usesOf(reading.configuration, name);
  const files = userFilesOf(adapter, site).map((file) => {
    const found = readUserFile(projectFolder, file);
    return { term: 'File', text: found.kind === 'read' ? `${file.path}, ${usersOf(found)}` : found.problem };
  });
  const link = (text: string, page: string): AdminLink => ({
    text,
    about: name,
    path: pathWith(`${AUTHENTICATION_PATH}/${page}`, { name }),
  });
  return {
    title: name,
    state: stateOf(state, findAdapter(active.configuration, name) !== undefined),
    facts: [
      { term: 'Type', text: typeText(adapter) },
      { term: 'Realm', text: adapter.realm },
      ...files,
      { term: 'Used by', text: uses.length === 0 ? 'nothing' : uses.join(', ') },
    ],
    links: [
      link('Edit', 'edit'),
      link('Users', 'users'),
      link('Test', 'test'),
      { ...link('Delete', 'delete'), isDangerous: true },
    ],
  };
}

function stateOf(health: Health | undefined, isActive: boolean): AdminCard['state'] {
  if (!isActive) return { isGood: false, text: 'Not active' };
  return health?.kind === 'closed'
    ? { isGood: false, text: `Closed: ${health.reason}` }
    : { isGood: true, text: 'Working' };
}

/** Card of an API, with its adapter. */
export function targetCard(target: string, site: AdminSite): AdminCard {
  const own = site.reading.configuration.authentication.map.find((one) => formatTarget(one) === target);
  const inherited = own === undefined ? inheritedBy(target, site) : undefined;
  return {
    title: target,
    isBelow: apiOf(target, site) !== undefined,
    state: null,
    facts: [{ term: 'Adapter', text: inherited ?? mappedText(own), isMuted: own === undefined }],
    links: [{ text: 'Change', about: target, path: pathWith(`${AUTHENTICATION_PATH}/map`, { target }) }],
  };
}

/** Adapter that a version has from its API: `staff, as Library`; undefined for a whole API. */
export function inheritedBy(target: string, site: AdminSite): string | undefined {
  const api = apiOf(target, site);
  const adapter = api === undefined ? undefined : mappedIn(site.reading.configuration, api);
  return adapter === undefined ? undefined : `${adapter}, as ${api}`;
}

/** API of a version; undefined for a whole API. */
function apiOf(target: string, { apis }: AdminSite): string | undefined {
  return apis.find(({ name, version }) => formatTarget({ api: name, version }) === target)?.name;
}

function usersOf({ entries, unusable }: Extract<UserFileReading, { kind: 'read' }>): string {
  const users = entries.size === 1 ? '1 user' : `${entries.size} users`;
  return unusable.size === 0 ? users : `${users}, ${unusable.size} more with a line that cannot be used`;
}
