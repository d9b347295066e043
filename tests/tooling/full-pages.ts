import { join } from 'node:path';
import { loadRenderer } from '../../src/build/renderer.ts';
import { documentPath } from '../../src/model/locations.ts';
import type { DocumentPage } from '../../src/model/page/document.ts';
import { readProject } from '../../src/project/read-project.ts';
import { type Drawn, drawingOf, fits, fitting } from '../../src/server/documentation/fitting-page.ts';
import { SiteDocuments } from '../../src/store/site-documents.ts';

/**
 * Proves that no page leads to another place of itself for something that it has room for, in built projects, each a
 * folder with a `dist`: `node tests/launch.mjs tests/tooling/full-pages.ts <project> …`. Every page of a service within
 * its budget that does not have all its copies is drawn once more, with one copy more: that has to be too large. Those
 * that are not are named, and the exit status is 1. What leaves more out is counted.
 */
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('Usage: full-pages.ts <built project> …');
  process.exit(2);
}
let isWrong = false;
for (const folder of folders) {
  const project = await readProject(folder, process.env);
  const documents = new SiteDocuments(project.apis, {
    site: project.site,
    formats: project.formats,
    development: false,
    accessRule: project.accessRule,
  });
  const { renderPage } = await loadRenderer(join(folder, 'dist'));
  const counts = { services: 0, whole: 0, copiesLeftOut: 0, receivedLeftOut: 0, large: 0, sentLeftOut: 0, drawings: 0 };
  for (const reference of documents.references()) {
    if (reference.level !== 'service') continue;
    const page = documents.page(documents.document(reference));
    const { end, whole, drawings, next } = await judged(page, renderPage);
    counts.services += 1;
    counts.drawings += drawings;
    const leftOut = whole.extras[end.extras.length]?.kind;
    if (leftOut === undefined) counts.whole += 1;
    else counts[`${leftOut === 'copy' ? 'copies' : leftOut}LeftOut`] += 1;
    if (!fits(end)) {
      counts.large += 1;
      console.log(`large      ${documentPath(reference)}: ${said(end)}`);
    } else if (leftOut === 'copy' && next !== undefined && fits(next)) {
      isWrong = true;
      console.log(`has room   ${documentPath(reference)}: ${said(end)}; with one copy more ${said(next)}`);
    }
  }
  console.log(`${folder}: ${JSON.stringify(counts)}`);
}
process.exit(isWrong ? 1 : 0);

async function judged(page: DocumentPage, renderPage: Parameters<typeof drawingOf>[1]) {
  const draw = drawingOf(page, renderPage);
  const drawn: Drawn[] = [];
  const end = await fitting(async (extras) => {
    const next = await draw(extras);
    drawn.push(next);
    return next;
  });
  const whole = drawn[0] ?? end;
  const count = end.extras.length;
  const next = whole.extras[count]?.kind === 'copy' ? await draw(count + 1) : undefined;
  return { end, whole, drawings: drawn.length, next };
}

function said({ size: { bytes, elements } }: Drawn): string {
  return `${bytes} bytes, ${elements} elements`;
}
