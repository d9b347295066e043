import { describe, expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import { placesOf, readText, recordOf } from './read-text.ts';

function withSchema(schema: string, rest = ''): string {
  return `api: A\nversion: 1\nservices:\n  - name: B\n    route: /b\n    operations:\n      - method: GET\n        responses:\n          '200':\n            schema: ${schema}\n${rest}`;
}

function schemaOf(text: string, files: Readonly<Record<string, string>> = {}) {
  const { record, diagnostics } = readText(text, { files });
  const response = record?.services[0]?.operations[0]?.responses['200'];
  const content = response !== undefined && 'content' in response ? response.content : undefined;
  return { schema: content?.['application/json'], schemas: record?.components.schemas, diagnostics };
}

describe('a key', () => {
  test.each([
    ['{ type: object, requred: [a] }', 'requred', 'required'],
    ['{ properties: { a: { maxLenght: 3 } } }', 'maxLenght', 'maxLength'],
    ['{ type: array, item: {} }', 'item', 'items'],
    ['{ ref: x }', 'ref', '$ref'],
  ])('that is almost a keyword is a warning: %s', (schema, key, meant) => {
    const { schema: read, diagnostics } = schemaOf(withSchema(schema));
    const message = `“${key}” is not a key of a schema.`;
    const column = `            schema: ${schema}`.indexOf(key) + 1;
    expect(diagnostics).toMatchObject([
      { severity: 'warning', rule: 'unknown-key', line: 10, column, message, remedy: `Write “${meant}”.` },
    ]);
    expect(JSON.stringify(read)).toContain(key);
  });

  test.each([
    '{ unit: m, enumNames: [a], x-requred: 1 }',
    '{ format: date, formats: [date] }',
    '{ properties: { requred: {} }, example: { requred: 1 }, const: { requred: 1 } }',
    '{ example: 1, xml: {}, externalDocs: { url: u }, definitions: {}, dependencies: {} }',
  ])('of its own, the name of a property or a part of a value is none: %s', (schema) => {
    expect(schemaOf(withSchema(schema)).diagnostics).toEqual([]);
  });

  test('of a field, a parameter or another file is looked at, each once', () => {
    const text =
      'api: A\nversion: 1\nservices:\n  - name: B\n    route: /b\n' +
      '    fields: [{ name: f, schema: { $ref: f.yaml } }]\n' +
      '    operations:\n      - { method: POST }\n' +
      '      - { method: PUT, parameters: [{ name: q, schema: { patern: a } }, ' +
      '{ name: r, items: { tpye: string } }] }\n';
    const files = { 'f.yaml': 'propertys: {}\n' };
    expect(placesOf(readText(text, { files }).diagnostics).toSorted()).toEqual([
      '1:1 unknown-key',
      '9:58 unknown-key',
      '9:93 unknown-key',
    ]);
  });
});

describe('references', () => {
  test('to schemas of the file lead to components, cycles and all', () => {
    const { schema, schemas, diagnostics } = schemaOf(
      withSchema(
        "{ $ref: '#/schemas/Node' }",
        "schemas:\n  Node: { type: object, properties: { next: { $ref: '#/schemas/Node' } } }\n",
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(schema).toEqual({ schema: { $ref: '#/components/schemas/Node' } });
    expect(schemas).toEqual({ Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } });
  });

  test('to other files are hoisted once, under names of their own', () => {
    const files = {
      'book.yaml':
        "type: object\nproperties:\n  part: { $ref: '#/$defs/Part' }\n  other: { $ref: 'book.yaml#/$defs/Part' }\n$defs:\n  Part: { type: object, properties: { of: { $ref: '#' } } }\n",
    };
    const { schemas, schema, diagnostics } = schemaOf(
      withSchema('{ $ref: book.yaml }', 'schemas:\n  Part: { type: string }\n'),
      files,
    );
    expect(diagnostics).toEqual([]);
    expect(schema).toEqual({ schema: { $ref: '#/components/schemas/book' } });
    expect(Object.keys(schemas ?? {})).toEqual(['Part', 'book', expect.stringMatching(/^Part_/)]);
    const part = Object.keys(schemas ?? {})[2] ?? '';
    expect(schemas?.[part]).toEqual({ type: 'object', properties: { of: { $ref: '#/components/schemas/book' } } });
    const $ref = `#/components/schemas/${part}`;
    expect(schemas?.['book']).toMatchObject({ properties: { part: { $ref }, other: { $ref } } });
  });

  test.each([
    ["{ $ref: '#/schemas/Nodes' }", '#/schemas/Node'],
    ["{ $ref: '#/schemas/Node/properties/none' }", undefined],
    ["{ $ref: '#Node' }", undefined],
    ["{ $ref: '#/%E0%A4%A' }", undefined],
  ])('%s leads nowhere: a warning, and a node that says so', (text, remedy) => {
    const { schemas, diagnostics } = schemaOf(withSchema(text, 'schemas:\n  Node: { type: object }\n'));
    expect(diagnostics).toMatchObject([{ severity: 'warning', rule: 'ref-not-found', line: 10 }]);
    if (remedy !== undefined) expect(diagnostics[0]?.remedy).toBe(`Write “${remedy}”, or define what it names.`);
    expect(Object.values(schemas ?? {})).toContainEqual({
      'x-platform-missing': expect.stringContaining('is not in the descriptor'),
    });
  });

  test.each([
    ["A: { $ref: '#/schemas/A' }", ['A'], '12:6'],
    ["A: { $ref: '#/schemas/B' }\n  B: { $ref: '#/schemas/C' }\n  C: { $ref: '#/schemas/B' }", ['B', 'C'], '13:6'],
  ])('that only lead to each other are broken: %j', (schemas, broken, place) => {
    const { record, diagnostics } = readText(withSchema("{ $ref: '#/schemas/A' }", `schemas:\n  ${schemas}\n`));
    expect(placesOf(diagnostics)).toEqual([`${place} ref-cycle`]);
    const named = Object.entries(record?.components.schemas ?? {});
    expect(
      named
        .filter(([, schema]) => typeof schema === 'object' && schema['x-platform-missing'] !== undefined)
        .map(([name]) => name),
    ).toEqual(broken);
    const components = record === undefined ? undefined : new Components(record.components);
    for (const [, schema] of named) expect(components?.resolveSchema(schema).value).not.toHaveProperty('$ref');
  });

  test('a warning about a part that operations share is given once', () => {
    const text =
      "api: A\nversion: 1\nservices:\n  - name: B\n    route: /b[/:id]\n    route_identifier_name: id\n    fields: [{ name: f, schema: { $ref: '#/schemas/None' } }]\n    operations: [{ method: POST }]\n    entity_operations: [{ method: PUT }, { method: PATCH }]\n";
    expect(placesOf(readText(text).diagnostics)).toEqual(['7:41 ref-not-found']);
  });

  test('a schema of another file is checked too', () => {
    const { diagnostics } = readText(withSchema('{ $ref: bad.yaml }'), { files: { 'bad.yaml': 'type: objekt\n' } });
    expect(diagnostics).toMatchObject([
      { file: 'api-descriptors/shop/bad.yaml', line: 1, column: 7, rule: 'schema-type' },
    ]);
  });

  test('a long chain of files is no deep recursion', () => {
    const files = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `s${index}.yaml`,
        `properties: { next: { $ref: s${index + 1}.yaml } }`,
      ]),
    );
    const { schemas } = schemaOf(withSchema('{ $ref: s0.yaml }'), { ...files, 's3000.yaml': 'type: string' });
    expect(Object.keys(schemas ?? {})).toHaveLength(3001);
  });
});

