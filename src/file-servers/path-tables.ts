import { twinsOf } from '../formats/twins.ts';
import {
  CHANGES_SEGMENT,
  DOCUMENTATION_ROOT,
  FOLDERS,
  type Level,
  PART_SEGMENT,
  VERSION_MARK,
} from '../model/locations.ts';
import type { FormatSet, ServedSite } from './served-site.ts';
import { cased, flag, literal, REQUEST, type Table, table, template } from './table.ts';

const ROOT = literal(DOCUMENTATION_ROOT);
const ANY = '[^/]+';
const DOT = '(?:[.]|%2e)';

/** What separates nothing for one reader of paths and something for another, and names that no file has. */
const AMBIGUOUS = `^[^?]*(?://|/${DOT}${DOT}?(?:[/?]|$)|%2f|%5c|\\\\|%[01][0-9a-f]|%7f)`;

/** Characters that a path has as they are, see `encodeSegment`. */
const PLAIN = '^[a-z0-9_.~=@:$,+/-]*$';

/** In this order: a service has none of the names that folders have. */
const LEVEL_PATTERNS = {
  list: ROOT,
  changes: `${ROOT}/${ANY}/${CHANGES_SEGMENT}`,
  'schema-index': `${ROOT}/${ANY}/${FOLDERS.schema}(?:/${PART_SEGMENT}/[0-9]+)?`,
  schema: `${ROOT}/${ANY}/${FOLDERS.schema}/${ANY}`,
  group: `${ROOT}/${ANY}/${FOLDERS.group}/${ANY}`,
  guide: `${ROOT}/${ANY}/${FOLDERS.guide}/${ANY}`,
  service: `${ROOT}/${ANY}/${ANY}`,
  api: `${ROOT}/${ANY}`,
} as const satisfies Readonly<Record<Level, string>>;

export const ALL_LEVELS = Object.keys(LEVEL_PATTERNS) as readonly Level[];

/**
 * What an address means: `ambiguous` and `slashed` are 1 or 0, `full` has the default version in it, of which `stem` is
 * the document and `extension` the twin, where the address names one; `shown` is the stem as it is written into fields.
 * `wanted` is the file that is there where the document is.
 */
export function pathTables(site: ServedSite, sets: readonly FormatSet[]): readonly Table[] {
  const { formats, companions, languages } = site;
  const extensions = twinsOf([...formats, ...companions], languages).map(({ extension }) => literal(extension));
  const twin = `(?:${extensions.join('|')})`;
  const withVersion = (end: string): string => `^(-v[0-9]+)${ROOT}/([^/?]+?)((?:${twin})?(?:/[^?]*)?)${end}$`;
  const versioned = [`${DOCUMENTATION_ROOT}/`, { group: 2 }, { group: 1 }, { group: 3 }];
  return [
    flag('ambiguous', template`${REQUEST.target}`, AMBIGUOUS),
    flag('slashed', template`${REQUEST.path}`, '/$'),
    table('path', template`${REQUEST.path}`, [cased('^(.+)/$', template`${1}`)], template`${REQUEST.path}`),
    table('segment', template`${'path'}`, [cased(`^${ROOT}/([^/]+?)(?:${twin})?(?:/.*)?$`, template`${1}`)]),
    table(
      'version',
      template`${'segment'}`,
      [...site.defaultVersions].map(([name, version]) => ({ equals: name, value: [`${VERSION_MARK}${version}`] })),
    ),
    table('full', template`${'version'}${'path'}`, [cased(withVersion(''), versioned)], template`${'path'}`),
    table('extension', template`${'full'}`, [cased(`^.+?(${twin})$`, template`${1}`)]),
    table('stem', template`${'full'}`, [cased(`^(.+?)${twin}$`, template`${1}`)], template`${'full'}`),
    table(
      'level',
      template`${'stem'}`,
      Object.entries(LEVEL_PATTERNS).map(([level, pattern]) => cased(`^${pattern}$`, [level])),
    ),
    table(
      'set',
      template`${'level'}`,
      sets.flatMap(({ id, levels }) => levels.map((level) => ({ equals: level, value: [id] }))),
    ),
    table(
      'wanted',
      template`${'extension'}`,
      ['', '.html'].map((page) => ({ equals: page, value: template`${'stem'}/index.html` })),
      template`${'full'}`,
    ),
    table('sent_path', template`${'version'}${REQUEST.target}`, [
      cased(withVersion('(?:[?].*)?'), versioned),
      cased('^(?:-v[0-9]+)?(/[^?]*)', template`${1}`),
    ]),
    table('sent_stem', template`${'sent_path'}`, [cased(`^(.+?)${twin}$`, template`${1}`)], template`${'sent_path'}`),
    table('shown', template`${'stem'}`, [{ pattern: PLAIN, value: template`${'stem'}` }], template`${'sent_stem'}`),
    // A first segment with a colon would read as a scheme (RFC 3986 §4.2).
    table('last', template`${'shown'}`, [
      cased('/([^/]*:[^/]*)$', template`./${1}`),
      cased('/([^/]+)$', template`${1}`),
    ]),
    table('location', template`${REQUEST.target}`, [cased('^([^?]*[^/?])/([?].*)?$', template`${1}${2}`)]),
  ];
}
