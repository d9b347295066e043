import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { type FileServer, spoken } from './contract.ts';
import { ASSETS_ROOT, FIELDS, type Field, PROBLEM_FOLDER, PROBLEM_STATUSES, START_PAGE } from './fields.ts';
import type { ServedSite } from './served-site.ts';
import { siteTables } from './site-tables.ts';
import { literal, type Part, REQUEST, type Table, type Template, template } from './table.ts';

const REQUEST_VARIABLES: Readonly<Record<string, string>> = {
  [REQUEST.accept]: 'HTTP:Accept',
  [REQUEST.acceptEncoding]: 'HTTP:Accept-Encoding',
  [REQUEST.acceptLanguage]: 'HTTP:Accept-Language',
  [REQUEST.path]: 'REQUEST_URI',
  [REQUEST.target]: 'ENV:pd_target',
  [REQUEST.method]: 'REQUEST_METHOD',
  [REQUEST.exists]: 'ENV:pd_exists',
};

/** A comma ends a flag, and a quote the text, also behind a backslash. */
const VARIABLES: Readonly<Record<string, string>> = { ',': '%{ENV:pd_comma}', '"': '%{ENV:pd_quote}' };

/**
 * What the server makes of endings of names is nothing to these files. Languages are those of Debian's configuration
 * and of the project's own; `.br` is Breton there.
 */
const NOTHING_BY_NAME = [
  'SetHandler default-handler',
  '<IfModule mime_module>',
  '  RemoveOutputFilter .shtml',
  '  RemoveEncoding .Z .br .bz2 .gz .tgz .zst',
  '  RemoveLanguage .amh .ara .be .bg .bn .br .bs .ca .cs .cy .cz .da .de .dk .dz .ee .el .en .eo .es .et',
  '  RemoveLanguage .eu .fa .fi .fr .ga .glg .gu .he .hi .hr .hu .hy .id .is .it .ja .ka .kk .km .kn .ko .ku',
  '  RemoveLanguage .lo .lt .ltz .lv .mg .mk .ml .mr .msa .ne .nl .nn .no .nob .pa .pl .po .pt .pt-br .ro',
  '  RemoveLanguage .ru .sa .se .si .sk .sl .sq .sr .sv .ta .te .th .tl .tr .uk .ur .vi .wo .xh .zh-cn .zh-',
  '  RemoveLanguage tw',
  '</IfModule>',
];

/** Of these other than documents are made. */
const NEEDED_EVERYWHERE = [
  ...['problem', 'problem_type', 'problem_policy', 'problem_referrer'],
  ...['copy_ending', 'asset_type', 'asset_policy', 'asset_coding', 'asset_file'],
];

/** One file, for the block of a virtual host that names the folder of the files as its DocumentRoot. */
export const apache: FileServer = {
  name: 'apache',
  title: 'Apache httpd',
  write: (site) => new Map([['apache.conf', configurationOf(site)]]),
};

function configurationOf(site: ServedSite): string {
  const rootFiles = [...site.rootFiles];
  const known = [`${literal(ASSETS_ROOT)}.*`, '/', ...rootFiles.map(([path]) => literal(path))].join('|');
  const methods = headers(FIELDS.methods, { isAlways: true, condition: statusIs(204) });
  return [
    '# Include this in a block "VirtualHost" that has the folder of the files as its "DocumentRoot".',
    '# Written by "platform-docs build --static" for mod_alias, mod_headers and mod_rewrite.',
    'MergeSlashes Off',
    'TraceEnable Off',
    'LimitRequestFieldSize 16380',
    'FileETag MTime Size',
    ...PROBLEM_STATUSES.map((status) => `ErrorDocument ${status} ${PROBLEM_FOLDER}/${status}`),
    'RewriteEngine On',
    ...requestRules(site),
    rewriteRule({ pattern: `!^(?:${known})$`, flags: ['R=404', 'L'] }),
    answer(204, conditionOf(template`${REQUEST.method}`, '^OPTIONS$')),
    answer(405, conditionOf(template`${REQUEST.method}`, '!^(?:GET|HEAD)$')),
    ...location('^/', NOTHING_BY_NAME),
    ...file(`^${literal(DOCUMENTATION_ROOT)}`, template`${'file'}${'copy_ending'}`, [
      ...headers(FIELDS.document),
      ...headers(FIELDS.redirection, { isAlways: true, condition: statusIs(308) }),
    ]),
    // Rules have answered all others with a slash at the end. Older versions lead to the whole address.
    ...location(`^${literal(DOCUMENTATION_ROOT)}(?:/.*)?/$`, [
      '<IfDirective RedirectRelative>',
      '  RedirectRelative On',
      '</IfDirective>',
      'Redirect 308 "%{reqenv:pd_location}"',
    ]),
    ...file(`^${literal(ASSETS_ROOT)}`, template`${'asset_file'}`, headers(FIELDS.asset)),
    ...rootFiles.flatMap(([path, { mediaType, headers: more }]) =>
      file(`^${literal(path)}$`, [path, { variable: 'copy_ending' }], headers(FIELDS.rootFile(mediaType, more))),
    ),
    ...file('^/$', [START_PAGE], headers(FIELDS.start)),
    ...location('^/', methods),
    ...PROBLEM_STATUSES.flatMap((status) =>
      file(
        `^${literal(PROBLEM_FOLDER)}/${status}$`,
        [`${PROBLEM_FOLDER}/${status}`, { variable: 'problem' }],
        ['FileETag None', 'Header unset Last-Modified', ...headers(FIELDS.problems(site, status), { isAlways: true })],
      ),
    ),
    '',
  ].join('\n');
}

