import { formatProblem } from '../config/problem.ts';
import { adapterCard } from './authentication/cards.ts';
import { mappedTo, targetsOf } from './authentication/targets.ts';
import { selectorProblems } from './change-configuration.ts';
import type { Screen } from './contract.ts';

/** How things are. */
export const statusScreen: Screen = {
  path: '/status',
  show({ site }) {
    const { reading } = site;
    const { configuration, inputs } = reading;
    const problems = [...reading.problems, ...selectorProblems(site, reading)];
    const mapped = targetsOf(site).flatMap((target) => {
      const adapter = mappedTo(site, target);
      return adapter === undefined ? [] : [`${target}: ${adapter}`];
    });
    const rules = configuration.authorization.rules.length;
    return {
      title: 'Status',
      parts: [
        { kind: 'list', heading: 'Problems of the configuration', items: problems.map(formatProblem), empty: 'The configuration has no problem.' },
        {
          kind: 'cards',
          heading: 'Adapters',
          cards: configuration.authentication.adapters.map((adapter) => ({ ...adapterCard(adapter, site), links: [] })),
          empty: 'There is no adapter.',
        },
        { kind: 'list', heading: 'APIs that need a log-in', items: mapped, empty: 'No API is mapped to an adapter.' },
        {
          kind: 'list',
          heading: 'Rules',
          items: [
            configuration.authorization.denyByDefault ? 'What has no rule is closed to guests.' : 'What has no rule is open, where its API is not mapped.',
            rules === 1 ? '1 service has rules of its own.' : `${rules} services have rules of their own.`,
          ],
          empty: '',
        },
        { kind: 'list', heading: 'Problems of the descriptors', items: site.descriptorProblems, empty: 'Every descriptor could be read.' },
        { kind: 'cards', heading: 'Documentation', cards: site.sources(), empty: 'There is no API.' },
        {
          kind: 'list',
          heading: 'Files and variables of the configuration',
          items: inputs.map(({ path }) => path),
          empty: 'There is no file of the configuration.',
        },
      ],
    };
  },
};
