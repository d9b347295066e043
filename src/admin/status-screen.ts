import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readGroupFile } from '../auth/password-files/group-file.ts';
import { inProject } from '../config/configuration.ts';
import { countOf } from '../model/diagnostic.ts';
import { PUBLIC } from '../options/access-records.ts';
import { formatProblem } from '../options/problem.ts';
import type { AdminCard, AdminNotice, AdminPart } from '../presentation/page-data/admin-page.ts';
import { adapterCard, mappedIn, targetsOf } from './authentication/adapters.ts';
import { isActive, selectorProblems } from './change-configuration.ts';
import type { AdminSite, Screen } from './contract.ts';

/**
 * Shows in one line whether everything works, then what does not, then the active configuration. Forms change the
 * files; while the files are not active, every page has a notice, and this page explains the reason.
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
    const adapters = configuration.authentication.adapters.map((one) => ({ ...adapterCard(one, served), links: [] }));
    const closed = adapters.filter(({ state }) => state?.isGood === false);
    // Working adapters are listed only while the files differ from the active configuration: the page of adapters shows
    // those of the files.
    return {
      title: 'Status',
      ...(isActive(site) ? {} : { notice: notActiveNotice(problems) }),
      parts: [
        // A configuration that the server has yet to check is neither good nor bad.
        ...(!isActive(site) && problems.length === 0
          ? []
          : [
              stateOf([
                [
                  problems.length + ofGroups.length,
                  'problem',
                  'of the configuration',
                  'The configuration has no problems.',
                ],
                [closed.length, 'closed adapter', '', adapters.length === 0 ? '' : 'Every adapter works.'],
                [site.descriptorProblems.length, 'problem', 'of the descriptors', 'Every descriptor could be read.'],
              ]),
            ]),
        ...list('Problems of the configuration', [...problems, ...ofGroups]),
        ...cards('Adapters', isActive(site) ? closed : adapters),
        ...list('Problems of the descriptors', site.descriptorProblems),
        ...cards('Site', [siteCard(served)]),
        ...cards('APIs', site.sources()),
        ...list(
          'Files and variables of the configuration',
          reading.inputs.map(({ path }) => path),
        ),
      ],
    };
  },
};

/** Line with the state of everything. @param facts count, name and place of faults, and the sentence if none */
function stateOf(facts: readonly (readonly [count: number, fault: string, place: string, none: string])[]): AdminPart {
  const faults = facts.flatMap(([count, fault, place]) =>
    count === 0 ? [] : [`${countOf(count, fault)} ${place}`.trim()],
  );
  const isGood = faults.length === 0;
  const text = isGood
    ? facts.flatMap(([, , , none]) => none || []).join(' ')
    : `Needs attention: ${faults.join(', ')}.`;
  return { kind: 'text', text, isGood };
}

function list(heading: string, items: readonly string[]): readonly AdminPart[] {
  return items.length === 0 ? [] : [{ kind: 'list', heading, items, empty: '' }];
}

function cards(heading: string, shown: readonly AdminCard[]): readonly AdminPart[] {
  return shown.length === 0 ? [] : [{ kind: 'cards', heading, cards: shown, empty: '' }];
}

function siteCard(served: AdminSite): AdminCard {
  const { configuration, inputs } = served.reading;
  const { rules, denyByDefault } = configuration.authorization;
  const mapped = targetsOf(served).flatMap((target) => {
    const adapter = mappedIn(configuration, target);
    return adapter === undefined || adapter === PUBLIC ? [] : [`${target}: ${adapter}`];
  });
  const changes = inputs.flatMap(({ path }) => {
    const file = path.startsWith('$')
      ? undefined
      : statSync(join(served.projectFolder, path), { throwIfNoEntry: false });
    return file === undefined ? [] : [{ path, time: file.mtime }];
  });
  const last = changes.toSorted((a, b) => b.time.getTime() - a.time.getTime())[0];
  return {
    title: served.site.title,
    state: null,
    facts: [
      {
        term: 'Last build',
        text: served.lastBuild === null ? 'none: files are read as they are' : written(served.lastBuild),
      },
      ...(last === undefined ? [] : [{ term: 'Last change', text: `${written(last.time)}, ${last.path}` }]),
      { term: 'APIs with an adapter', text: mapped.join(', ') || 'none' },
      { term: 'Services with rules', text: String(rules.length) },
      { term: 'Without a rule', text: denyByDefault ? 'closed to guests' : 'open, unless the API has an adapter' },
    ],
    links: [],
  };
}

/** Time in UTC, to the minute. */
function written(time: Date): string {
  return `${time.toISOString().slice(0, '2026-01-01T00:00'.length).replace('T', ' ')} UTC`;
}

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
