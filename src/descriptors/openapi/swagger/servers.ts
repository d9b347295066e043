import type { ServerObject } from '../../../model/openapi-objects.ts';
import type { Reading } from '../reading.ts';
import { listOf, text } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

/** Often written into `host`, which has none, as a slash at its end. */
const SCHEME = /^(?:(?<scheme>\w+):)?\/\//;

/** `host`, `basePath` and `schemes` of the descriptor as server URLs. */
export function swaggerServers(root: SourceNode, reading: Reading): readonly ServerObject[] {
  const host = root.child('host');
  if (SCHEME.test(String(host.value)))
    reading.warn(host, 'wrong-value', '“host” has a scheme.', 'Write it into “schemes”.');
  return serversOf(root, root.child('schemes'), reading);
}

/** @param schemesNode of the descriptor or of one operation; without schemes the URL begins with `//` */
export function serversOf(root: SourceNode, schemesNode: SourceNode, reading: Reading): readonly ServerObject[] {
  const written = text(root.child('host'), reading) ?? '';
  const host = written.replace(SCHEME, '').replace(/\/+$/, '');
  const basePath = slashed(text(root.child('basePath'), reading) ?? '');
  if (host === '') return basePath === '' ? [] : [{ url: basePath }];
  const named = typeof schemesNode.value === 'string' ? [schemesNode.value] : listOf(text)(schemesNode, reading);
  const { scheme: own } = SCHEME.exec(written)?.groups ?? {};
  const schemes = named?.length || own === undefined ? named : [own];
  if (!schemes?.length) return [{ url: `//${host}${basePath}` }];
  return [...new Set(schemes)].map((scheme) => ({ url: `${scheme}://${host}${basePath}` }));
}

function slashed(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
