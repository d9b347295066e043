import type { ServerObject } from '../../../model/openapi-objects.ts';
import type { Reading } from '../reading.ts';
import { text, texts } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

/** Often written into `host`, which has none, as a slash at its end. */
const SCHEME = /^(?:(?<scheme>\w+):)?\/\//;

const SCHEMES: readonly string[] = ['http', 'https', 'ws', 'wss'];

/** `host`, `basePath` and `schemes` of the descriptor as server URLs. */
export function swaggerServers(root: SourceNode, reading: Reading): readonly ServerObject[] {
  const host = root.child('host');
  if (SCHEME.test(String(host.value)))
    reading.warn(host, 'wrong-value', '“host” has a scheme.', 'Write it into “schemes”.');
  return serversOf(root, root.child('schemes'), reading);
}

/** @param schemesNode of the descriptor or of one operation; without schemes the URL begins with `//` */
export function serversOf(root: SourceNode, schemesNode: SourceNode, reading: Reading): readonly ServerObject[] {
  const named = schemesOf(schemesNode, reading);
  const written = text(root.child('host'), reading) ?? '';
  const host = written.replace(SCHEME, '').replace(/\/+$/, '');
  const basePath = slashed(text(root.child('basePath'), reading) ?? '');
  if (host === '') return basePath === '' ? [] : [{ url: basePath }];
  const { scheme: own } = SCHEME.exec(written)?.groups ?? {};
  const schemes = named.length > 0 || own === undefined ? named : [own];
  if (schemes.length === 0) return [{ url: `//${host}${basePath}` }];
  return [...new Set(schemes)].map((scheme) => ({ url: `${scheme}://${host}${basePath}` }));
}

function schemesOf(node: SourceNode, reading: Reading): readonly string[] {
  return (texts(node, reading) ?? []).filter((scheme, index) => {
    if (SCHEMES.includes(scheme)) return true;
    const place = node.items()[index] ?? node;
    const message = `“${scheme}” is not a value for “schemes”; it was left out.`;
    reading.warn(place, 'wrong-value', message, 'Write http, https, ws or wss.');
    return false;
  });
}

function slashed(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
