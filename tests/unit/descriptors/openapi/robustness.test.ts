import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../../../tooling/case-count.ts';
import { parseText, readText, readValue, recordOf, rulesOf } from '../read-text.ts';
import { checkRecord } from '../record-invariants.ts';

const everything = parseText(readFileSync('tests/fixtures/descriptors/openapi/everything.yaml', 'utf8')).value;

/** Every place of a JSON value, as the keys that lead there. */
function placesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => placesOf(child, [...path, key]))];
}

function replaceAt(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, replacement) : item));
  const entries = Object.entries(value as object).map(([name, child]) => [
    name,
    name === key ? replaceAt(child, rest, replacement) : child,
  ]);
  return Object.fromEntries(entries);
}

const places = placesOf(everything).filter((path) => path.length > 0 && path[0] !== 'openapi');

const replacement = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    ...places
      .slice(0, 200)
      .map((path) => ({ $ref: `#/${path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}` })),
  ),
  fc.constantFrom(
    { $ref: '#' },
    { $ref: '#/components/schemas/Gone' },
    { $ref: 5 },
    { $ref: '' },
    { $ref: 'other.yaml#/a' },
    JSON.parse('{"__proto__":{"type":"string"}}'),
  ),
);

describe('the reader', () => {
  test('makes a usable record of a descriptor with anything wrong in it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        replacement,
        fc.constantFrom('3.0.4', '3.1.0', '3.2.0'),
        (place, value, openapi) => {
          const broken = { ...(replaceAt(everything, place, value) as object), openapi };
          const { record } = readValue(broken);
          if (record !== undefined) checkRecord(record);
        },
      ),
      { numRuns: caseCount(800), seed: 20 },
    );
  });

  test('makes a usable record of Swagger 2.0 with anything wrong in it', () => {
    const swagger = parseText(readFileSync('tests/fixtures/descriptors/openapi/swagger.yaml', 'utf8')).value;
    const swaggerPlaces = placesOf(swagger).filter((path) => path.length > 0 && path[0] !== 'swagger');
    fc.assert(
      fc.property(fc.constantFrom(...swaggerPlaces), replacement, (place, value) => {
        const { record } = readValue(replaceAt(swagger, place, value));
        if (record !== undefined) checkRecord(record);
      }),
      { numRuns: caseCount(400), seed: 21 },
    );
  });

  test.each([
    ['no info', 'openapi: 3.1.0\npaths: {}', ['missing-key']],
    ['info that is a list', 'openapi: 3.1.0\ninfo: []\npaths: {}', ['wrong-type', 'missing-key']],
    ['nothing but a version', 'openapi: 3.1.0', ['missing-key', 'missing-key']],
    [
      'a version that is a number',
      'openapi: 3.1\ninfo: {title: T, version: 1.0}\npaths: {}',
      ['openapi-version', 'wrong-type'],
    ],
    ['a list of paths', 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: [a]\ncomponents: {}', ['wrong-type']],
    ['a path without a slash', 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {a: {}}', ['path-slash']],
    [
      'a description that is a number',
      'openapi: 3.1.0\ninfo: {title: T, version: "1", description: 5}\npaths: {}',
      ['wrong-type'],
    ],
    ['an unknown key', 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npahts: {}\npaths: {}', ['unknown-key']],
  ])('%s gives located warnings and a record', (_title, text, rules) => {
    const result = readText(text);
    checkRecord(recordOf(result));
    expect(rulesOf(result)).toEqual(rules);
    for (const { severity, line, column } of result.diagnostics) {
      expect(severity).toBe('warning');
      expect(line).toBeGreaterThan(0);
      expect(column).toBeGreaterThan(0);
    }
  });

  test.each(['1.2', '4.0.0', 'three'])('version %s of OpenAPI is an error', (version) => {
    const { record, diagnostics } = readText(`openapi: "${version}"\ninfo: {title: T, version: "1"}\npaths: {}`);
    expect(record).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: 'error', rule: 'openapi-version', line: 1, column: 10 }]);
  });

  test('keys named __proto__ are data', () => {
    const text =
      '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"polluted":true}}}}}}';
    const { schemas } = recordOf(readText(text)).components;
    expect(Object.keys(schemas)).toEqual(['__proto__']);
    expect(JSON.stringify(schemas)).toBe(
      '{"__proto__":{"type":"object","properties":{"__proto__":{"polluted":true}}}}',
    );
    expect('polluted' in {}).toBe(false);
  });
});
