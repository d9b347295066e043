import type { Probe } from '../probe.ts';
import { API, get, LIST, negotiated, ROOT, SERVICE } from './sample-site.ts';

export const representationProbes: readonly Probe[] = [
  {
    name: 'an API without a version answers in its default version',
    source: 'DESIGN §3',
    ...negotiated(`${ROOT}/Library`, 'application/json', 'application/json', `${API}.json`),
  },
  {
    name: 'a service without a version is the default version’s',
    source: 'DESIGN §3',
    ...negotiated(`${ROOT}/Library/Book`, 'application/json', 'application/json', `${SERVICE}.json`),
  },
  {
    name: 'another version answers under its number',
    source: 'DESIGN §3',
    ...negotiated(`${ROOT}/Library-v2`, 'application/json', 'application/json', `${ROOT}/Library-v2.json`),
  },
  {
    name: 'a twin without a version tells where the version’s is',
    source: 'DESIGN §3',
    request: get(`${ROOT}/Library.json`, null),
    expected: {
      status: 200,
      headers: { 'content-type': 'application/json', 'content-location': `${API}.json`, vary: 'Accept-Encoding' },
    },
  },
  {
    name: 'the list names the APIs',
    source: 'DESIGN §6',
    request: get(LIST, 'application/json'),
    expected: { status: 200, body: /^\[\{"name":"Library","versions":\[1,2\]/ },
  },
  {
    name: 'the JSON of an API begins with its name and version',
    source: 'DESIGN §6',
    request: get(API, 'application/json'),
    expected: { status: 200, body: /^\{"name":"Library","version":1,"services":\[/ },
  },
  {
    name: 'the JSON of a service begins with its name',
    source: 'DESIGN §6',
    request: get(SERVICE, 'application/json'),
    expected: { status: 200, body: /^\{"name":"Book","description":/ },
  },
  {
    name: 'an unknown query is ignored',
    source: 'DESIGN §3',
    ...negotiated(`${API}?version=2&x=%zz`, 'application/json', 'application/json', `${API}.json`),
  },
  {
    name: 'an HTML page has a strict policy',
    source: 'READING §10',
    request: get(API, 'text/html'),
    expected: {
      status: 200,
      headers: {
        'content-security-policy':
          /^default-src 'none'; (?!.*unsafe).*frame-ancestors 'none'(, script-src (https?:\/\/\*:\*\/_astro\/ ?){2}; style-src (https?:\/\/\*:\*\/_astro\/ ?){2})?$/,
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      },
      body: /^<!doctype html>/i,
    },
  },
  {
    name: 'a document names its other formats',
    source: 'DESIGN §3',
    request: get(LIST, 'application/json'),
    expected: {
      status: 200,
      headers: {
        link: /^(?!.*documentation\.json>)<documentation\.html>; rel="alternate"; type="text\/html", .*<documentation\.md>; rel="alternate"; type="text\/markdown"/,
      },
    },
  },
  {
    name: 'a twin names its other formats',
    source: 'DESIGN §3',
    request: get(`${API}.md`, null),
    expected: {
      status: 200,
      headers: {
        link: /<Library-v1\.openapi\.json>; rel="alternate"; type="application\/vnd\.oai\.openapi\+json"/,
      },
    },
  },
  {
    name: 'documents are revalidated and readable from other origins',
    source: 'DESIGN §3',
    request: get(API, 'application/json', { Origin: 'https://elsewhere.example' }),
    expected: {
      status: 200,
      headers: {
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Content-Location, ETag, Link',
      },
    },
  },
];
