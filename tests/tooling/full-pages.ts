import { join } from 'node:path';
import { loadRenderer } from '../../src/build/renderer.ts';
import { documentPath } from '../../src/model/locations.ts';
import type { DocumentPage } from '../../src/model/page/document.ts';
import type { PageSize } from '../../src/model/page/field-allowance.ts';
import { readProject } from '../../src/project/read-project.ts';
import {
  copiesOf,
  type Drawn,
  fits,
  fitting,
  type Limits,
  sizeOf,
} from '../../src/server/documentation/fitting-page.ts';
import { SiteDocuments } from '../../src/store/site-documents.ts';

/**
 * Proves of pages as deep as usual that nothing is left to another place of a page that has room for it, in built
 * projects, each a folder with a `dist`: `node tests/launch.mjs tests/tooling/full-pages.ts <project> …`. Every page
 * of a service that does not have all its copies is drawn once more, with one copy more: that has to be too large.
 * Those that are not are named, and the exit status is 1.
 */
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('Usage: full-pages.ts <built project> …');
  process.exit(2);
}
let isWrong = false;
for (const folder of folders) {
  const site = await readProject(folder, process.env);
  const documents = new SiteDocuments(site.apis, {
    site: site.site,
    formats: site.formats,
    development: false,
    accessRule: site.accessRule,
  });
  const { renderPage } = await loadRenderer(join(folder, 'dist'));
  const counts = { services: 0, whole: 0, full: 0, lessDeep: 0, drawings: 0 };
  for (const reference of documents.references()) {
    if (reference.level !== 'service') continue;
    const page = documents.page(documents.document(reference));
    const path = documentPath(reference);
    const { end, whole, drawings, depth, next } = await judged(page, renderPage);
    counts.services += 1;
    counts.drawings += drawings;
    if (copiesOf(end) === copiesOf(whole) && depth === 2) counts.whole += 1;
    else if (depth < 2) {
      counts.lessDeep += 1;
      console.log(`less deep  ${path}: depth ${depth}, ${said(end.size)}`);
    } else {
      counts.full += 1;
      if (next === undefined || !fits(next)) continue;
      isWrong = true;
      console.log(`has room   ${path}: ${copiesOf(end)} of ${copiesOf(whole)} copies, ${said(end.size)}`);
      console.log(`           with one more: ${said(next.size)}`);
    }
  }
  console.log(`${folder}: ${JSON.stringify(counts)}`);
}
process.exit(isWrong ? 1 : 0);

async function judged(page: DocumentPage, renderPage: (page: DocumentPage) => Promise<Uint8Array>) {
  let drawings = 0;
  let whole: Drawn | undefined;
  const draw = async (limits: Limits): Promise<Drawn & Limits> => {
    drawings += 1;
    let estimates: readonly PageSize[] = [];
    const note = (sizes: readonly PageSize[]): void => {
      estimates = sizes;
    };
    const html = await renderPage({ ...page, allowance: { ...limits, note } });
    const drawn = { size: sizeOf(html), estimates, ...limits };
    whole ??= drawn;
    return drawn;
  };
  const end = await fitting(draw);
  const count = drawings;
  const isCut = end.depth === 2 && copiesOf(end) < copiesOf(whole);
  const next = isCut ? await draw({ copies: copiesOf(end) + 1, depth: 2 }) : undefined;
  return { end, whole, drawings: count, depth: end.depth, next };
}

function said({ bytes, elements }: PageSize): string {
  return `${bytes} bytes, ${elements} elements`;
}