/** Each decides something of a request, in this order. */
function requestRules(site: ServedSite): readonly string[] {
  const tables = siteTables(site);
  const everywhere = closureOf(tables, NEEDED_EVERYWHERE);
  const ofDocuments = tables.filter((table) => !everywhere.includes(table));
  const found = ofDocuments.findIndex(({ name }) => name === 'wanted') + 1;
  const verdict = template`${'verdict'}`;
  const documentRules = [
    ...ofDocuments.slice(0, found).flatMap(rulesOf),
    rewriteRule({ condition: `RewriteCond "%{DOCUMENT_ROOT}%{ENV:pd_wanted}" -f`, flags: ['E=pd_exists:1', 'S=1'] }),
    rewriteRule({ flags: ['E=pd_exists:0'] }),
    ...ofDocuments.slice(found).flatMap(rulesOf),
    ...[404, 405, 406, 204].map((status) => answer(status, conditionOf(verdict, `^${status}$`))),
    rewriteRule({ flags: ['L'] }),
  ];
  return [
    rewriteRule({ condition: 'RewriteCond "," "^(.)"', flags: ['E=pd_comma:%1', 'E=no-gzip:1', 'E=no-brotli:1'] }),
    rewriteRule({ condition: `RewriteCond '"' "^(.)"`, flags: ['E=pd_quote:%1'] }),
    rewriteRule({
      condition: 'RewriteCond "%{THE_REQUEST}" "^[^ ]+ (?:[A-Za-z][A-Za-z0-9+.-]*://[^/?]*)?([^ ]*)"',
      flags: ['E=pd_target:%1'],
    }),
    ...everywhere.flatMap(rulesOf),
    // What the server asks itself for: the file of a problem, which clients cannot ask for.
    rewriteRule({
      condition: 'RewriteCond "%{ENV:REDIRECT_STATUS}" "^[45]"',
      pattern: `^${literal(PROBLEM_FOLDER)}/`,
      flags: ['END'],
    }),
    rewriteRule({ pattern: `!^${literal(DOCUMENTATION_ROOT)}`, flags: [`S=${documentRules.length}`] }),
    ...documentRules,
  ];
}

/** Tables that these are made of, and these, in their order. */
function closureOf(tables: readonly Table[], names: readonly string[]): readonly Table[] {
  const wanted = new Set(names);
  for (const { name, source, rules, otherwise } of tables.toReversed()) {
    if (!wanted.has(name)) continue;
    for (const part of [source, otherwise, ...rules.map(({ value }) => value)].flat())
      if (typeof part !== 'string' && 'variable' in part) wanted.add(part.variable);
  }
  return tables.filter(({ name }) => wanted.has(name));
}

