import { describe, expect, test } from 'vitest';
import { componentReference } from '../../../../src/schema/references.ts';
import { readText, recordOf, rulesOf } from '../read-text.ts';
import { checkRecord } from '../record-invariants.ts';

const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n';

function schemasOf(yaml: string, others: Readonly<Record<string, string>> = {}) {
  const result = readText(HEAD + yaml, others);
  checkRecord(recordOf(result));
  return { schemas: recordOf(result).components.schemas, rules: rulesOf(result) };
}

/** Bundlers read references in the place of maps and lists. */
describe('a reference in the place of', () => {
  const parts = {
    'd/info.yaml': 'title: T\nversion: 2.0.0\nx-logo: {url: logo.png}',
    'd/servers.yaml': '- url: /s',
    'd/tags.yaml': '- {name: t, description: About t}',
    'd/paths.yaml': "/a: {get: {$ref: 'get.yaml'}}",
    'd/get.yaml': "{operationId: a, parameters: {$ref: 'list.yaml'}, responses: {$ref: 'answers.yaml'}}",
    'd/list.yaml': '- {name: q, in: query, schema: {type: string}}',
    'd/answers.yaml': "'200': {description: Done}",
    'd/components.yaml': "schemas: {$ref: 'schemas.yaml'}\nsecuritySchemes: {$ref: 'keys.yaml'}",
    'd/schemas.yaml': "A: {$ref: 'schemas/a.yaml'}\nB: {$ref: '#/A'}",
    'd/schemas/a.yaml': "properties: {b: {$ref: '../schemas.yaml#/B'}, a: {$ref: '../api.yaml#/components/schemas/A'}}",
    'd/keys.yaml': 'key: {type: apiKey, in: header, name: X-Key}',
  };
  const file = (name: string) => `${name}: {$ref: '${name}.yaml'}\n`;
  const files = ['info', 'servers', 'tags', 'paths', 'components'].map(file).join('');
  const main = `openapi: 3.1.0\n${files}security: [{key: []}]`;

  test('every map and list of a descriptor is read', () => {
    const result = readText(main, parts);
    const record = recordOf(result);
    checkRecord(record);
    expect(result.diagnostics).toEqual([]);
    expect(record).toMatchObject({
      version: 2,
      info: { title: 'T', version: '2.0.0', 'x-logo': { url: 'logo.png' } },
      servers: [{ url: '/s' }],
      tags: [{ name: 't', description: 'About t' }],
      services: [
        {
          operations: [
            {
              method: 'GET',
              operationId: 'a',
              parameters: [{ name: 'q' }],
              responses: { 200: { description: 'Done' } },
            },
          ],
        },
      ],
    });
    const a = { $ref: '#/components/schemas/A' };
    expect(record.components.schemas).toEqual({
      A: { properties: { b: { $ref: '#/components/schemas/B' }, a } },
      B: a,
    });
    expect(record.components.securitySchemes).toMatchObject({ key: { name: 'X-Key' } });
  });

  test('a map to nothing is a warning, and nothing is read', () => {
    const result = readText("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {$ref: 'gone.yaml'}\n", {});
    expect(new Set(rulesOf(result))).toEqual(new Set(['ref-not-found', 'missing-key']));
    expect(recordOf(result).services).toEqual([]);
  });

  test('an operation in a callback is not followed: such operations could lead to each other without an end', () => {
    const { diagnostics } = readText(
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {$ref: 'get.yaml'}}}\n",
      { 'd/get.yaml': "{callbacks: {c: {'{$url}': {get: {$ref: 'get.yaml'}}}}}" },
    );
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['unknown-key']);
  });

  test('the fields of a schema is left out', () => {
    const { schemas, rules } = schemasOf("components: {schemas: {A: {properties: {$ref: 'a.yaml', $id: {}}}}}");
    expect(rules).toEqual(['wrong-type']);
    expect(schemas).toEqual({ A: { properties: { $id: {} } } });
  });
});

