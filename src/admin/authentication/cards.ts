import type { Health } from '../../auth/contract.ts';
import { formatTarget } from '../../config/api-target.ts';
import type { AdapterRecord } from '../../config/configuration.ts';
import type { AdminCard, AdminLink } from '../../model/page/admin-page.ts';
import type { AdminSite } from '../contract.ts';
import { pathWith } from '../fields.ts';
import { AUTHENTICATION_PATH, findAdapter, typeText, userFilesOf, usesOf } from './adapters.ts';
import { mappedTo } from './targets.ts';
import { readUserFile } from './user-file.ts';

/** How an adapter is, and what can be done with it. */
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

/** Card of an API, with the adapter that it is mapped to. */
export function targetCard(target: string, site: AdminSite): AdminCard {
  const own = mappedTo(site, target);
  const api = site.apis.find(({ name, version }) => formatTarget({ api: name, version }) === target)?.name;
  const inherited = own === undefined && api !== undefined ? mappedTo(site, api) : undefined;
  const text = own ?? (inherited === undefined ? 'none' : `${inherited}, as ${api}`);
  return {
    title: target,
    state: null,
    facts: [{ term: 'Adapter', text }],
    links: [{ text: 'Change', about: target, path: pathWith(`${AUTHENTICATION_PATH}/map`, { target }) }],
  };
}

function usersOf({
  entries,
  unusable,
}: {
  readonly entries: ReadonlyMap<string, string>;
  readonly unusable: ReadonlyMap<string, string>;
}): string {
  const users = entries.size === 1 ? '1 user' : `${entries.size} users`;
  return unusable.size === 0 ? users : `${users}, ${unusable.size} more with a line that cannot be used`;
}
