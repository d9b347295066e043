import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import { type FileServer, spoken } from './contract.ts';
import { ASSETS_ROOT, FIELDS, type Field, PROBLEM_FOLDER, PROBLEM_STATUSES, START_PAGE } from './fields.ts';
import type { ServedSite } from './served-site.ts';
import { siteTables } from './site-tables.ts';
import { literal, type Part, REQUEST, type Rule, type Table, type Template } from './table.ts';

const REQUEST_PLACEHOLDERS: Readonly<Record<string, string>> = {
  [REQUEST.accept]: 'http.request.header.Accept',
  [REQUEST.acceptEncoding]: 'http.request.header.Accept-Encoding',
  [REQUEST.acceptLanguage]: 'http.request.header.Accept-Language',
  [REQUEST.path]: 'http.request.orig_uri.path',
  [REQUEST.target]: 'http.request.orig_uri',
  [REQUEST.method]: 'http.request.method',
  [REQUEST.exists]: 'http.vars.pd_exists',
};

/** What many others are made of, in their order: Caddy finds a value again wherever it is named. */
const KEPT = ['language', 'path', 'version', 'full', 'extension', 'stem', 'level', 'set', 'choice', 'sent', 'shown'];

/** Caddy finds the compressed copies by itself, and their fields with them. */
const ITS_OWN = new Set(['Content-Encoding']);

/** One file, for the block of a site that names the folder of the files as its root. */
export const caddy: FileServer = {
  name: 'caddy',
  title: 'Caddy',
  write: (site) => new Map([['Caddyfile', caddyfileOf(site)]]),
};

function caddyfileOf(site: ServedSite): string {
  const tables = siteTables(site);
  return [
    '# Import this in the block of a site that has the folder of the files as its "root".',
    'route {',
    ...tables.flatMap(mapsOf),
    ...KEPT.map((name) => `  vars pd_${name} "{pd_${name}}"`),
    `  handle ${DOCUMENTATION_ROOT}* {`,
    // What stands in it is done in this order.
    '    route {',
    '    @exists file "{pd_wanted}"',
    '    vars pd_exists 0',
    '    vars @exists pd_exists 1',
    '    vars pd_verdict "{pd_verdict}"',
    ...['404', '405', '406'].flatMap((status) => [
      `    @refused${status} vars pd_verdict ${status}`,
      `    error @refused${status} ${status}`,
    ]),
    ...answering('204', [...FIELDS.methods]),
    ...answering('308', [{ name: 'Location', value: [{ variable: 'location' }] }, ...FIELDS.redirection]),
    '    rewrite * "{pd_file}"',
    ...sending('document', FIELDS.document),
    '    }',
    '  }',
    `  handle ${ASSETS_ROOT}* {`,
    ...sending('asset', FIELDS.asset),
    '  }',
    ...[...site.rootFiles].flatMap(([path, { mediaType, headers }]) => [
      `  handle ${quotedText(path)} {`,
      // Fields of the file are of no other answer.
      '    route {',
      '    @methods method OPTIONS',
      '    @refused not method GET HEAD OPTIONS',
      '    error @refused 405',
      '    handle @methods {',
      ...headerLines('methods', FIELDS.methods, '      '),
      '      respond 204',
      '    }',
      ...sending('file', FIELDS.rootFile(mediaType, headers)),
      '    }',
      '  }',
    ]),
    '  handle / {',
    `    rewrite * ${START_PAGE}`,
    ...sending('start', FIELDS.start),
    '  }',
    '  error 404',
    '}',
    '',
    'handle_errors {',
    '  @get not method HEAD',
    '  method @get GET',
    ...PROBLEM_STATUSES.flatMap((status) => [
      `  @problem${status} expression \`{http.error.status_code} == ${status}\``,
      `  handle @problem${status} {`,
      `    rewrite * "${PROBLEM_FOLDER}/${status}{pd_problem}"`,
      ...headerLines(`problem${status}`, FIELDS.problems(site, status), '    '),
      '    header {',
      '      -ETag',
      '      -Last-Modified',
      '      defer',
      '    }',
      '    file_server {',
      `      status ${status}`,
      '    }',
      '  }',
    ]),
    '}',
    '',
  ].join('\n');
}

/** Inside the documentation: an answer without a body. */
function answering(verdict: string, fields: readonly Field[]): readonly string[] {
  return [
    `    @answer${verdict} vars pd_verdict ${verdict}`,
    `    handle @answer${verdict} {`,
    ...headerLines(`answer${verdict}`, fields, '      '),
    `      respond ${verdict}`,
    '    }',
  ];
}

function sending(scope: string, fields: readonly Field[]): readonly string[] {
  return [
    ...headerLines(
      scope,
      fields.filter(({ name }) => !ITS_OWN.has(name)),
      '    ',
    ),
    '    file_server {',
    '      precompressed br zstd gzip',
    '    }',
  ];
}

