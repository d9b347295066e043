import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blueprintReader } from '../../../src/descriptors/blueprint/reader.ts';
import { apiBlueprint } from '../../../src/formats/api-blueprint/api-blueprint.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { readText, readValue, recordOf } from '../descriptors/read-text.ts';
import { factsOf, generatedApi } from './generated-api.ts';

const SITE = { title: 'APIs', baseUrl: 'https://docs.example.com' };

function written(record: ApiRecord): string {
  return String(apiBlueprint.render?.({ level: 'api', api: new Api(record) }, SITE));
}

describe('API Blueprint', () => {
  test('of generated APIs is read back equal in what it can say, without warnings', () => {
    fc.assert(
      fc.property(generatedApi, (document) => {
        const record = recordOf(readValue(document));
        const result = readText(written(record), {}, blueprintReader);
        expect(result.diagnostics.filter(({ rule }) => rule === 'blueprint-reading')).toEqual([]);
        expect(factsOf(recordOf(result))).toEqual(factsOf(record));
      }),
      { seed: 3, numRuns: caseCount(80) },
    );
  });
});
