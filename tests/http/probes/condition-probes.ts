import { ENTITY_TAG, type Probe } from '../probe.ts';
import { API, get, ROOT, SERVICE } from './sample-site.ts';

/** If-Match, which asks for a document only where it is still the one that the client knows. */
export const conditionProbes: readonly Probe[] = [
  ...(
    [
      ['another tag', { 'If-Match': '"other"' }, 412],
      ['a weak form of the tag', { 'If-Match': `W/${ENTITY_TAG}` }, 412],
      ['any tag', { 'If-Match': '*' }, 200],
      ['another tag, before If-None-Match is read', { 'If-Match': '"other"', 'If-None-Match': '*' }, 412],
      ['the tag', { 'If-Match': ENTITY_TAG }, 200, true],
      ['the tag in a list', { 'If-Match': `"x", ${ENTITY_TAG}` }, 200, true],
      ['the tag, and If-None-Match names it too', { 'If-Match': ENTITY_TAG, 'If-None-Match': ENTITY_TAG }, 304, true],
    ] as const
  ).map(
    ([name, headers, status, productionOnly = false]): Probe => ({
      name: `${status} where If-Match names ${name}`,
      source: 'RFC 9110 §13.1.1, §13.2.2',
      request: get(API, 'application/json', headers),
      expected: { status },
      ...(productionOnly && { productionOnly }),
    }),
  ),
  {
    name: '412 by HEAD',
    source: 'RFC 9110 §13.1.1',
    request: { method: 'HEAD', path: `${API}.json`, headers: { 'If-Match': '"other"' } },
    expected: { status: 412, body: '' },
  },
  {
    name: '412 for a page',
    source: 'RFC 9110 §13.1.1',
    request: get(SERVICE, 'text/html', { 'If-Match': '"other"' }),
    expected: { status: 412, headers: { 'content-type': /^text\/html/ } },
  },
  {
    name: '406 comes before 412',
    source: 'RFC 9110 §13.2.1',
    request: get(API, 'image/png', { 'If-Match': '"other"' }),
    expected: { status: 406 },
  },
  {
    name: '404 comes before 412',
    source: 'RFC 9110 §13.2.1',
    request: get(`${ROOT}/Nope`, null, { 'If-Match': '"other"' }),
    expected: { status: 404 },
  },
];
