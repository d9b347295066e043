import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Parse } from '../../src/descriptors/contract.ts';
import { TEXT_ENDINGS } from '../../src/descriptors/path-names.ts';
import { descriptorReaders } from '../../src/descriptors/registry.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { caseCount } from '../tooling/case-count.ts';
import { parseText, type ReadResult, readParsed, readText } from '../unit/descriptors/read-text.ts';
import { checkRecord } from '../unit/descriptors/record-invariants.ts';

/** The smallest descriptor of each format, as a text. A new reader adds one. */
const SMALLEST: Readonly<Record<string, string>> = {
  openapi: '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}',
  blueprint: 'FORMAT: 1A\n\n# T\n\n# GET /books\n\n+ Response 204\n',
  raml: '#%RAML 1.0\ntitle: T\nversion: 1\n/a: {}\n',
  native: '{"api": "T", "version": 1, "services": []}',
  postman:
    '{"item": [], "info": {"name": "T", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}',
  laminas:
    "<?php return ['api-tools-rest' => ['T\\\\V1\\\\Rest\\\\A\\\\Controller' => ['route_name' => 'a']], 'router' => ['routes' => ['a' => ['options' => ['route' => '/a']]]]];",
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

test('files in text formats are listed by the extensions that their readers declare', () => {
  expect([...TEXT_ENDINGS].sort(), 'Correct TEXT_ENDINGS in src/descriptors/path-names.ts.').toEqual(
    descriptorReaders.flatMap(({ endings = [] }) => endings).sort(),
  );
});

describe.each(descriptorReaders.map((reader) => [reader.name, reader] as const))('the %s reader', (name, reader) => {
  const text = SMALLEST[name] ?? '{}';
  const smallest = parseText(text, `d/api.${reader.endings?.[0] ?? 'json'}`, reader.parse).value;
  const keys = Object.keys(Object(smallest));

  test('recognises its smallest descriptor, which no other reader does', () => {
    expect(descriptorReaders.filter((candidate) => candidate.recognises(smallest))).toEqual([reader]);
  });

  test('makes a right record of it, without warnings', () => {
    const { record, diagnostics } = readText(text, {}, reader);
    expect(diagnostics).toEqual([]);
    expect(record).toBeDefined();
    if (record !== undefined) checkRecord(record);
  });

  test('declares what its descriptors begin with, and the format of its records', () => {
    const { record } = readText(text, {}, reader);
    expect(reader.heads ?? keys).toContain(keys[0]);
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

  function checkAnswer({ record, diagnostics }: ReadResult): void {
    const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
    if (record === undefined) expect(hasErrors).toBe(true);
    else if (!hasErrors) checkRecord(record);
    for (const { line, message } of diagnostics) {
      expect(line).toBeGreaterThan(0);
      expect(message).not.toMatch(/[\r\n]/);
    }
  }

  /** Answers the smallest descriptor with any lines behind it. */
  function answersLines(parse: Parse): void {
    const path = `d/api.${reader.endings?.[0]}`;
    const marks = ['\n', '\n\n', '    ', '# ', '+ ', '- ', ': ', '`', '[', '{', "'", '$', '('];
    const words = fc.constantFrom(...text.split(/\s+/), ...marks);
    const lines = fc.array(fc.oneof(words, fc.string({ unit: 'grapheme' })));
    const property = fc.property(lines, (more) => {
      const diagnostics: Diagnostic[] = [];
      const source = { path, text: `${text}\n${more.join('')}` };
      const file = parse(source, (diagnostic) => diagnostics.push(diagnostic));
      if (file === undefined) return checkAnswer({ records: [], record: undefined, diagnostics });
      fc.pre(reader.recognises(file.value));
      checkAnswer(readParsed(file, {}, reader));
    });
    fc.assert(property, { seed: 8, numRuns: caseCount(400) });
  }

  /** Answers the smallest descriptor with any values in it. */
  function answersValues(): void {
    const names = fc.constantFrom(...keys, 'components', 'schemas', 'tags', 'servers', '__proto__');
    const property = fc.property(fc.dictionary(names, fc.jsonValue({ maxDepth: 4 })), (value) => {
      const descriptor = { ...Object(smallest), ...value };
      fc.pre(reader.recognises(descriptor));
      checkAnswer(readText(JSON.stringify(descriptor), {}, reader));
    });
    fc.assert(property, { seed: 8, numRuns: caseCount(400) });
  }

  test('answers anything with a right record, or with an error', () => {
    if (reader.parse === undefined) answersValues();
    else answersLines(reader.parse);
  });
});
