import { gzipSync } from 'node:zlib';
import { wholeLinks } from '../../src/views/near-links.ts';
import { startBuiltServer } from '../http/servers.ts';

/**
 * Measures every page of built projects against the budgets of the design, each a folder with a `dist`:
 * `node tests/launch.mjs tests/tooling/page-sizes.ts <project> …`. A line for each level of pages: how many, bytes
 * compressed with gzip, elements, bytes of the navigation; then the largest pages, and those over a budget.
 */
const ROOT = '/platform/documentation';
const AT_ONCE = 4;
const LARGEST_NAMED = 6;
/** Limits of a page: 95 of 100 keep the one in bytes, and all of them the one in elements. */
const MOST_BYTES = 60_000;
const MOST_ELEMENTS = 6_000;

interface PageSize {
  readonly path: string;
  readonly bytes: number;
  readonly elements: number;
  readonly navigationBytes: number;
}

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('Usage: page-sizes.ts <built project> …');
  process.exit(2);
}
for (const folder of folders) {
  const server = await startBuiltServer(folder);
  try {
    report(folder, await measure(server.origin));
  } finally {
    await server.stop();
  }
}

async function measure(origin: string): Promise<readonly PageSize[]> {
  const waiting = [ROOT];
  const seen = new Set(waiting);
  const sizes: PageSize[] = [];
  const work = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const answer = await fetch(origin + path, { headers: { accept: 'text/html' } });
      const html = await answer.text();
      if (answer.status === 200) sizes.push(sizeOf(path, html));
      for (const [, found = ''] of wholeLinks(html, path).matchAll(/href="(\/platform\/documentation[^"#?]*)/g)) {
        if (seen.has(found) || /\.(?:json|yaml|ya?ml|raml|md|apib|html)$/.test(found)) continue;
        seen.add(found);
        waiting.push(found);
      }
    }
  };
  // The first page has the links that the others begin with.
  await work();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sizes;
}

function sizeOf(path: string, html: string): PageSize {
  return {
    path,
    bytes: gzipSync(html).length,
    elements: html.match(/<[a-z]/gi)?.length ?? 0,
    navigationBytes: gzipSync(/<nav class="pd-nav".*?<\/nav>/s.exec(html)?.[0] ?? '').length,
  };
}

/** Level of a page, from the segment after the version: a service has one of its own, the others say what they are. */
function levelOf(path: string): string {
  const [, , , , first, second] = path.split('/');
  if (first === undefined) return 'overview';
  return second === undefined && first !== 'schemas' ? 'service' : first;
}

function report(folder: string, sizes: readonly PageSize[]): void {
  console.log(`\n${folder}: ${sizes.length} pages`);
  const levels = new Map<string, PageSize[]>([['all', [...sizes]]]);
  for (const size of sizes) levels.set(levelOf(size.path), [...(levels.get(levelOf(size.path)) ?? []), size]);
  for (const [level, pages] of levels) {
    const of = (key: 'bytes' | 'elements' | 'navigationBytes'): string => {
      const values = pages.map((page) => page[key]).sort((a, b) => a - b);
      const at = (share: number): number => values[Math.ceil(values.length * share) - 1] ?? 0;
      return `p50 ${at(0.5)} p95 ${at(0.95)} max ${at(1)}`;
    };
    console.log(`${level} ${pages.length} · gz ${of('bytes')} · elements ${of('elements')}`);
    if (level === 'all') console.log(`navigation gz ${of('navigationBytes')}`);
  }
  const largest = [...sizes].sort((a, b) => b.bytes - a.bytes);
  print(largest.slice(0, LARGEST_NAMED));
  const over = largest.filter(({ bytes, elements }) => bytes > MOST_BYTES || elements > MOST_ELEMENTS);
  console.log(`over ${MOST_BYTES} bytes or ${MOST_ELEMENTS} elements: ${over.length}`);
  print(over);
}

function print(sizes: readonly PageSize[]): void {
  for (const { path, bytes, elements } of sizes) console.log(`  ${bytes} bytes, ${elements} elements: ${path}`);
}
