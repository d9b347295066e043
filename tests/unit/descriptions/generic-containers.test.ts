import { describe, expect, test } from 'vitest';
import { sample } from '../../../src/schema/sample.ts';
import { validityOf } from '../../../src/schema/validation.ts';
import { readValue, recordOf, rulesOf } from '../descriptors/read-text.ts';
import { described, written } from './described.ts';

const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object) => ({ 200: { description: 'Done', content: { 'application/json': { schema } } } });
const text = { type: 'string' };
const objectOf = (name: string) => ({ type: 'object', required: [name], properties: { [name]: text } });

/** A shelf holds things of one kind, which the place that uses it names. */
const SHELF = {
  type: 'object',
  required: ['things'],
  properties: { things: { type: 'array', items: { $dynamicRef: '#thing' } }, free: { type: 'integer' } },
  $defs: { any: { $dynamicAnchor: 'thing', not: {} } },
};
const shelfOf = (thing: object) => ({
  $ref: '#/components/schemas/Shelf',
  $defs: { it: { $dynamicAnchor: 'thing', ...thing } },
});

function store(paths: Readonly<Record<string, object>>, schemas: object = {}) {
  return {
    openapi: '3.1.0',
    info: { title: 'Store', version: '1' },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, schema]) => [
        `/${path}`,
        { get: { summary: path, responses: answer(schema) } },
      ]),
    ),
    components: { schemas: { Jar: objectOf('label'), Tool: objectOf('use'), Shelf: SHELF, ...schemas } },
  };
}

describe('a generic schema has the parts that a place gives it', () => {
  const given = store(
    {
      jars: schemaOf('JarShelf'),
      tools: shelfOf(schemaOf('Tool')),
      notes: shelfOf(text),
      more: shelfOf(schemaOf('Tool')),
    },
    { JarShelf: { title: 'Jars', ...shelfOf(schemaOf('Jar')) } },
  );
  const api = described(given);
  const at = (name: string) => {
    const [content] = Object.values(api.getService(name)?.getAllOperations()[0]?.record.responses ?? {});
    if (content === undefined || '$ref' in content) return expect.fail();
    const media = content.content?.['application/json'] ?? expect.fail();
    return '$ref' in media ? expect.fail() : (media.schema ?? expect.fail());
  };

  test.each([
    ['jars', { things: [{ label: 'a' }], free: 1 }, { things: [{ use: 'a' }] }],
    ['tools', { things: [{ use: 'a' }] }, { things: [{ label: 'a' }] }],
    ['notes', { things: ['a'] }, { things: [1] }],
  ])('%s', (name, right, wrong) => {
    const schema = at(name);
    expect(validityOf(right, schema, api.components, 'response')).toBe('valid');
    expect(validityOf(wrong, schema, api.components, 'response')).toBe('invalid');
    const { value, complete } = sample(schema, api.components, { direction: 'response' });
    expect([complete, Object.keys(JSON.parse(JSON.stringify(value)))]).toEqual([true, ['things', 'free']]);
    for (const left of ['$dynamic', '$defs']) expect(written(api, name, 'openapi')).not.toContain(left);
    const [field = ''] = Object.keys((right.things[0] as object | undefined) ?? {});
    for (const format of ['markdown', 'openapi', 'swagger'] as const)
      expect(written(api, name, format)).toContain(field);
  });

  test('without a schema more than it needs', () => {
    expect(Object.keys(api.components.record.schemas)).toEqual([
      'Jar',
      'Tool',
      'Shelf',
      'JarShelf',
      'ShelfOfTool',
      'ShelfOfString',
    ]);
    expect(api.components.schema('JarShelf')).toMatchObject({
      title: 'Jars',
      properties: { things: { items: schemaOf('Jar') } },
    });
    expect(api.components.schema('Shelf')).toMatchObject({ properties: { things: { items: { not: {} } } } });
    expect(rulesOf(readValue(given))).toEqual([]);
  });
});

