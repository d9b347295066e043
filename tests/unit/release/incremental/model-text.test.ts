import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { hashOfModel, modelText, readModel } from '../../../../src/release/incremental/model-text.ts';
import { withText } from '../../../../src/release/incremental/readings-before.ts';
import { shortHash } from '../../../../src/store/stored-bytes.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { caseCount } from '../../../tooling/case-count.ts';

function recordOf(summary: string, other: string): ApiRecord {
  const services = [service('Books', { operations: [operation('GET', '/books', { summary, description: other })] })];
  return apiRecord({ name: 'Library', services });
}

function read(record: ApiRecord): ApiRecord {
  return readModel(Buffer.from(JSON.stringify(record)));
}

test('a record that was read has the hash of its text', () => {
  const record = recordOf('List', 'Lists books');
  expect(hashOfModel(read(record))).toBe(shortHash(JSON.stringify(record)));
  expect(hashOfModel(record)).toBe(hashOfModel(read(record)));
});

describe('of a record with another text is written what would be written of it alone', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    // Texts that stand in others, and quotes around them.
    fc.array(fc.constantFrom('a', '"', '\\', '"a"', '\n', '$&'), { maxLength: 6 }).map((parts) => parts.join('')),
  );

  test('for any texts', () => {
    fc.assert(
      fc.property(text, text, text, (before, now, other) => {
        fc.pre(before !== now);
        const edit = { path: '/books', method: 'get', key: 'summary', before, now } as const;
        const edited = withText(read(recordOf(before, other)), edit);
        const wanted = JSON.stringify(recordOf(now, other));
        expect(edited && [modelText(edited), hashOfModel(edited)]).toEqual([wanted, shortHash(wanted)]);
      }),
      { numRuns: caseCount(2000) },
    );
  });
});
