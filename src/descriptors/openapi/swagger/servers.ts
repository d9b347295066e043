import type { ServerObject } from '../../../model/openapi-objects.ts';
import type { Reading } from '../reading.ts';
import { listOf, text } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

/** `host`, `basePath` and `schemes` of the descriptor as server URLs. */
export function swaggerServers(root: SourceNode, reading: Reading): readonly ServerObject[] {
  return serversOf(root, root.child('schemes'), reading);
}

/** @param schemesNode of the descriptor or of one operation; without schemes the URL begins with `//` */
export function serversOf(root: SourceNode, schemesNode: SourceNode, reading: Reading): readonly ServerObject[] {
  const host = text(root.child('host'), reading);
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
