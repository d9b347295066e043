import { ENTITY_TAG, type Probe } from '../probe.ts';
import { get, ROOT } from './sample-site.ts';

const CATALOG = '/.well-known/api-catalog';
const LINKSET = 'application/linkset+json;profile="https://www.rfc-editor.org/info/rfc9727"';
const TEXT = 'text/plain; charset=utf-8';

/** Files at the root of the site. Of a server only: the handler of the documentation does not know them. */
export const discoveryProbes: readonly Probe[] = [
  {
    name: 'the script for pages of other sites has one address, and may be loaded by them',
    source: 'docs/pages-and-formats.md',
    request: get('/platform/operation.js', null),
    expected: {
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      },
      body: /\ndefine\(\{"en":"[^"]+"\}\);\n$/,
    },
  },
  {
    name: 'the script for pages of other sites is sent when it has changed',
    source: 'RFC 9110 §13.1.2',
    request: get('/platform/operation.js', null, { 'If-None-Match': ENTITY_TAG }),
    expected: { status: 304, headers: { 'access-control-allow-origin': '*' }, body: '' },
    productionOnly: true,
  },
  {
    name: '/llms.txt links to the Markdown of every API and service',
    source: 'DESIGN §3',
    request: get('/llms.txt', null),
    expected: {
      status: 200,
      headers: { 'content-type': TEXT, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
      body: /^# [^\n]+\n\n> Documentation of 2 APIs\.\n[\s\S]*\[Orders\]\(<\/platform\/documentation\/Orders-v1\.md>\)[\s\S]*\[Book\]\(<\/platform\/documentation\/Library-v1\/Book\.md>\): service/,
    },
  },
  {
    name: '/llms-full.txt has every API whole, in its default version',
    source: 'DESIGN §3',
    request: get('/llms-full.txt?x=1', 'image/png'),
    expected: {
      status: 200,
      headers: { 'content-type': TEXT, vary: 'Accept-Encoding' },
      body: /\n# Town Library, version 1\n[\s\S]*\n## Book\n[\s\S]*\n# Orders, version 1\n/,
    },
  },
  {
    name: 'files of discovery are compressed',
    source: 'RFC 9110 §12.5.3',
    request: get('/llms-full.txt', null, { 'Accept-Encoding': 'gzip' }),
    expected: { status: 200, headers: { 'content-encoding': 'gzip' }, body: /\n## Book\n/ },
  },
  ...(
    [
      ['"other"', 412],
      ['*', 200],
    ] as const
  ).map(
    ([ifMatch, status]): Probe => ({
      name: `${status} for /llms.txt where If-Match is ${ifMatch}`,
      source: 'RFC 9110 §13.1.1',
      request: get('/llms.txt', null, { 'If-Match': ifMatch }),
      expected: { status },
    }),
  ),
  {
    name: 'the catalog of APIs is a set of links',
    source: 'RFC 9727 §4',
    request: get(CATALOG, null),
    expected: {
      status: 200,
      headers: { 'content-type': LINKSET, link: `<${CATALOG}>; rel="api-catalog"` },
      body: new RegExp(
        `^\\{"linkset":\\[\\{"anchor":"${CATALOG}","item":\\[.*"href":"${ROOT}/Orders-v1".*` +
          `"service-desc":\\[.*"href":"${ROOT}/Library-v1\\.openapi\\.json","type":"application/vnd\\.oai\\.openapi\\+json"`,
      ),
    },
  },
  {
    name: 'HEAD of the catalog has its link and no body',
    source: 'RFC 9727 §2',
    request: { ...get(CATALOG, null), method: 'HEAD' },
    expected: {
      status: 200,
      headers: { 'content-type': LINKSET, link: `<${CATALOG}>; rel="api-catalog"` },
      body: '',
    },
  },
  {
    name: 'files of discovery cannot be changed',
    source: 'RFC 9110 §15.5.6',
    request: { ...get(CATALOG, null), method: 'POST' },
    expected: { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } },
  },
  {
    name: 'a sitemap needs the address of the site',
    source: 'sitemaps.org, protocol 0.9',
    request: get('/sitemap.xml', null),
    expected: { status: 404, body: /platform-documentation\.base_url/ },
  },
  ...['/sitemap-1.xml', '/sitemap-0.xml', '/llms.txt/', '/%6clms.txt', '/LLMS.txt', '/.well-known'].map(
    (path): Probe => ({
      name: `${path} is nothing`,
      source: 'DESIGN §3',
      request: get(path, null),
      expected: { status: 404, body: /There is nothing at this path/ },
    }),
  ),
];
