import { isNameForUrl } from '../../model/locations.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import { baseName } from '../path-names.ts';
import type { Reading } from './reading.ts';
import { isAbsent } from './shapes.ts';

/** Versions beyond this are dates or serial numbers that no URL should count up to. */
const LARGEST_VERSION = 999_999_999;

/** `info.x-platform-api`, else what folder and file say, else what the title gives. */
export function apiNameOf(reading: Reading): string {
  const own = reading.top('info').child('x-platform-api').value;
  if (typeof own === 'string') return own.trim();
  if (!isAbsent(own)) {
    reading.warn(
      reading.top('info').child('x-platform-api'),
      'wrong-type',
      '“x-platform-api” must be text.',
      'Put the name in quotes.',
    );
  }
  return reading.context.name ?? (nameFromTitle(reading) || baseName(reading.root.file.path));
}

/** `x-platform-version`, else a `v<n>` of the file's name, else the major number of `info.version`; at least 1. */
export function apiVersionOf(reading: Reading): number {
  const info = reading.top('info');
  for (const node of [info.child('x-platform-version'), reading.root.child('x-platform-version')]) {
    if (isAbsent(node.value)) continue;
    const version = typeof node.value === 'string' ? Number(node.value.replace(/^v/i, '')) : node.value;
    if (isVersion(version)) return version;
    reading.warn(node, 'api-version', '“x-platform-version” is not a version.', 'Write an integer of at least 1.');
  }
  const inFile = Number(/(?:^|[-_.])v(\d+)(?=[-_.]|$)/i.exec(baseName(reading.root.file.path))?.[1]);
  if (isVersion(inFile)) return inFile;
  const major = Number(/^\s*v?(\d+)/i.exec(String(info.child('version').value ?? ''))?.[1]);
  return isVersion(major) ? major : 1;
}

/**
 * The path of the first server's URL without the slash at its end; `''` when it has none or when variables stand in it.
 */
export function basePathOf(servers: readonly ServerObject[]): string {
  const [first] = servers;
  if (first === undefined) return '';
  const [, path = ''] = /^(?:(?:[a-z][a-z0-9+.{}-]*:)?\/\/[^/?#]*)?(\/[^?#]*)?/i.exec(first.url) ?? [];
  const trimmed = path.replace(/\/+$/, '');
  return /[{}\s\p{Cc}]|\/\/|\/\.{1,2}(\/|$)/u.test(trimmed) ? '' : trimmed;
}

function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= LARGEST_VERSION;
}

/** `Payments (beta)` → `Payments-beta`, `Payments v2` → `Payments` */
function nameFromTitle(reading: Reading): string {
  const title = reading.top('info').child('title').value;
  if (typeof title !== 'string') return '';
  const name = title
    .replace(/\s+v\d+(\.\d+)*\s*$/i, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return isNameForUrl(name) ? name : '';
}
