import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { changesView } from '../../src/changes/change-view.ts';
import { readerOf } from '../../src/descriptors/registry.ts';
import { formats } from '../../src/formats/registry.ts';
import { guideView } from '../../src/presentation/guides.ts';
import { navigationOf } from '../../src/presentation/navigation/navigation.ts';
import type { Document } from '../../src/presentation/page-data/document.ts';
import { pageHead } from '../../src/presentation/pages/frame.ts';
import { schemaRows, schemaView } from '../../src/presentation/schemas/schema-view.ts';
import { apiView } from '../../src/presentation/services/api-view.ts';
import { serviceView } from '../../src/presentation/services/service-view.ts';
import { SiteDocuments } from '../../src/store/site-documents.ts';
import { parseText, readParsed } from '../unit/descriptors/read-text.ts';
import { damage, randomOf } from './damage.ts';

/** More for a long run: `DAMAGED_RUNS=5000`, from another seed: `DAMAGED_SEED=1000`. */
const RUNS = Number(process.env['DAMAGED_RUNS'] ?? 40);
const FIRST_SEED = Number(process.env['DAMAGED_SEED'] ?? 1);
const MOST_DAMAGES = 12;
/** Characters of one document per character of the descriptor; markup and repeated schemas included. */
const MOST_GROWTH = 2000;

const fixtures = [
  'tests/fixtures/descriptors/openapi/everything.yaml',
  'tests/fixtures/descriptors/openapi/swagger.yaml',
  'tests/fixtures/descriptors/ugly/v1.yaml',
  'api-descriptors/library/v1.yaml',
] as const;

/** Everything that a page shows, as its template asks for it. */
function viewOf(document: Document): unknown {
  switch (document.level) {
    case 'list':
      return null;
    case 'api':
      return apiView(document.api, '');
    case 'service':
      return serviceView(document.service, '');
    case 'group':
      return navigationOf(document);
    case 'guide':
      return guideView(document.api, document.guide);
    case 'schema-index':
      return schemaRows(document.api);
    case 'schema':
      return schemaView(document.api, document.name, document.schema);
    case 'changes':
      return changesView(document.before, document.api);
    default:
      return document satisfies never;
  }
}

describe.each(fixtures)('a damaged %s', (fixture) => {
  const original: unknown = load(readFileSync(new URL(`../../${fixture}`, import.meta.url), 'utf8'));

  test(`is refused with a reason, or comes out in every format (${RUNS} kinds of damage)`, () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const random = randomOf(seed);
      let value = original;
      for (let count = 1 + random(MOST_DAMAGES); count > 0; count -= 1) value = damage(value, random);
      const text = JSON.stringify(value) ?? 'null';
      const file = parseText(text);
      const reader = readerOf(file.value);
      if (reader === undefined) continue;
      const { record, diagnostics } = attempt(`seed ${seed}, reading`, () => readParsed(file, {}, reader));
      if (record === undefined) {
        expect(diagnostics, `seed ${seed}`).not.toEqual([]);
        continue;
      }
      const documents = new SiteDocuments([record], { site: { title: 'T', baseUrl: '' }, formats, development: false });
      for (const reference of documents.references()) {
        const place = `seed ${seed}, ${JSON.stringify(reference)}`;
        const document = documents.document(reference);
        for (const format of formats) {
          if (format.render === null || !format.levels.includes(reference.level)) continue;
          const written = attempt(`${place}, ${format.name}`, () => format.render?.(document, documents.site) ?? '');
          expect(written.length, place).toBeLessThan(MOST_GROWTH * text.length);
        }
        attempt(`${place}, html`, () => [pageHead(documents.page(document)), viewOf(document)]);
      }
    }
  });
});

/** A failure names the seed that brings it back. */
function attempt<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(place, { cause: error });
  }
}
