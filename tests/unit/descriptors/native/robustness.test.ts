import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { caseCount } from '../../../tooling/case-count.ts';
import { readText } from './read-text.ts';

const sample: unknown = load(
  readFileSync(new URL('../../../../api-descriptors/library/v1.yaml', import.meta.url), 'utf8'),
);

/** Number of values in a JSON value, itself included. */
function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, item) => sum + sizeOf(item), 1)
    : 1;
}

/** The value with its n-th part (depth first) replaced. */
function replacePart(value: unknown, number: number, replacement: unknown): unknown {
  let left = number;
  const visit = (part: unknown): unknown => {
    if (left-- === 0) return replacement;
    if (Array.isArray(part)) return part.map(visit);
    return typeof part === 'object' && part !== null
      ? Object.fromEntries(Object.entries(part).map(([key, item]) => [key, visit(item)]))
      : part;
  };
  return visit(value);
}

describe('the native reader', () => {
  const damaged = fc
    .array(
      fc.tuple(
        fc.nat(sizeOf(sample) - 1),
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom(
            '',
            '..',
            '/',
            'schemas',
            '#/schemas/Book',
            { $ref: '#/schemas/Book' },
            { $ref: '#' },
            [],
            {},
          ),
        ),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((changes) =>
      changes.reduce((value, [number, replacement]) => replacePart(value, number, replacement), sample),
    );

  test.each([null, 1, {}, []])('reads a schema with a reference that is %j without it', ($ref) => {
    const { record, diagnostics } = readText(
      JSON.stringify({ api: 'A', version: 1, services: [], schemas: { S: { $ref } } }),
    );
    expect(record?.components.schemas).toEqual({ S: {} });
    expect(diagnostics).toMatchObject([{ severity: 'warning', rule: 'wrong-type' }]);
  });

  // Counting from 2 for each would try two hundred million names.
  test('names twenty thousand schemas that end in one word', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { $ref: `#/x/${index}/Part` }]),
    );
    const { record } = readText(
      JSON.stringify({ api: 'A', version: 1, services: [], schemas: { Part: { properties } } }),
    );
    expect(Object.keys(record?.components.schemas ?? {})).toHaveLength(20_001);
  });

  test('never throws, and gives a record exactly when it reports no error', () => {
    fc.assert(
      fc.property(damaged, (value) => {
        const { record, diagnostics } = readText(JSON.stringify(value) ?? 'null');
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        // A file that is no descriptor at all is not given to the reader.
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
        expect(record === undefined).toBe(errors.length > 0);
        expect(new Set(diagnostics.map((diagnostic) => JSON.stringify(diagnostic))).size).toBe(diagnostics.length);
        if (record === undefined) return;
        for (const service of new Api(record).getServices())
          for (const operation of service.getAllOperations())
            operation.getResponses().map(({ response }) => operation.getContent(response));
      }),
      { numRuns: caseCount(300) },
    );
  });
});
