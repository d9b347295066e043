import type { IncomingMessage } from 'node:http';
import { type HeaderList, valuesOf } from '../../http/header-list.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Whether a page of another site makes its visitor's browser change something here, with a cookie or a log-in that the
 * browser remembers. Programs send neither Sec-Fetch-Site nor Origin and are not meant; without a cookie or credentials
 * there is nothing to abuse. Astro's own check refuses every program that deletes, or posts a form, without an Origin,
 * also where nothing is. This one comes after authentication and before Astro.
 * @param ownHeaders header fields of the answer; an origin that may read it by configuration may ask for it as well
 */
export function isForgedByOtherSite(
  { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  ownHeaders: HeaderList,
): boolean {
  if (SAFE_METHODS.has(method) || (headers.cookie === undefined && headers.authorization === undefined)) return false;
  const { origin } = headers;
  if (origin !== undefined && valuesOf(ownHeaders, 'access-control-allow-origin').includes(origin)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && hostOf(origin) !== headers.host?.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