/** The first rule that fits skips the others. */
function rulesOf({ name, source, rules, otherwise }: Table): readonly string[] {
  return [
    ...rules.map((rule, index) =>
      rewriteRule({
        condition:
          'equals' in rule
            ? conditionOf(source, `^${literal(rule.equals)}$`)
            : conditionOf(source, rule.pattern, rule.isCased === true),
        flags: [`E=pd_${name}:${expansion(rule.value)}`, `S=${rules.length - index}`],
      }),
    ),
    rewriteRule({ flags: [`E=pd_${name}:${expansion(otherwise)}`] }),
  ];
}

function answer(status: number, condition: string): string {
  return rewriteRule({ condition, flags: [`R=${status}`, 'L'] });
}

function conditionOf(source: Template, pattern: string, isCased = true): string {
  return `RewriteCond ${ruleText(expansion(source))} ${ruleText(pattern)} [NV${isCased ? '' : ',NC'}]`;
}

/** A rule with its condition, which has to stand in front of it; the address stays as it is. */
function rewriteRule(rule: {
  readonly condition?: string;
  readonly pattern?: string;
  readonly flags: readonly string[];
}): string {
  const { condition, pattern = '^', flags } = rule;
  const written = `RewriteRule ${ruleText(pattern)} "-" ${ruleText(`[${flags.join(',')}]`)}`;
  return condition === undefined ? written : `${condition}\n${written}`;
}

function location(pattern: string, lines: readonly string[]): readonly string[] {
  return [`<LocationMatch ${quotedText(pattern)}>`, ...lines.map((line) => `  ${line}`), '</LocationMatch>'];
}

/** Not rewritten: a question mark in the name of a file would begin a query. */
function file(pattern: string, path: Template, lines: readonly string[]): readonly string[] {
  const parts = path.map((part) => (typeof part === 'string' ? part : `%{reqenv:${nameOf(part)}}`));
  return location(pattern, [`Alias ${quotedText(`%{DOCUMENT_ROOT}${parts.join('')}`)}`, ...lines]);
}

function statusIs(status: number): string {
  return `%{REQUEST_STATUS} -eq ${status}`;
}

/** @param when of a response that is none of success, and where an expression holds */
function headers(
  fields: readonly Field[],
  { isAlways = false, condition }: { readonly isAlways?: boolean; readonly condition?: string } = {},
): readonly string[] {
  return fields.map(({ name, value, isOfContent }) => {
    const parts = value.map((part) =>
      typeof part === 'string' ? part.replaceAll('\\', '\\\\').replaceAll('%', '%%') : `%{${nameOf(part)}}e`,
    );
    const [only] = value;
    const isFilled =
      value.length === 1 && only !== undefined && typeof only !== 'string' ? `-n reqenv('${nameOf(only)}')` : undefined;
    const unlessSame = isOfContent === true ? '%{REQUEST_STATUS} -ne 304' : undefined;
    const conditions = [condition, unlessSame, isFilled].filter((each) => each !== undefined);
    return [
      `Header ${isAlways ? 'always ' : ''}set ${name} ${quotedText(parts.join(''))}`,
      ...(conditions.length === 0 ? [] : [quotedText(`expr=${conditions.join(' && ')}`)]),
    ].join(' ');
  });
}

function nameOf(part: Exclude<Part, string>): string {
  if ('group' in part) throw new Error('Groups are of patterns.');
  return `pd_${part.variable}`;
}

/** Of a test and of a flag. */
function expansion(value: Template): string {
  return value
    .map((part) => {
      if (typeof part === 'string')
        return part.replaceAll(/[\\%$]/g, '\\$&').replaceAll(/[,"]/g, (mark) => VARIABLES[mark] ?? mark);
      return 'group' in part ? `%${part.group}` : `%{${REQUEST_VARIABLES[part.variable] ?? `ENV:pd_${part.variable}`}}`;
    })
    .join('');
}

/** Of the other directives, where a backslash stands before what it keeps. */
function quotedText(text: string): string {
  return `"${sayable(text).replaceAll(/[\\"]/g, '\\$&')}"`;
}

/** Of rules and their conditions, which end at a quote; patterns can have its number. */
function ruleText(text: string): string {
  return `"${sayable(text).replaceAll('"', '\\x22')}"`;
}

/** A dollar sign with a brace is a variable of the configuration wherever it stands. @throws */
function sayable(text: string): string {
  if (!/\$\\*[{]/.test(text)) return spoken(text);
  throw new Error(`No configuration of Apache can hold ${JSON.stringify(text)}: it has a dollar sign with a brace.`);
}
