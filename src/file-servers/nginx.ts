import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { type FileServer, spoken } from './contract.ts';
import { ASSETS_ROOT, FIELDS, type Field, PROBLEM_FOLDER, PROBLEM_STATUSES, START_PAGE } from './fields.ts';
import type { ServedSite } from './served-site.ts';
import { siteTables } from './site-tables.ts';
import { literal, REQUEST, type Rule, type Table, type Template } from './table.ts';

const REQUEST_VARIABLES: Readonly<Record<string, string>> = {
  [REQUEST.accept]: 'http_accept',
  [REQUEST.acceptEncoding]: 'http_accept_encoding',
  [REQUEST.acceptLanguage]: 'http_accept_language',
  [REQUEST.path]: 'uri',
  [REQUEST.target]: 'request_uri',
  [REQUEST.method]: 'request_method',
  [REQUEST.exists]: 'pd_exists',
};

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of nginx
const DOLLAR = '${pd_dollar}';

/** Of no file its own: they are fields. */
const OWN_TYPES = ['  types { }', "  default_type '';"] as const;

/**
 * `maps.conf` for the block `http`, `server.conf` for a block `server` that names the folder of the files as its root.
 * A map decides nothing before its variable is used, so that the many that there are cost little.
 */
export const nginx: FileServer = {
  name: 'nginx',
  title: 'nginx',
  write: (site) =>
    new Map([
      ['nginx/maps.conf', mapsOf(site)],
      ['nginx/server.conf', serverOf(site)],
    ]),
};

function mapsOf(site: ServedSite): string {
  const contents = contentsOf(site).map(
    // A 304 says nothing of content that is not there.
    (value, index) => `map $status $pd_content_${index} {\n  304 "";\n  default ${value};\n}`,
  );
  return [
    '# Include this in the block "http". Written by "platform-docs build --static".',
    '# A text cannot hold a dollar sign otherwise.',
    'geo $pd_dollar { default "$"; }',
    ...siteTables(site).map(mapOf),
    ...contents,
    '',
  ].join('\n');
}

/** What fields of content hold, each once. */
function contentsOf({ rootFiles }: ServedSite): readonly string[] {
  const ofRootFiles = [...rootFiles.values()].flatMap(({ mediaType, headers }) => FIELDS.rootFile(mediaType, headers));
  const fields = [...FIELDS.document, ...FIELDS.asset, ...FIELDS.start, ...ofRootFiles];
  return [...new Set(fields.filter(({ isOfContent }) => isOfContent === true).map(({ value }) => quoted(value)))];
}

function mapOf({ name, source, rules, otherwise }: Table): string {
  const lines = rules.map((rule) => `  ${keyOf(rule)} ${quoted(rule.value)};`);
  return [`map ${quoted(source)} $pd_${name} {`, ...lines, `  default ${quoted(otherwise)};`, '}'].join('\n');
}

/** Strings are found in any case, and patterns in their own; in an empty source only a string is found. */
function keyOf(rule: Rule): string {
  if (!('equals' in rule)) return quotedText((rule.isCased === true ? '~' : '~*') + rule.pattern);
  return quotedText(rule.equals === '' ? '' : `~^${literal(rule.equals)}$`);
}

function serverOf(site: ServedSite): string {
  const contents = contentsOf(site);
  const lines = (fields: readonly Field[], indentation = '  '): readonly string[] =>
    fields.map(({ name, value, isOfContent }) => {
      const written = quoted(value);
      const variable = isOfContent === true ? `$pd_content_${contents.indexOf(written)}` : written;
      return `${indentation}add_header ${name} ${variable} always;`;
    });
  const location = (match: string, ...content: readonly string[]): string =>
    [`location ${match} {`, ...content, '}', ''].join('\n');
  const sending = (file: string, fields: readonly Field[]): readonly string[] => [
    ...OWN_TYPES,
    ...lines(fields),
    `  try_files "${file}" =404;`,
  ];
  const whenMethods = (condition: string): readonly string[] => [
    `  if (${condition}) {`,
    ...lines(FIELDS.methods, '    '),
    '    return 204;',
    '  }',
  ];
  return [
    '# Include this in a block "server" that has the folder of the files as its "root".',
    'absolute_redirect off;',
    'merge_slashes off;',
    'large_client_header_buffers 4 16k;',
    'gzip off;',
    'etag on;',
    ...PROBLEM_STATUSES.map((status) => `error_page ${status} ${PROBLEM_FOLDER}/${status}$pd_problem;`),
    '',
    location(
      `^~ ${DOCUMENTATION_ROOT}`,
      '  set $pd_exists 0;',
      '  if (-f "$document_root$pd_wanted") { set $pd_exists 1; }',
      ...['404', '405', '406'].map((status) => `  if ($pd_verdict = ${status}) { return ${status}; }`),
      ...whenMethods('$pd_verdict = 204'),
      '  if ($pd_verdict = 308) {',
      ...lines(FIELDS.redirection, '    '),
      '    return 308 $pd_location;',
      '  }',
      // Not try_files, which counts for nothing in a location with a condition that holds.
      '  rewrite ^ $pd_file$pd_copy_ending break;',
      ...OWN_TYPES,
      ...lines(FIELDS.document),
    ),
    location(`^~ ${ASSETS_ROOT}`, ...sending('$pd_asset_file', FIELDS.asset)),
    ...[...site.rootFiles].map(([path, { mediaType, headers }]) =>
      location(
        `= ${quotedText(path)}`,
        ...whenMethods('$request_method = OPTIONS'),
        ...sending(`${path}$pd_copy_ending`, FIELDS.rootFile(mediaType, headers)),
      ),
    ),
    location('= /', ...sending(START_PAGE, FIELDS.start)),
    ...PROBLEM_STATUSES.map((status) =>
      location(
        `^~ ${PROBLEM_FOLDER}/${status}.`,
        '  internal;',
        '  etag off;',
        ...OWN_TYPES,
        ...lines(FIELDS.problems(site, status)),
      ),
    ),
    'location / { return 404; }',
    '',
  ].join('\n');
}

function quoted(template: Template): string {
  const parts = template.map((part) => {
    if (typeof part === 'string') return escaped(part).replaceAll('$', DOLLAR);
    return 'group' in part ? `$${part.group}` : `\${${REQUEST_VARIABLES[part.variable] ?? `pd_${part.variable}`}}`;
  });
  return `"${parts.join('')}"`;
}

function quotedText(text: string): string {
  return `"${escaped(text)}"`;
}

function escaped(text: string): string {
  return spoken(text).replaceAll(/[\\"]/g, '\\$&');
}
