import { formatTarget } from '../../config/api-target.ts';
import type { AdapterRecord } from '../../config/configuration.ts';
import type { AdminCard, AdminLink } from '../../model/admin-page.ts';
import type { AdminSite, Screen } from '../contract.ts';
import { pathWith } from '../fields.ts';
import { AUTHENTICATION_PATH, typeText, userFilesOf, usesOf } from './adapters.ts';
import { readUserFile } from './user-file.ts';

/** All adapters, and what each API is mapped to. */
export const adapterListScreen: Screen = {
  path: '/authentication',
  show({ site }) {
    const { authentication } = site.reading.configuration;
    return {
      title: 'Authentication',
      parts: [
        { kind: 'text', text: 'An adapter is a realm with its way to log in and its password file. Map it to an API, and whoever calls that has to log in.' },
        { kind: 'links', links: [{ text: 'New adapter', path: `${AUTHENTICATION_PATH}/new` }] },
        { kind: 'cards', heading: 'Adapters', cards: authentication.adapters.map((adapter) => adapterCard(adapter, site)), empty: 'There is no adapter yet.' },
        { kind: 'cards', heading: 'APIs', cards: targetsOf(site).map((target) => targetCard(target, site)), empty: 'There is no API.' },
      ],
    };
  },
};

/** `Library`, `Library-v1`: all that an adapter can be mapped to. */
export function targetsOf({ apis, reading }: AdminSite): readonly string[] {
  const written = reading.configuration.authentication.map.map(formatTarget);
  return [...new Set([...apis.flatMap(({ name, version }) => [name, formatTarget({ api: name, version })]), ...written])];
}

/** The adapter that is mapped to exactly this. */
export function mappedTo({ reading }: AdminSite, target: string): string | undefined {
  return reading.configuration.authentication.map.find((entry) => formatTarget(entry) === target)?.adapter;
}

export function adapterCard(adapter: AdapterRecord, { reading, health, projectFolder }: AdminSite): AdminCard {
  const { name } = adapter;
  const state = health.get(name);
  const uses = usesOf(reading.configuration, name);
  const files = userFilesOf(adapter).map((file) => {
    const found = readUserFile(projectFolder, file);
    return { term: 'File', text: found.kind === 'read' ? `${file.path}, ${countOfUsers(found.entries.size)}` : `${file.path} ${found.problem}` };
  });
  const link = (text: string, page: string): AdminLink => ({
    text,
    about: name,
    path: pathWith(`${AUTHENTICATION_PATH}/${page}`, { name }),
  });
  return {
    title: name,
    state: state?.kind === 'closed' ? { isGood: false, text: `Closed: ${state.reason}` } : { isGood: true, text: 'Working' },
    facts: [
      { term: 'Type', text: typeText(adapter) },
      { term: 'Realm', text: adapter.realm },
      ...files,
      { term: 'Used by', text: uses.length === 0 ? 'nothing' : uses.join(', ') },
    ],
    links: [link('Edit', 'edit'), link('Test', 'test'), link('Delete', 'delete')],
  };
}

function targetCard(target: string, site: AdminSite): AdminCard {
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

function countOfUsers(count: number): string {
  return count === 1 ? '1 user' : `${count} users`;
}