/**
 * Vary is replaced at the end: Caddy adds to it. What a table says is sent where it says something.
 * @param scope of names of matchers
 */
function headerLines(scope: string, fields: readonly Field[], indentation: string): readonly string[] {
  return fields.flatMap(({ name, value }) => {
    const written = `${name} ${quoted(value)}`;
    if (name === 'Vary')
      return [`${indentation}header {`, `${indentation}  ${written}`, `${indentation}  defer`, `${indentation}}`];
    if (value.length !== 1 || !value.some(isVariable)) return [`${indentation}header ${written}`];
    // Of a variable it is known that it is empty.
    const variable = `pd_${scope}_${name}`;
    return [
      `${indentation}vars ${variable} ${quoted(value)}`,
      `${indentation}@${variable} not vars ${variable} ""`,
      `${indentation}header @${variable} ${name} {http.vars.${variable}}`,
    ];
  });
}

/** A value that a pattern finds holds no placeholders: the pattern finds a number, and the number the value. */
function mapsOf(table: Table): readonly string[] {
  const { name, source, rules, otherwise } = table;
  const isIndirect = rules.some((rule) => !isPlain(rule) && rule.value.some(isVariable));
  if (!isIndirect) return [mapOf(table)];
  const numbered = rules.map((rule, index): Rule => ({ ...rule, value: [`n${index}`] }));
  const valued = rules.map(({ value }, index): Rule => ({ equals: `n${index}`, value }));
  return [
    mapOf({ name: `${name}_rule`, source, rules: numbered, otherwise: [] }),
    mapOf({ name, source: [{ variable: `${name}_rule` }], rules: valued, otherwise }),
  ];
}

function mapOf({ name, source, rules, otherwise }: Table): string {
  const lines = rules.map((rule) => `    ${keyOf(rule)} ${isPlain(rule) ? quoted(rule.value) : expansion(rule.value)}`);
  return [
    `  map * ${source.length === 0 ? '"-"' : quoted(source)} {pd_${name}} {`,
    ...lines,
    `    default ${quoted(otherwise)}`,
    '  }',
  ].join('\n');
}

/** Read as they are; quotes do not keep the words from being directives, and a tilde begins a pattern. */
const PLAIN_KEY = /^(?!(?:default|import)$)[a-z0-9.|]*$/;

function isPlain(rule: Rule): boolean {
  return 'equals' in rule && PLAIN_KEY.test(rule.equals);
}

function keyOf(rule: Rule): string {
  if ('equals' in rule)
    return isPlain(rule) ? `"${rule.equals}"` : quotedText(`~^${literal(rule.equals)}$`.replaceAll('`', '\\x60'));
  return quotedText(`~${rule.isCased === true ? '' : '(?i)'}${rule.pattern.replaceAll('`', '\\x60')}`);
}

/** With groups, where a dollar sign is doubled. */
function expansion(template: Template): string {
  return quotedText(
    template
      .map((part) => (typeof part === 'string' ? spokenText(part).replaceAll('$', '$$$$') : groupOf(part)))
      .join(''),
    true,
  );
}

function groupOf(part: Exclude<Part, string>): string {
  if ('group' in part) return `\${${part.group}}`;
  throw new Error(`What a pattern finds has no ${part.variable}.`);
}

function quoted(template: Template): string {
  return quotedText(
    template.map((part) => (typeof part === 'string' ? spokenText(part) : placeholderOf(part))).join(''),
    true,
  );
}

function placeholderOf(part: Exclude<Part, string>): string {
  if ('group' in part) throw new Error('Groups are of patterns.');
  const { variable } = part;
  if (KEPT.includes(variable)) return `{http.vars.pd_${variable}}`;
  return `{${REQUEST_PLACEHOLDERS[variable] ?? `pd_${variable}`}}`;
}

function isVariable(part: Part): boolean {
  return typeof part !== 'string' && 'variable' in part;
}

/** Braces are placeholders wherever they stand, and those with a dollar sign variables of the system. @throws */
function spokenText(text: string): string {
  if (/[{}]/.test(text)) throw new Error(`No configuration of Caddy can hold ${JSON.stringify(text)}: it has a brace.`);
  return text;
}

/** Between backticks nothing is special; between quotes a backslash before the end would be. @throws */
function quotedText(text: string, hasPlaceholders = false): string {
  if (!hasPlaceholders) spokenText(text);
  if (!spoken(text).includes('`')) return `\`${text}\``;
  if (!/[\\]/.test(text)) return `"${text.replaceAll('"', '\\"')}"`;
  throw new Error(`No configuration of Caddy can hold ${JSON.stringify(text)}: it has a backtick and a backslash.`);
}