/** The surroundings of a part may be for some readers alone: so is the part, wherever it is used. */
describe('a reference into what is marked', () => {
  const hidden = {
    'd/staff.yaml':
      "{x-internal: true, get: {operationId: x}, item: {get: {operationId: x}}, alias: {$ref: 'open.yaml#/item'}, " +
      "list: [{name: q, in: query, schema: {}}], answers: {'200': {description: Done}}, " +
      'map: {/a: {get: {operationId: x}}}}',
    'd/open.yaml': "{item: {get: {operationId: x}}, alias: {$ref: '#/item', x-internal: true}}",
  };
  const readPaths = (paths: string) =>
    readText(`openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: ${paths}`, hidden);
  const operationOf = (result: ReturnType<typeof readText>) => recordOf(result).services[0]?.operations[0];

  test.each([
    ['an operation of a file', "{/a: {get: {$ref: 'staff.yaml#/get'}}}"],
    ['an operation of another path', "{/a: {get: {$ref: '#/paths/~1b/get'}}, /b: {x-internal: true, get: {}}}"],
    ['an operation, by a pointer through a reference with the mark', "{/a: {get: {$ref: 'open.yaml#/alias/get'}}}"],
    ['a path', "{/a: {$ref: 'staff.yaml#/item'}}"],
    ['a path, over a reference in it', "{/a: {$ref: 'staff.yaml#/alias'}}"],
    ['a path, over a reference with the mark', "{/a: {$ref: 'open.yaml#/alias'}}"],
  ])('%s has the mark', (_, paths) => {
    expect(operationOf(readPaths(paths))?.extensions).toMatchObject({ 'x-internal': true });
  });

  test('a component has the mark of a reference that its pointer leads through', () => {
    const { schemas } = schemasOf(
      "x-staff: {$ref: 'a.yaml', x-internal: true}\n" +
        "components: {schemas: {A: {items: {$ref: '#/x-staff/properties/p'}}}}",
      { 'd/a.yaml': 'properties: {p: {type: string}}' },
    );
    expect(schemas).toMatchObject({ p: { type: 'string', 'x-internal': true } });
  });

  test.each(['staff.yaml#/item', 'staff.yaml#/alias', 'open.yaml#/alias'])('a callback has the mark: %s', (ref) => {
    const callbacks = operationOf(readPaths(`{/a: {get: {callbacks: {c: {'{$url}': {$ref: '${ref}'}}}}}}`))?.callbacks;
    expect(callbacks).toMatchObject({ c: { '{$url}': { 'x-internal': true, get: { operationId: 'x' } } } });
  });

  test.each([
    ['parameters', "{/a: {get: {parameters: {$ref: 'staff.yaml#/list'}}}}"],
    ['responses', "{/a: {get: {responses: {$ref: 'staff.yaml#/answers'}}}}"],
    ['paths', "{$ref: 'staff.yaml#/map'}"],
  ])('%s are left out', (_, paths) => {
    const result = readPaths(paths);
    expect(rulesOf(result)).toContain('ref-audience');
    expect(JSON.stringify(recordOf(result))).not.toMatch(/"q"|Done|"x"/);
  });

  test('what is marked itself may use it', () => {
    const result = readPaths("{/a: {x-internal: true, get: {parameters: {$ref: 'staff.yaml#/list'}, responses: {}}}}");
    expect(rulesOf(result)).toEqual([]);
    expect(operationOf(result)?.parameters).toMatchObject([{ name: 'q' }]);
  });
});

