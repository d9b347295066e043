import {
  CHANGES_SEGMENT,
  DOCUMENTATION_ROOT,
  FOLDERS,
  type Level,
  PART_SEGMENT,
  VERSION_MARK,
} from '../model/locations.ts';
import { type FormatSet, type ServedSite, twinsOf } from './served-site.ts';
import { literal, REQUEST, type Rule, type Table, template } from './table.ts';

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
  const extensions = twinsOf(site).map(({ extension }) => literal(extension));
  const twin = `(?:${extensions.join('|')})`;
  const plain = (pattern: string, value: Rule['value']): Rule => ({ pattern, isCased: true, value });
  const withVersion = (end: string): string => `^(-v[0-9]+)${ROOT}/([^/?]+?)((?:${twin})?(?:/[^?]*)?)${end}$`;
  const versioned = [`${DOCUMENTATION_ROOT}/`, { group: 2 }, { group: 1 }, { group: 3 }];
  return [
    flag('ambiguous', template`${REQUEST.target}`, AMBIGUOUS),
    flag('slashed', template`${REQUEST.path}`, '/$'),
    {
      name: 'path',
      source: template`${REQUEST.path}`,
      rules: [plain('^(.+)/$', template`${1}`)],
      otherwise: template`${REQUEST.path}`,
    },
    {
      name: 'segment',
      source: template`${'path'}`,
      rules: [plain(`^${ROOT}/([^/]+?)(?:${twin})?(?:/.*)?$`, template`${1}`)],
      otherwise: [],
    },
    {
      name: 'version',
      source: template`${'segment'}`,
      rules: [...site.defaultVersions].map(([name, version]) => ({
        equals: name,
        value: [`${VERSION_MARK}${version}`],
      })),
      otherwise: [],
    },
    {
      name: 'full',
      source: template`${'version'}${'path'}`,
      rules: [plain(withVersion(''), versioned)],
      otherwise: template`${'path'}`,
    },
    {
      name: 'extension',
      source: template`${'full'}`,
      rules: [plain(`^.+?(${twin})$`, template`${1}`)],
      otherwise: [],
    },
    {
      name: 'stem',
      source: template`${'full'}`,
      rules: [plain(`^(.+?)${twin}$`, template`${1}`)],
      otherwise: template`${'full'}`,
    },
    {
      name: 'level',
      source: template`${'stem'}`,
      rules: Object.entries(LEVEL_PATTERNS).map(([level, pattern]) => plain(`^${pattern}$`, [level])),
      otherwise: [],
    },
    {
      name: 'set',
      source: template`${'level'}`,
      rules: sets.flatMap(({ id, levels }) => levels.map((level) => ({ equals: level, value: [id] }))),
      otherwise: [],
    },
    {
      name: 'wanted',
      source: template`${'extension'}`,
      rules: ['', '.html'].map((page) => ({ equals: page, value: template`${'stem'}/index.html` })),
      otherwise: template`${'full'}`,
    },
    {
      name: 'sent_path',
      source: template`${'version'}${REQUEST.target}`,
      rules: [plain(withVersion('(?:[?].*)?'), versioned), plain('^(?:-v[0-9]+)?(/[^?]*)', template`${1}`)],
      otherwise: [],
    },
    {
      name: 'sent_stem',
      source: template`${'sent_path'}`,
      rules: [plain(`^(.+?)${twin}$`, template`${1}`)],
      otherwise: template`${'sent_path'}`,
    },
    {
      name: 'shown',
      source: template`${'stem'}`,
      rules: [{ pattern: PLAIN, value: template`${'stem'}` }],
      otherwise: template`${'sent_stem'}`,
    },
    {
      // A first segment with a colon would read as a scheme (RFC 3986 §4.2).
      name: 'last',
      source: template`${'shown'}`,
      rules: [plain('/([^/]*:[^/]*)$', template`./${1}`), plain('/([^/]+)$', template`${1}`)],
      otherwise: [],
    },
    {
      name: 'location',
      source: template`${REQUEST.target}`,
      rules: [plain('^([^?]*[^/?])/([?].*)?$', template`${1}${2}`)],
      otherwise: [],
    },
  ];
}

export function flag(name: string, source: Table['source'], pattern: string): Table {
  return { name, source, rules: [{ pattern, value: ['1'] }], otherwise: ['0'] };
}
