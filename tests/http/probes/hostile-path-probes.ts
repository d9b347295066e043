import type { Probe } from '../probe.ts';
import { API, BROWSER, get, HTML, missing, negotiated, PROBLEM, ROOT, SERVICE } from './sample-site.ts';

export const hostilePathProbes: readonly Probe[] = [
  { name: 'two slashes at the end', source: 'DESIGN §3', ...missing(`${API}//`) },
  { name: 'two slashes within', source: 'DESIGN §3', ...missing(`${ROOT}//Library-v1`) },
  { name: 'an encoded slash separates nothing', source: 'RFC 3986 §2.2', ...missing(`${ROOT}/Library-v1%2FBook`) },
  { name: 'an encoded backslash separates nothing', source: 'RFC 3986 §2.2', ...missing(`${ROOT}/Library-v1%5CBook`) },
  { name: 'a double encoding is decoded once', source: 'RFC 3986 §2.4', ...missing(`${ROOT}/Library%252Dv1`) },
  { name: 'NUL', source: 'RFC 3986 §7.3', ...missing(`${ROOT}/Library-v1%00`) },
  { name: 'NUL before an extension', source: 'RFC 3986 §7.3', ...missing(`${ROOT}/Library-v1%00.json`) },
  { name: 'an overlong slash', source: 'RFC 3629 §3', ...missing(`${ROOT}/Library-v1%C0%AFBook`) },
  { name: 'octets that are not UTF-8', source: 'RFC 3629 §3', ...missing(`${ROOT}/%FF%FE`) },
  {
    name: 'encoded dot segments are names',
    source: 'RFC 3986 §6.2.2.2',
    ...missing(`${ROOT}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`),
  },
  { name: 'a name of every object', source: 'STYLE', ...missing(`${ROOT}/__proto__`) },
  { name: 'another name of every object', source: 'STYLE', ...missing(`${API}/constructor`) },
  ...['_image', '%5fimage', '_image/'].map(
    (path): Probe => ({
      name: `Astro's images, which would fetch anything: ${path}`,
      source: 'DESIGN §9',
      ...missing(`/${path}?f=png&href=${ROOT}`),
    }),
  ),
  ...[
    '404',
    '404/',
    '404?x=y',
    '%34%30%34',
    '404.html',
    '500',
    '500/',
    '500.html',
    '_server-islands/x',
    '_server-islands/x?e=a&p=b&s=c',
  ].map(
    (path): Probe => ({
      name: `a page that Astro brings along, for a program: ${path}`,
      source: 'DESIGN §9',
      ...missing(`/${path}`),
    }),
  ),
  ...['404', '404/', '500', '_server-islands/x'].flatMap((path): Probe[] => [
    {
      name: `a page that Astro brings along, for a browser: ${path}`,
      source: 'READING §10',
      request: get(`/${path}`, BROWSER),
      expected: {
        status: 404,
        headers: {
          'content-type': HTML,
          vary: 'Accept',
          'x-content-type-options': 'nosniff',
          'content-security-policy': /default-src 'none'/,
        },
        body: /^(?!.*<style>)/s,
      },
    },
    {
      name: `a page that Astro brings along, with another method: ${path}`,
      source: 'DESIGN §9',
      request: { method: 'POST', path: `/${path}`, headers: { Accept: 'application/json', 'Content-Length': '0' } },
      expected: {
        status: 404,
        headers: { 'content-type': PROBLEM, vary: 'Accept', 'x-content-type-options': 'nosniff' },
      },
    },
  ]),
  { name: 'a line break in a name', source: 'RFC 9110 §5.5', ...missing(`${ROOT}/x%0d%0aSet-Cookie:%20a=b`) },
  {
    name: 'a line break before the slash at the end',
    source: 'RFC 9110 §5.5',
    request: get(`${ROOT}/Library%0d%0aX:%20y/`, null),
    expected: { status: 404, headers: { x: null } },
  },
  {
    name: 'a name of two thousand characters',
    source: 'DESIGN §10',
    ...missing(`${ROOT}/${'Library'.repeat(300)}`, /…”/),
  },
  {
    name: 'markup in a name does not reach the page as markup',
    source: 'READING §10',
    request: get(`${ROOT}/%3Cscript%3Ealert(1)%3C%2Fscript%3E`, 'text/html'),
    expected: { status: 404, headers: { 'content-type': HTML }, body: /^(?!.*<script>alert)/is },
  },
  ...['%', '%z', '%zz', 'Library%2'].map(
    (name): Probe => ({
      name: `a percent sign that begins no escape: ${name}`,
      source: 'RFC 3986 §2.1',
      request: get(`${ROOT}/${name}`, null),
      expected: { status: 400, headers: { 'x-content-type-options': 'nosniff' } },
      // Vite refuses such a path before any page is asked.
      productionOnly: true,
    }),
  ),
  {
    name: 'a needless escape in a name',
    source: 'RFC 3986 §6.2.2.2',
    ...negotiated(`${ROOT}/%4cibrary-v1`, 'application/json', 'application/json', `${API}.json`),
  },
  {
    name: 'a needless escape in a service',
    source: 'RFC 3986 §6.2.2.2',
    ...negotiated(`${API}/%42oo%6B`, 'application/json', 'application/json', `${SERVICE}.json`),
  },
  {
    name: 'a needless escape in an extension',
    source: 'RFC 3986 §6.2.2.2',
    request: get(`${API}%2Ejson`, null),
    expected: { status: 200, headers: { 'content-type': 'application/json', 'content-location': `${API}.json` } },
  },
];