describe('a reference', () => {
  test('to a part of another file becomes a component named after the part', () => {
    const { schemas, rules } = schemasOf("components: {schemas: {A: {items: {$ref: 'parts/pets.yaml#/Cat'}}}}", {
      'd/parts/pets.yaml': "Cat: {properties: {owner: {$ref: 'owner.yaml'}, kitten: {$ref: '#/Cat'}}}",
      'd/parts/owner.yaml':
        "{type: object, properties: {pet: {$ref: 'pets.yaml#/Cat'}, a: {$ref: '../api.yaml#/components/schemas/A'}}}",
    });
    const cat = { $ref: '#/components/schemas/Cat' };
    expect(rules).toEqual([]);
    expect(schemas).toEqual({
      A: { items: cat },
      Cat: { properties: { owner: { $ref: '#/components/schemas/owner' }, kitten: cat } },
      owner: { type: 'object', properties: { pet: cat, a: { $ref: '#/components/schemas/A' } } },
    });
  });

  test('to the file of a component has the name of the component, from everywhere', () => {
    const { schemas, rules } = schemasOf(
      "components: {schemas: {User: {$ref: 'user.yaml'}, Person: {$ref: 'user.yaml'}}}",
      {
        'd/user.yaml':
          "{type: object, properties: {boss: {$ref: '#'}, self: {$ref: './api.yaml#/components/schemas/User'}}}",
      },
    );
    const user = { $ref: '#/components/schemas/User' };
    expect(rules).toEqual([]);
    expect(schemas).toEqual({ User: { type: 'object', properties: { boss: user, self: user } }, Person: user });
  });

  test.each([
    ['beside it', "schemas: {User: {$ref: 'user.yaml', x-internal: true}}"],
    ['around it', "schemas: {User: {$ref: 'user.yaml'}, x-internal: true}"],
  ])('of a component with a mark for some readers %s is no name for others', (_title, components) => {
    const { schemas } = schemasOf(
      `components: {${components}, responses: {A: {description: A, content: {a/b: {schema: {$ref: 'user.yaml'}}}}}}`,
      {
        'd/user.yaml': 'type: object',
      },
    );
    expect(schemas['User']).toMatchObject({ 'x-internal': true });
    expect(Object.keys(schemas)).toContainEqual(expect.stringMatching(/^User_|^user$/));
  });

  test('to a part that has the name of a component gets another name', () => {
    const { schemas } = schemasOf("components: {schemas: {Pet: {properties: {a: {$ref: 'Pet.yaml'}}}}}", {
      'd/Pet.yaml': 'type: string',
    });
    expect(Object.keys(schemas)).toEqual(['Pet', expect.stringMatching(/^Pet_[0-9a-f]{8}$/)]);
  });

  test.each([
    ['a property', '#/components/schemas/A/properties/x', 'A_x'],
    ['$defs', '#/components/schemas/A/$defs/d', 'A_d'],
    ['an anchor', '#here', 'A_x'],
    ['a percent-encoded name', '#/components/schemas/B%20C', 'B C'],
    ['an escaped name', '#/components/schemas/D~1E', 'D/E'],
    ['an identifier', 'https://schemas.example/a', 'A'],
    ['a relative identifier', 'inner', 'A_y'],
  ])('to %s becomes an edge to a component', (_title, ref, name) => {
    const yaml = `components:
  schemas:
    A: {$id: 'https://schemas.example/a', properties: {x: {$anchor: here}, y: {$id: inner}, z: {$ref: '${ref}'}}, $defs: {d: {type: string}}}
    'B C': {}
    D/E: {}`;
    const { schemas, rules } = schemasOf(yaml);
    expect(rules).toEqual([]);
    expect(JSON.stringify(schemas['A'])).toContain(
      JSON.stringify({ z: { $ref: componentReference('schemas', name) } }).slice(1, -1),
    );
    expect(Object.keys(schemas)).toContain(name);
  });

  test('to nothing is a warning at its place and a named gap', () => {
    const result = readText(
      `${HEAD}components:\n  schemas:\n    A:\n      items: {$ref: '#/components/schemas/Gone'}\n`,
    );
    expect(result.diagnostics).toMatchObject([{ severity: 'warning', rule: 'ref-not-found', line: 7, column: 21 }]);
    expect(recordOf(result).components.schemas['Gone']).toEqual({
      'x-platform-missing': 'schema “Gone” is not in the descriptor',
    });
  });

  test.each([
    ["'#/components/schemas/Bok'", '“#/components/schemas/Book”'],
    ["'#/components/schema/Book'", '“#/components/schemas/Book”'],
    ["'parts.yaml#/Bok'", '“parts.yaml#/Book”'],
    ["'#/components/schemas/Boo~1shelve'", '“#/components/schemas/Book~1shelves”'],
    ["'#/components/schemas/Unlike'", null],
    ["'#/components/schemas/items/Unlike'", null],
  ])('to the misspelt name %s names what is close', (ref, close) => {
    const { diagnostics } = readText(
      `${HEAD}components:\n  schemas:\n    Book: {}\n    Book/shelves: {}\n    A:\n      items: {$ref: ${ref}}\n`,
      { 'd/parts.yaml': 'Book: {type: object}\n' },
    );
    expect(diagnostics.map(({ remedy }) => remedy)).toEqual([
      close === null ? 'Define what it names, or correct the reference.' : `Write ${close}, or define what it names.`,
    ]);
  });

  test('to a misspelt name is compared with a hundred thousand names, all such references together', () => {
    const known = Array.from({ length: 999 }, (_, at) => `    Other${at}: {}\n`).join('');
    const wrong = Array.from({ length: 120 }, (_, at) => `{$ref: '#/components/schemas/Bookshel${at}'}`).join(', ');
    const { diagnostics } = readText(`${HEAD}components:\n  schemas:\n    Bookshelf: {allOf: [${wrong}]}\n${known}`);
    expect(diagnostics.filter(({ remedy }) => remedy.startsWith('Write “#/components/schemas/'))).toHaveLength(100);
  });

  test('that leads back to itself is a warning and a gap', () => {
    const { schemas, rules } = schemasOf(
      "components: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}, C: {$ref: '#/components/schemas/A'}}}",
    );
    expect(rules).toEqual(['ref-cycle']);
    expect(schemas['A']).toHaveProperty('x-platform-missing');
    expect(schemas['C']).toEqual({ $ref: '#/components/schemas/A' });
  });

  test('to a part of another kind is a warning', () => {
    const { schemas, rules } = schemasOf(
      "components: {schemas: {A: {$ref: '#/components/responses/R'}}, responses: {R: {description: D}}}",
    );
    expect(rules).toEqual(['ref-kind']);
    expect(schemas).toEqual({ A: { $ref: '#/components/schemas/R' }, R: { description: 'D' } });
  });

  test('of a recursive schema stays an edge', () => {
    const { schemas, rules } = schemasOf(
      "components: {schemas: {Node: {properties: {next: {$ref: '#/components/schemas/Node'}}}}}",
    );
    expect(rules).toEqual([]);
    expect(schemas).toEqual({ Node: { properties: { next: { $ref: '#/components/schemas/Node' } } } });
  });

  test('to a parameter that is not there leaves the parameter out and says so', () => {
    const result = readText(`openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      parameters: [{$ref: '#/components/parameters/Gone'}, {name: b, in: query, schema: {}}]
      responses: {}`);
    const operation = recordOf(result).services[0]?.operations[0];
    expect(operation?.parameters).toHaveLength(1);
    expect(operation?.extensions).toEqual({ 'x-platform-missing': ['parameter “Gone” is not in the descriptor'] });
    expect(rulesOf(result)).toEqual(['ref-not-found']);
  });
});
