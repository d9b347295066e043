import type { Probe } from '../probe.ts';
import { API, get, HTML, LIST, PROBLEM, ROOT, SERVICE } from './sample-site.ts';

export const methodProbes: readonly Probe[] = [
  ...[LIST, API, SERVICE, `${SERVICE}.json`].map(
    (path): Probe => ({
      name: `HEAD ${path} has the headers of GET and no body`,
      source: 'RFC 9110 §9.3.2',
      request: { method: 'HEAD', path, headers: { Accept: 'application/json' } },
      expected: {
        status: 200,
        headers: {
          'content-type': 'application/json',
          'content-length': /^[1-9][0-9]*$/,
          'content-location': path.endsWith('.json') ? path : `${path}.json`,
        },
        body: '',
      },
    }),
  ),
  {
    name: 'HEAD of a page has no body',
    source: 'RFC 9110 §9.3.2',
    request: { method: 'HEAD', path: API, headers: { Accept: 'text/html' } },
    expected: { status: 200, headers: { 'content-type': HTML, 'content-security-policy': /./ }, body: '' },
  },
  ...[LIST, API, `${SERVICE}.md`].map(
    (path): Probe => ({
      name: `OPTIONS ${path} names the methods`,
      source: 'RFC 9110 §9.3.7',
      request: { method: 'OPTIONS', path, headers: {} },
      expected: {
        status: 204,
        headers: { allow: 'GET, HEAD, OPTIONS', 'content-type': null, 'x-content-type-options': 'nosniff' },
        body: '',
      },
    }),
  ),
  {
    name: 'a preflight request is answered',
    source: 'Fetch §3.2.2',
    request: {
      method: 'OPTIONS',
      path: API,
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'if-none-match',
      },
    },
    expected: {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': /If-None-Match/,
        'access-control-max-age': /^[0-9]+$/,
      },
      body: '',
    },
  },
  {
    name: 'OPTIONS of what does not exist is 404',
    source: 'DESIGN §3',
    request: { method: 'OPTIONS', path: `${ROOT}/Nope`, headers: {} },
    expected: { status: 404, headers: { 'content-type': PROBLEM } },
  },
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map(
    (method): Probe => ({
      name: `${method} is not allowed`,
      source: 'RFC 9110 §15.5.6',
      request: {
        method,
        path: API,
        headers: { 'Content-Type': 'application/json', 'Content-Length': '0', Accept: '*/*' },
      },
      expected: {
        status: 405,
        headers: { allow: 'GET, HEAD, OPTIONS', 'content-type': PROBLEM, 'x-content-type-options': 'nosniff' },
        body: /"status":405/,
      },
    }),
  ),
  {
    name: '404 comes before 405',
    source: 'DESIGN §8',
    request: { method: 'DELETE', path: `${ROOT}/Nope`, headers: { 'Content-Length': '0' } },
    expected: { status: 404, headers: { allow: null } },
  },
  {
    name: '405 comes before 406',
    source: 'DESIGN §8',
    request: { method: 'DELETE', path: API, headers: { Accept: 'image/png', 'Content-Length': '0' } },
    expected: { status: 405, headers: { 'content-type': PROBLEM } },
  },
];

export const slashProbes: readonly Probe[] = (
  [
    [`${LIST}/`, LIST],
    [`${API}/`, API],
    [`${ROOT}/Library/`, `${ROOT}/Library`],
    [`${SERVICE}/?x=1&y=%20`, `${SERVICE}?x=1&y=%20`],
    [`${API}.json/`, `${API}.json`],
    [`${ROOT}/Orders-v1/schemas/`, `${ROOT}/Orders-v1/schemas`],
  ] as const
).map(
  ([path, location]): Probe => ({
    name: `${path} redirects to the form without its slash`,
    source: 'DESIGN §3',
    request: get(path, 'application/json'),
    expected: {
      status: 308,
      headers: {
        location,
        'content-type': null,
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      },
      body: '',
    },
  }),
);
