import type { ServerObject } from '../../../model/openapi-objects.ts';
import type { Reading } from '../reading.ts';
import { listOf, text } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

/** Often written into `host`, which has none. */
const SCHEME = /^(?:\w+:)?\/\//;

/** `host`, `basePath` and `schemes` of the descriptor as server URLs. */
export function swaggerServers(root: SourceNode, reading: Reading): readonly ServerObject[] {
  const host = root.child('host');
  if (SCHEME.test(String(host.value)))
    reading.warn(host, 'wrong-value', '“host” has a scheme; it was left out.', 'Write it into “schemes”.');
  return serversOf(root, root.child('schemes'), reading);
}

/** @param schemesNode of the descriptor or of one operation; without schemes the URL begins with `//` */
export function serversOf(root: SourceNode, schemesNode: SourceNode, reading: Reading): readonly ServerObject[] {
  const host = text(root.child('host'), reading)?.replace(SCHEME, '');
  const basePath = slashed(text(root.child('basePath'), reading) ?? '');
  if (host === undefined) return basePath === '' ? [] : [{ url: basePath }];
  const schemes =
    typeof schemesNode.value === 'string' ? [schemesNode.value] : (listOf(text)(schemesNode, reading) ?? []);
  if (schemes.length === 0) return [{ url: `//${host}${basePath}` }];
  return [...new Set(schemes)].map((scheme) => ({ url: `${scheme}://${host}${basePath}` }));
}

function slashed(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
