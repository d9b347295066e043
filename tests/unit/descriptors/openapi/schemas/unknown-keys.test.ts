import { describe, expect, test } from 'vitest';
import { readText } from '../../read-text.ts';

const SWAGGER = "swagger: '2.0'";

/** Reports on unknown keys, each as `column message remedy`. */
function saidOf(schema: string, version = 'openapi: 3.1.0'): readonly string[] {
  const above = version === SWAGGER ? 'definitions:' : 'components:\n schemas:';
  const text = `${version}\ninfo: { title: T, version: '1' }\npaths: {}\n${above}\n  A:\n   ${schema}\n`;
  return readText(text)
    .diagnostics.filter(({ rule }) => rule === 'unknown-key')
    .map(({ column, message, remedy }) => `${column - 3} ${message} ${remedy}`);
}

describe('a key of a schema', () => {
  test.each(['3.0.3', '3.1.0', '3.2.0'])(
    'that is almost a keyword is reported, what is below it as well (%s)',
    (version) => {
      const said = saidOf(
        '{ type: object, requred: [b], propertys: { b: { type: string, minLenght: 3, nulable: true } } }',
        `openapi: ${version}`,
      );
      expect(said).toEqual([
        '17 “requred” is not a key of a schema. Write “required”.',
        '31 “propertys” is not a key of a schema. Write “properties”.',
        '63 “minLenght” is not a key of a schema. Write “minLength”.',
        `77 “nulable” is not a key of a schema. ${version < '3.1' ? 'Write “nullable”.' : 'Add "null" to “type”.'}`,
      ]);
    },
  );

  test.each([
    ['readonly', 'readOnly'],
    ['Type', 'type'],
    ['item', 'items'],
    ['ref', '$ref'],
    ['discriminater', 'discriminator'],
    ['additional_properties', 'additionalProperties'],
  ])('%s is almost %s', (key, meant) => {
    expect(saidOf(`{ ${key}: x }`)).toEqual([`3 “${key}” is not a key of a schema. Write “${meant}”.`]);
  });

  test.each(['unit', 'note', 'when', 'order', 'formatter', 'typeName', 'defaultValue', 'x-requred', 'enumNames'])(
    '%s is a word of its own, which only the dialects with a list of keywords refuse',
    (key) => {
      expect(saidOf(`{ ${key}: x }`)).toEqual([]);
      const old = key.startsWith('x-') ? [] : [`3 “${key}” is not a key of a schema. Remove it, or begin it with x-.`];
      expect(saidOf(`{ ${key}: x }`, 'openapi: 3.0.3')).toEqual(old);
      expect(saidOf(`{ ${key}: x }`, SWAGGER)).toEqual(old);
    },
  );

  test('is no slip where the keyword stands beside it', () => {
    expect(saidOf('{ format: date, formats: [date] }')).toEqual([]);
  });

  test.each([
    '{ properties: { requred: {}, minLenght: { type: string } } }',
    '{ patternProperties: { requred: {} } }',
    '{ $defs: { propertys: {} } }',
    '{ definitions: { propertys: {} } }',
    '{ dependentRequired: { requred: [a] } }',
    '{ example: { requred: 1 }, default: { requred: 1 }, enum: [{ requred: 1 }], const: { requred: 1 } }',
    '{ examples: [{ requred: 1 }] }',
    '{ x-more: { requred: 1 } }',
    '{ $schema: s, $comment: c, if: {}, then: {}, else: {}, unevaluatedProperties: true, contentSchema: {} }',
  ])('is a name or a value in %s', (schema) => {
    for (const version of ['openapi: 3.0.3', 'openapi: 3.1.0']) expect(saidOf(schema, version)).toEqual([]);
    expect(saidOf(schema, SWAGGER)).toEqual([]);
  });
});
