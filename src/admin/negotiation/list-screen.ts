import type { SelectorRecord } from '../../config/configuration.ts';
import type { AdminCard, AdminLink } from '../../model/page/admin-page.ts';
import type { Screen } from '../contract.ts';
import { pathWith } from '../fields.ts';
import { NEGOTIATION_PATH } from './selectors.ts';

/** All selectors of the configuration, and what is answered with them and without. */
export const selectorListScreen: Screen = {
  path: '/content-negotiation',
  show({ site }) {
    return {
      title: 'Content Negotiation',
      parts: [
        {
          kind: 'text',
          text: 'A selector says which view model answers for which media types. Selectors add to the media types that are built in.',
        },
        { kind: 'links', links: [{ text: 'New selector', path: `${NEGOTIATION_PATH}/new`, isPrimary: true }] },
        {
          kind: 'cards',
          heading: 'Selectors',
          cards: site.reading.configuration.selectors.map(selectorCard),
          empty: 'Nothing is configured.',
        },
        {
          kind: 'cards',
          heading: 'View models',
          view: 'table',
          cards: site.viewModels.map(({ name, mediaTypes }) => ({
            title: name,
            state: null,
            facts: [{ term: 'Answers for', text: mediaTypes.join(', ') }],
            links: [],
          })),
          empty: 'There is none.',
        },
      ],
    };
  },
};

function selectorCard({ name, viewModels }: SelectorRecord): AdminCard {
  const link = (
    text: string,
    about: string,
    page: string,
    query: Readonly<Record<string, string>> = {},
  ): AdminLink => ({
    text,
    about,
    path: pathWith(`${NEGOTIATION_PATH}/${page}`, { selector: name, ...query }),
  });
  return {
    title: name,
    state: null,
    facts: viewModels.map((model) => ({
      term: model.name,
      text: model.mediaTypes.length === 0 ? 'no media types' : model.mediaTypes.join(', '),
    })),
    links: [
      link('Add view model', `to ${name}`, 'view-model'),
      ...viewModels.flatMap((model) => [
        link(`Edit ${shortName(model.name)}`, `of ${name}`, 'view-model', { view_model: model.name }),
        link(`Remove ${shortName(model.name)}`, `from ${name}`, 'delete', { view_model: model.name }),
      ]),
      { ...link('Delete', name, 'delete'), isDangerous: true },
    ],
  };
}

/** Without the namespace that all of ours share. */
function shortName(viewModel: string): string {
  return viewModel.replace(/^Platform\\Documentation\\/, '');
}