describe('schemas', () => {
  test('discriminators name components, by reference or by name', () => {
    const record = recordOf(
      withSchema(
        "{ oneOf: [{ $ref: '#/schemas/Cat' }], discriminator: { propertyName: kind, mapping: { cat: Cat, tom: '#/schemas/Cat' } } }",
        'schemas:\n  Cat: { type: object }\n',
      ),
    );
    expect(JSON.stringify(record.services)).toContain(
      '"mapping":{"cat":"#/components/schemas/Cat","tom":"#/components/schemas/Cat"}',
    );
  });

  test('an example in the singular becomes the first of several', () => {
    expect(recordOf(withSchema('{}', 'schemas:\n  A: { type: string, example: x }\n')).components.schemas).toEqual({
      A: { type: 'string', examples: ['x'] },
    });
  });

  test('what looks like a reference in an example or enum is data', () => {
    const { schemas, diagnostics } = schemaOf(
      withSchema(
        '{}',
        "schemas:\n  A: { enum: [{ $ref: '#/none' }], default: { $ref: '#/none' }, examples: [{ $ref: '#/none' }] }\n",
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(schemas).toEqual({
      A: { enum: [{ $ref: '#/none' }], default: { $ref: '#/none' }, examples: [{ $ref: '#/none' }] },
    });
  });

  test('keywords of OpenAPI in a wrong shape are left out with a warning', () => {
    const { schemas, diagnostics } = schemaOf(
      withSchema('{}', 'schemas:\n  A: { discriminator: kind, externalDocs: {}, xml: 1 }\n'),
    );
    expect(schemas).toEqual({ A: { discriminator: { propertyName: 'kind' } } });
    expect(placesOf(diagnostics)).toEqual(['12:23 wrong-type', '12:43 missing-key', '12:52 wrong-type']);
  });
});
