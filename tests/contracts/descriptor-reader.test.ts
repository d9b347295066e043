import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { descriptorReaders } from '../../src/descriptors/registry.ts';
import { caseCount } from '../tooling/case-count.ts';
import { readText } from '../unit/descriptors/read-text.ts';
import { checkRecord } from '../unit/descriptors/record-invariants.ts';

/** The smallest descriptor of each format. A new reader adds one. */
const SMALLEST: Readonly<Record<string, string>> = {
  openapi: '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}',
  native: '{"api": "T", "version": 1, "services": []}',
};

test('every folder with a reader is registered, under a name of its own', () => {
  const folders = readdirSync('src/descriptors', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(descriptorReaders.map(({ name }) => name).sort(), 'Add a line to src/descriptors/registry.ts.').toEqual(
    folders.map(({ name }) => name).sort(),
  );
  expect(Object.keys(SMALLEST).sort(), 'Add a row to SMALLEST in tests/contracts/descriptor-reader.test.ts.').toEqual(
    descriptorReaders.map(({ name }) => name).sort(),
  );
});

describe.each(descriptorReaders.map((reader) => [reader.name, reader] as const))('the %s reader', (name, reader) => {
  const smallest: object = JSON.parse(SMALLEST[name] ?? '{}');

  test('recognises its smallest descriptor, which no other reader does', () => {
    expect(descriptorReaders.filter((candidate) => candidate.recognises(smallest))).toEqual([reader]);
  });

  test('makes a right record of it, without warnings', () => {
    const { record, diagnostics } = readText(JSON.stringify(smallest), {}, reader);
    expect(diagnostics).toEqual([]);
    expect(record).toBeDefined();
    if (record !== undefined) checkRecord(record);
  });

  test('declares what its descriptors begin with, and the format of its records', () => {
    const { record } = readText(JSON.stringify(smallest), {}, reader);
    expect(reader.heads).toContain(Object.keys(smallest)[0]);
    expect(Object.keys(reader.formats)).toContain(record?.source.format);
  });

  test.each([
    null,
    true,
    5,
    'openapi',
    [],
    [{ openapi: '3.1.0', api: 'T' }],
    {},
    { __proto__: { openapi: '3.1.0', api: 'T' } },
  ])('does not recognise %j', (value) => {
    expect(reader.recognises(value)).toBe(false);
  });

  test('answers anything with a right record, or with an error', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...Object.keys(smallest), 'components', 'schemas', 'tags', 'servers', '__proto__'),
          fc.jsonValue({ maxDepth: 4 }),
        ),
        (value) => {
          const descriptor = { ...smallest, ...value };
          fc.pre(reader.recognises(descriptor));
          const { record, diagnostics } = readText(JSON.stringify(descriptor), {}, reader);
          const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
          if (record === undefined) expect(hasErrors).toBe(true);
          else if (!hasErrors) checkRecord(record);
          for (const { line, message } of diagnostics) {
            expect(line).toBeGreaterThan(0);
            expect(message).not.toMatch(/[\r\n]/);
          }
        },
      ),
      { seed: 8, numRuns: caseCount(400) },
    );
  });
});
