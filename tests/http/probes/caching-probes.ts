import { ENTITY_TAG, type Probe } from '../probe.ts';
import { API, get, HTML, ROOT, SERVICE } from './sample-site.ts';

export const cachingProbes: readonly Probe[] = [
  {
    name: 'a strong entity tag',
    source: 'RFC 9110 §8.8.3',
    request: get(API, 'application/json'),
    expected: { status: 200, headers: { etag: /^"[^"]+"$/, 'content-encoding': null } },
  },
  ...(['br', 'gzip'] as const).map(
    (coding): Probe => ({
      name: `${coding} where only it is accepted, with its own entity tag`,
      source: 'RFC 9110 §8.8.3.3',
      request: get(API, 'text/html', { 'Accept-Encoding': coding }),
      expected: {
        status: 200,
        headers: {
          'content-encoding': coding,
          etag: new RegExp(`^"[^"]+-${coding}"$`),
          'content-type': HTML,
          'content-length': /^[1-9][0-9]*$/,
        },
        body: /<!doctype html>/i,
      },
    }),
  ),
  {
    name: 'a browser’s codings give brotli',
    source: 'DESIGN §3',
    request: get(API, 'application/json', { 'Accept-Encoding': 'gzip, deflate, br, zstd' }),
    expected: {
      status: 200,
      headers: { 'content-encoding': 'br', vary: 'Accept, Accept-Encoding' },
      body: /^\{"name":"Library"/,
    },
  },
  {
    name: 'a refused coding is not sent',
    source: 'RFC 9110 §12.5.3',
    request: get(API, 'text/html', { 'Accept-Encoding': 'br;q=0, gzip;q=0.2' }),
    expected: { status: 200, headers: { 'content-encoding': 'gzip' } },
  },
  {
    name: 'codings that are not there give the bytes as they are, never 406',
    source: 'DESIGN §4',
    request: get(API, 'text/html', { 'Accept-Encoding': 'compress, identity;q=0' }),
    expected: { status: 200, headers: { 'content-encoding': null } },
  },
  ...(
    [
      ['the tag', ENTITY_TAG],
      ['a weak tag', `W/${ENTITY_TAG}`],
      ['the tag in a list', `"x", ${ENTITY_TAG}, "y"`],
      ['any tag', '*'],
    ] as const
  ).map(
    ([name, ifNoneMatch]): Probe => ({
      name: `304 for ${name}`,
      source: 'RFC 9110 §13.1.2',
      request: get(API, 'application/json', { 'If-None-Match': ifNoneMatch }),
      expected: {
        status: 304,
        headers: {
          etag: /^"[^"]+"$/,
          vary: 'Accept, Accept-Encoding',
          'cache-control': 'no-cache',
          'content-location': `${API}.json`,
          'content-type': null,
          'content-encoding': null,
        },
        body: '',
      },
    }),
  ),
  {
    name: '304 for the tag of a coding',
    source: 'RFC 9110 §8.8.3.3',
    request: get(SERVICE, 'text/html', { 'Accept-Encoding': 'br', 'If-None-Match': ENTITY_TAG }),
    expected: { status: 304, headers: { etag: /^"[^"]+-br"$/, 'content-encoding': null }, body: '' },
  },
  {
    name: '304 by HEAD',
    source: 'RFC 9110 §13.1.2',
    request: { method: 'HEAD', path: `${API}.json`, headers: { 'If-None-Match': ENTITY_TAG } },
    expected: { status: 304, headers: { vary: 'Accept-Encoding' }, body: '' },
  },
  {
    name: '200 for another tag',
    source: 'RFC 9110 §13.1.2',
    request: get(API, 'application/json', { 'If-None-Match': '"other"' }),
    expected: { status: 200 },
  },
  {
    name: '406 comes before 304',
    source: 'DESIGN §8',
    request: get(API, 'image/png', { 'If-None-Match': '*' }),
    expected: { status: 406 },
  },
  {
    name: '404 comes before 304',
    source: 'DESIGN §8',
    request: get(`${ROOT}/Nope`, null, { 'If-None-Match': '*' }),
    expected: { status: 404 },
  },
].map((probe) => ({ ...probe, productionOnly: true as const }));
