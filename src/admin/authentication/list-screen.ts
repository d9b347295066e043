import type { Screen } from '../contract.ts';
import { AUTHENTICATION_PATH } from './adapters.ts';
import { adapterCard, targetCard } from './cards.ts';
import { targetsOf } from './targets.ts';

/** All adapters, and what each API is mapped to. */
export const adapterListScreen: Screen = {
  path: '/authentication',
  show({ site }) {
    const { authentication } = site.reading.configuration;
    return {
      title: 'Authentication',
      parts: [
        {
          kind: 'text',
          text: 'An adapter is a realm with its way to log in and its password file. Map an API to it, and the clients of that API have to log in.',
        },
        { kind: 'links', links: [{ text: 'New adapter', path: `${AUTHENTICATION_PATH}/new`, isPrimary: true }] },
        {
          kind: 'cards',
          heading: 'Adapters',
          cards: authentication.adapters.map((adapter) => adapterCard(adapter, site)),
          empty: 'There is no adapter yet.',
        },
        {
          kind: 'cards',
          view: 'table',
          heading: 'APIs',
          cards: targetsOf(site).map((target) => targetCard(target, site)),
          empty: 'There is no API.',
        },
      ],
    };
  },
};
