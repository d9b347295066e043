import { readGroupFile } from '../auth/password-files/group-file.ts';
import { inProject } from '../config/configuration.ts';
import { PUBLIC } from '../options/access-records.ts';
import { formatProblem } from '../options/problem.ts';
import type { AdminNotice } from '../presentation/page-data/admin-page.ts';
import { adapterCard, mappedIn, targetsOf } from './authentication/adapters.ts';
import { isActive, selectorProblems } from './change-configuration.ts';
import type { Screen } from './contract.ts';

/**
 * Shows the active configuration. Forms change the files; while the files are not active, every page has a notice, and
 * this page explains the reason.
 */
export const statusScreen: Screen = {
  path: '/status',
  show({ site }) {
    const { reading, active, refusal } = site;
    const { configuration } = active;
    const problems = [
      ...[...reading.problems, ...reading.warnings, ...selectorProblems(site, reading)].map(formatProblem),
      ...refusal,
    ];
    const { groupFile } = configuration.authorization;
    const ofGroups = groupFile === null ? [] : readGroupFile(inProject(site.projectFolder, groupFile)).problems;
    const served = { ...site, reading: active };
    const mapped = targetsOf(served).flatMap((target) => {
      const adapter = mappedIn(configuration, target);
      return adapter === undefined || adapter === PUBLIC ? [] : [`${target}: ${adapter}`];
    });
    const rules = configuration.authorization.rules.length;
    return {
      title: 'Status',
      ...(isActive(site) ? {} : { notice: notActiveNotice(problems) }),
      parts: [
        {
          kind: 'list',
          heading: 'Problems of the configuration',
          items: [...problems, ...ofGroups],
          empty: 'The configuration has no problems.',
        },
        {
          kind: 'cards',
          heading: 'Adapters',
          cards: configuration.authentication.adapters.map((adapter) => ({
            ...adapterCard(adapter, served),
            links: [],
          })),
          empty: 'There is no adapter.',
        },
        { kind: 'list', heading: 'APIs that need a log-in', items: mapped, empty: 'No API is mapped to an adapter.' },
        {
          kind: 'list',
          heading: 'Rules',
          items: [
            configuration.authorization.denyByDefault
              ? 'Operations without a rule are closed to guests.'
              : 'Operations without a rule are open, unless their API is mapped.',
            rules === 1 ? '1 service has rules of its own.' : `${rules} services have rules of their own.`,
          ],
          empty: '',
        },
        {
          kind: 'list',
          heading: 'Problems of the descriptors',
          items: site.descriptorProblems,
          empty: 'Every descriptor could be read.',
        },
        { kind: 'cards', heading: 'Documentation', cards: site.sources(), empty: 'There is no API.' },
        {
          kind: 'list',
          heading: 'Files and variables of the configuration',
          items: reading.inputs.map(({ path }) => path),
          empty: 'There is no file of the configuration.',
        },
      ],
    };
  },
};

/** Notice that adapters, APIs and rules on this page are those of the active configuration. */
function notActiveNotice(problems: readonly string[]): AdminNotice {
  const why =
    problems.length === 0 ? 'The server checks them every second.' : 'They were refused; the problems below say why.';
  return {
    kind: 'refused',
    text: `The files of the configuration have changed, and the new ones are not active. ${why} The server keeps the previous settings, which this page shows.`,
    problems: [],
  };
}
