import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRelease } from '../../src/store/opened-release.ts';
import { CURRENT_FILE, RELEASES_FOLDER } from '../../src/store/release.ts';

/** Parts of pages by the tag with which they begin; a part inside another belongs to the outer one. */
const PARTS: readonly (readonly [part: string, tag: RegExp])[] = [
  ['head', /^<head>/],
  ['navigation', /^<nav\b/],
  ['samples', /^<figure class="pd-samples\b/],
  ['examples', /^<figure\b/],
  ['rows', /^<ul class="pd-f\b/],
];
const TAG = /<(\/?)([a-z][a-z\d]*)((?:[^">]|"[^"]*")*)>/g;

/** Bytes of all pages of a built project by part, with those of attributes in any part. */
export async function pageBytes(project: string): Promise<ReadonlyMap<string, number>> {
  const folder = join(project, 'dist/documentation');
  const release = readRelease(join(folder, RELEASES_FOLDER, readFileSync(join(folder, CURRENT_FILE), 'utf8').trim()));
  const bytes = new Map<string, number>();
  const add = (part: string, more: number): void => void bytes.set(part, (bytes.get(part) ?? 0) + more);
  for (const key of Object.keys(release.index.artifacts).filter((name) => name.startsWith('html '))) {
    const html = Buffer.from((await release.artifact(key)?.body('identity')) ?? '').toString('latin1');
    let inside: { readonly part: string; readonly name: string; readonly start: number } | undefined;
    let depth = 0;
    let rest = html.length;
    for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
      add('attributes, in all parts', attributes.length);
      const part = inside === undefined ? PARTS.find(([, begin]) => begin.test(tag))?.[0] : undefined;
      if (part !== undefined) inside = { part, name, start: index };
      if (inside?.name !== name) continue;
      depth += slash === '' ? 1 : -1;
      if (depth > 0) continue;
      const length = index + tag.length - inside.start;
      add(inside.part, length);
      rest -= length;
      inside = undefined;
    }
    add('everything else', rest);
  }
  return bytes;
}
