import type { ServedSite } from '../../../src/file-servers/served-site.ts';
import { formats } from '../../../src/formats/registry.ts';

/** What ends a text, a line, a block or a pattern, and what a server reads in a text, in each grammar. */
export const HOSTILE = [
  'a"; } server { listen 81; root /; } map "',
  "a'; return 200 'x",
  'a\\',
  'a\\"; deny all; "',
  'a`\n}\nrespond "x"',
  'a` } respond `x',
  '`',
  '\\`"',
  '$request_uri',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of nginx
  '${pd_verdict}',
  '{http.vars.root}',
  '{$HOME}',
  '{env.HOME}',
  '~.*',
  '~*(',
  '\\~x',
  'default',
  'hostnames',
  'include',
  'volatile',
  'import',
  '*',
  '.*',
  '^$|x',
  '(((',
  '[a',
  '#',
  '%{ENV:x}',
  '-',
  '',
  ' ',
  'Bücher',
  '…',
];

/** A site with APIs of these names. */
export function siteOf(names: readonly string[]): ServedSite {
  return {
    formats,
    companions: [],
    languages: [],
    defaultVersions: new Map(names.map((name, index) => [name, index + 1])),
    origins: new Map(),
    rootFiles: new Map(),
    codings: ['br', 'gzip'],
  };
}
