import type { Probe } from '../probe.ts';
import { API, BROWSER, get, HTML, LIST, missing, PROBLEM, ROOT, SERVICE } from './sample-site.ts';

export const nameProbes: readonly Probe[] = [
  {
    name: 'an unknown API',
    source: 'DESIGN §10',
    ...missing(`${ROOT}/Payroll`, /"detail":"There is no API “Payroll”\."/),
  },
  {
    name: 'an API in another case names the right one',
    source: 'DESIGN §10',
    ...missing(`${ROOT}/library`, /"similar":\[\{"name":"Library","url":"\/platform\/documentation\/Library-v1"\}/),
  },
  {
    name: 'a mistyped API names the right one in the same version',
    source: 'DESIGN §10',
    ...missing(`${ROOT}/Libary-v2`, /"url":"\/platform\/documentation\/Library-v2"/),
  },
  {
    name: 'a mistyped service names the right one',
    source: 'DESIGN §10',
    ...missing(`${API}/Bok`, /"similar":\[\{"name":"Book","url":"\/platform\/documentation\/Library-v1\/Book"\}/),
  },
  { name: 'a service in another case', source: 'DESIGN §3', ...missing(`${API}/book`, /"name":"Book"/) },
  {
    name: 'a mistyped twin names the right document',
    source: 'DESIGN §10',
    ...missing(`${API}/Bok.swagger.json`, /"name":"Book"/),
  },
  {
    name: 'a format that there is not names those there are',
    source: 'DESIGN §10',
    ...missing(`${ROOT}/Library-v1.yaml`, /not as “\.yaml”.*"available":\[.*"url":"[^"]*\/Library-v1\.openapi\.yaml"/),
  },
  {
    name: 'an unknown version names those there are',
    source: 'DESIGN §10',
    ...missing(`${ROOT}/Library-v9`, /"similar":\[\{"name":"Library-v2".*"name":"Library-v1"/),
  },
  { name: 'a version with a leading zero', source: 'DESIGN §3', ...missing(`${ROOT}/Library-v01`) },
  { name: 'version 0', source: 'DESIGN §3', ...missing(`${ROOT}/Library-v0`) },
  { name: 'a version that is a word', source: 'DESIGN §3', ...missing(`${ROOT}/Library-vabc`) },
  { name: 'a version without its number', source: 'DESIGN §3', ...missing(`${ROOT}/Library-v`) },
  { name: 'a version that no number holds', source: 'DESIGN §3', ...missing(`${ROOT}/Library-v${'1'.repeat(400)}`) },
  { name: 'a version in another case', source: 'DESIGN §3', ...missing(`${ROOT}/Library-V1`) },
  { name: 'a service of another API', source: 'DESIGN §3', ...missing(`${ROOT}/Orders-v1/Book`) },
  { name: 'one segment too many', source: 'DESIGN §3', ...missing(`${SERVICE}/1`) },
  { name: 'an unknown extension', source: 'DESIGN §3', ...missing(`${API}.docx`) },
  { name: 'an extension that the level has not', source: 'DESIGN §4', ...missing(`${LIST}.swagger.json`) },
  { name: 'an extension in the middle', source: 'DESIGN §3', ...missing(`${LIST}.json/Library`) },
  { name: 'an unknown extension in the middle', source: 'DESIGN §3', ...missing(`${LIST}.zzz/Library-v1/Book.json`) },
  { name: 'an extension in another case', source: 'DESIGN §3', ...missing(`${API}.JSON`) },
  { name: 'an unknown schema', source: 'DESIGN §3', ...missing(`${ROOT}/Orders-v1/schemas/order`, /"name":"Order"/) },
  { name: 'an unknown group', source: 'DESIGN §3', ...missing(`${ROOT}/Orders-v1/groups/orders`, /"name":"Orders"/) },
  { name: 'groups have no index', source: 'DESIGN §3', ...missing(`${ROOT}/Orders-v1/groups`) },
  {
    name: 'a browser gets a page about what is missing',
    source: 'DESIGN §10',
    request: get(`${ROOT}/Libary`, BROWSER),
    expected: {
      status: 404,
      headers: {
        'content-type': HTML,
        vary: 'Accept',
        'content-security-policy': /./,
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      },
      body: /Library/,
    },
  },
  {
    name: 'a browser gets a page about what is not acceptable',
    source: 'DESIGN §10',
    request: { method: 'DELETE', path: API, headers: { Accept: BROWSER, 'Content-Length': '0' } },
    expected: { status: 405, headers: { 'content-type': HTML, allow: 'GET, HEAD, OPTIONS' } },
  },
  {
    name: 'without an Accept header a problem is JSON',
    source: 'DESIGN §10',
    request: get(`${ROOT}/Nope`, null),
    expected: { status: 404, headers: { 'content-type': PROBLEM } },
  },
  {
    name: 'for anything a problem is JSON',
    source: 'DESIGN §10',
    request: get(`${ROOT}/Nope`, '*/*'),
    expected: { status: 404, headers: { 'content-type': PROBLEM } },
  },
  {
    name: 'for an unlike type a problem is JSON',
    source: 'DESIGN §10',
    request: get(`${ROOT}/Nope`, 'application/raml+yaml'),
    expected: { status: 404, headers: { 'content-type': PROBLEM } },
  },
];
