import type { Probe } from '../probe.ts';

export const ROOT = '/platform/documentation';
export const PROBLEM = 'application/problem+json';
export const HTML = 'text/html; charset=utf-8';
export const OPENAPI = 'application/vnd.oai.openapi+json';
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

export const LIST = ROOT;
export const API = `${ROOT}/Library-v1`;
export const SERVICE = `${ROOT}/Library-v1/Book`;

/** Asks with GET, with an Accept header unless it is null. */
export function get(
  path: string,
  accept: string | null,
  more: Readonly<Record<string, string>> = {},
): Probe['request'] {
  return { method: 'GET', path, headers: { ...(accept === null ? {} : { Accept: accept }), ...more } };
}

/** A document by Accept: its type, its twin, and what it varies on. */
export function negotiated(
  path: string,
  accept: string | null,
  contentType: string,
  twin: string,
): Pick<Probe, 'request' | 'expected'> {
  return {
    request: get(path, accept),
    expected: {
      status: 200,
      headers: { 'content-type': contentType, 'content-location': twin, vary: 'Accept, Accept-Encoding' },
    },
  };
}

export function missing(path: string, body: RegExp = /"status":404/): Pick<Probe, 'request' | 'expected'> {
  return {
    request: get(path, 'application/json'),
    expected: { status: 404, headers: { 'content-type': PROBLEM, 'x-content-type-options': 'nosniff' }, body },
  };
}