describe('the schemas of a tree that is extended', () => {
  const part = { $dynamicAnchor: 'part', properties: { parts: { type: 'array', items: { $dynamicRef: '#part' } } } };
  const priced = {
    $dynamicAnchor: 'part',
    $ref: '#/components/schemas/Part',
    properties: { price: { type: 'integer' } },
  };

  test('are those of the extension', () => {
    const api = described(store({ machine: schemaOf('Priced') }, { Part: part, Priced: priced }));
    const wrong = { price: 1, parts: [{ price: 'a' }] };
    expect(validityOf({ parts: [{ price: 1 }] }, schemaOf('Priced'), api.components, 'response')).toBe('valid');
    expect(validityOf(wrong, schemaOf('Priced'), api.components, 'response')).toBe('invalid');
    expect(validityOf(wrong, schemaOf('Part'), api.components, 'response')).toBe('valid');
    expect(Object.keys(api.components.record.schemas)).toEqual(['Jar', 'Tool', 'Shelf', 'Part', 'Priced']);
  });

  test('are those of the extension, in the words of 2019-09', () => {
    const branch = { $recursiveAnchor: true, properties: { parts: { type: 'array', items: { $recursiveRef: '#' } } } };
    const own = { properties: { price: { type: 'integer' } }, $ref: '#/components/schemas/Part' };
    const given = store({ machine: schemaOf('Priced') }, { Part: branch, Priced: { $recursiveAnchor: true, ...own } });
    const api = described(given);
    const wrong = { price: 1, parts: [{ price: 'a' }] };
    expect(validityOf({ parts: [{ price: 1 }] }, schemaOf('Priced'), api.components, 'response')).toBe('valid');
    expect(validityOf(wrong, schemaOf('Priced'), api.components, 'response')).toBe('invalid');
    expect(validityOf(wrong, schemaOf('Part'), api.components, 'response')).toBe('valid');
    expect(rulesOf(readValue(given))).toEqual([]);
    expect(written(api, 'machine', 'openapi')).not.toContain('$recursive');
  });

  test('are those of the outermost place, through schemas between', () => {
    const box = { properties: { content: schemaOf('Shelf') } };
    const api = described(
      store({ boxes: { $ref: '#/components/schemas/Box', $defs: shelfOf(schemaOf('Jar')).$defs } }, { Box: box }),
    );
    const names = Object.keys(api.components.record.schemas);
    expect(names).toEqual(['Jar', 'Tool', 'Shelf', 'Box', 'BoxOfJar', 'ShelfOfJar']);
    const things = (thing: object) =>
      validityOf({ content: { things: [thing] } }, schemaOf('BoxOfJar'), api.components, 'response');
    expect([things({ label: 'a' }), things({ use: 'a' })]).toEqual(['valid', 'invalid']);
  });

  test('are finite where a place gives a schema to itself', () => {
    const api = described(store({ all: schemaOf('Nest') }, { Nest: { ...shelfOf(schemaOf('Shelf')) } }));
    expect(validityOf({ things: [{ things: [] }] }, schemaOf('Nest'), api.components, 'response')).toBe('valid');
    expect(validityOf({ things: [{ things: ['a'] }] }, schemaOf('Nest'), api.components, 'response')).toBe('invalid');
  });
});

test.each([
  ['an anchor that is nowhere', { items: { $dynamicRef: '#gone' } }, ['ref-not-found']],
  ['an anchor that only other places have', { items: { $dynamicRef: '#thing' } }, []],
  [
    'a name that is no dynamic anchor',
    { $defs: { a: { $anchor: 'plain', type: 'string' } }, items: { $dynamicRef: '#plain' } },
    [],
  ],
  ['a pointer', { items: { $dynamicRef: '#/components/schemas/Jar' } }, []],
])('a dynamic reference to %s: %j', (_kind, schema, rules) => {
  const result = readValue(store({}, { List: schema }));
  expect(rulesOf(result)).toEqual(rules);
  const { List } = recordOf(result).components.schemas;
  expect(JSON.stringify(List).includes('$dynamicRef')).toBe(rules.length > 0);
});

test('copies of copies without an end are not made', () => {
  const names = Array.from({ length: 120 }, (_, index) => `S${index}`);
  const properties = (own: string) =>
    Object.fromEntries(
      names.map((name) => [name, { ...shelfOf(schemaOf(name)), $ref: `#/components/schemas/${own}` }]),
    );
  const schemas = Object.fromEntries(
    names.map((name) => [name, { properties: { ...properties(name), x: { $dynamicRef: '#thing' } } }]),
  );
  expect(rulesOf(readValue(store({}, schemas)))).toContain('ref-not-found');
});
