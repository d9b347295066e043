import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { raml } from '../../../../src/formats/raml/raml.ts';
import { Api } from '../../../../src/model/api.ts';
import type { JsonSchema } from '../../../../src/model/schema/schema.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';
import { validateRaml } from '../../../tooling/validators.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const render = (schemas: Schemas): string => {
  const api = new Api(apiRecord({ components: { ...apiRecord().components, schemas } }));
  return raml.render?.({ level: 'api', api }, { title: 'APIs', baseUrl: 'https://api.example.com' }) ?? '';
};

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
const typesOf = (schemas: Schemas): any => (load(render(schemas)) as { readonly types: unknown }).types;

const problemsOf = (text: string): Promise<readonly string[]> => validateRaml([{ name: 'document', text }]);

const to = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const demanding = (properties: Schemas): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const atLeastOne = (items: JsonSchema): JsonSchema => ({ type: 'array', minItems: 1, items });

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

describe('types whose values would be endless', () => {
  const freed = (type: string) => ({ type, required: false, '(x-required)': true });

  const needed = to('A');

  test.each<[string, Schemas, string, unknown]>([
    ['a field of its own type', { A: demanding({ a: needed }) }, 'A.a', freed('A')],
    [
      'a described field of its own type',
      { A: demanding({ a: { $ref: '#/components/schemas/A', title: 'T' } }) },
      'A.a',
      { ...freed('A'), displayName: 'T' },
    ],
    [
      'a cycle of three',
      { A: demanding({ b: to('B') }), B: demanding({ c: to('C') }), C: demanding({ a: needed }) },
      'C.a',
      freed('A'),
    ],
    ['a cycle through a nested object', { A: demanding({ b: demanding({ a: needed }) }) }, 'A-b.a', freed('A')],
    [
      'a list with something in it',
      { A: demanding({ as: atLeastOne(needed) }) },
      'A-as',
      { type: 'array', items: 'A', '(x-json-schema)': { minItems: 1 } },
    ],
    [
      'a list of nothing but itself',
      { A: atLeastOne(needed) },
      'A',
      { type: 'array', items: 'A | A', '(x-json-schema)': { minItems: 1 } },
    ],
    ['a list of objects', { A: demanding({ as: atLeastOne(demanding({ a: needed })) }) }, 'A-as-item.a', freed('A')],
    [
      'a name of a name',
      { M: demanding({ n: to('N') }), N: { $ref: '#/components/schemas/M', description: 'again' } },
      'M.n',
      { ...freed('M'), '(x-type)': 'N' },
    ],
    [
      'a field that is inherited',
      { P: demanding({ c: to('C') }), C: { allOf: [to('P'), demanding({ d: { type: 'string' } })] } },
      'C.c',
      freed('C'),
    ],
    [
      'a choice of one',
      { A: { type: 'object', oneOf: [demanding({ a: needed })] } },
      'A-1.a',
      { ...freed('A-1'), '(x-type)': 'A' },
    ],
    [
      'a list of lists',
      { A: listOf(atLeastOne(needed)) },
      'A-item',
      { type: 'array', items: 'A | A', '(x-json-schema)': { minItems: 1 } },
    ],
  ])('let be absent: %s', async (_, schemas, path, expected) => {
    const [name = '', property] = path.split('.');
    const type = typesOf(schemas)[name];
    expect(property === undefined ? type : type.properties[property]).toEqual(expected);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test.each<[string, Schemas]>([
    ['a field that may be absent', { A: { type: 'object', properties: { a: to('A') } } }],
    ['a field that may be null', { A: demanding({ a: { anyOf: [to('A'), { type: 'null' }] } }) }],
    ['a list that may be empty', { A: demanding({ as: listOf(to('A')) }) }],
    ['a list of objects that may be empty', { A: demanding({ as: listOf(demanding({ a: to('A') })) }) }],
    ['free keys', { A: demanding({ m: { type: 'object', additionalProperties: to('A') } }) }],
    [
      'a cycle that one field leaves open',
      { A: demanding({ b: to('B') }), B: { type: 'object', properties: { a: to('A') } } },
    ],
    [
      'two ways to the same type',
      {
        A: demanding({ b: to('B'), c: to('C') }),
        B: demanding({ c: to('C') }),
        C: demanding({ d: { type: 'string' } }),
      },
    ],
  ])('are none: %s', async (_, schemas) => {
    expect(render(schemas)).not.toMatch(/x-required|minItems/);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('a choice between names of each other in a cycle stays valid', async () => {
    const schemas = { A: { oneOf: [{ $ref: '#/components/schemas/A', description: 'again' }] } } as const;
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  const choice = (...variants: readonly JsonSchema[]): JsonSchema => ({ oneOf: variants });

  test.each<[string, Schemas, string, unknown]>([
    [
      'a choice that holds itself',
      { A: choice(demanding({ a: to('A') }), { type: 'string' }) },
      'A-1.a',
      { type: 'A-1 | string', '(x-type)': 'A' },
    ],
    [
      'a choice with lists of itself',
      { A: choice(listOf(to('A')), { type: 'string' }) },
      'A-1.items',
      { type: 'A-1 | string', '(x-type)': 'A' },
    ],
    [
      'a choice of choices',
      { A: choice(to('B'), { type: 'string' }), B: choice(listOf(to('A')), { type: 'number' }) },
      'B-1.items',
      { type: 'B-1 | number | string', '(x-type)': 'A' },
    ],
    ['lists of each other', { A: listOf(to('B')), B: listOf(to('A')) }, 'A.items', 'B | B'],
    ['a list of lists of itself', { A: listOf(listOf(to('A'))) }, 'A.items', 'A-item | A-item'],
  ])('parsers read cycles: %s', async (_, schemas, path, expected) => {
    const [name = '', part = ''] = path.split('.');
    const type = typesOf(schemas)[name];
    const written = type[part] ?? type.properties[part];
    expect(written).toEqual(expected);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('a large choice is not written out at every reference to it', () => {
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, to('A')] as const));
    const variants = Array.from({ length: 300 }, (_, index) => demanding({ [`v${index}`]: { type: 'string' } }));
    expect(render({ A: choice({ type: 'object', properties: fields }, ...variants) }).length).toBeLessThan(100_000);
  });

  test.each<[string, Schemas]>([
    [
      'a described list',
      {
        A: { type: 'array', items: { type: 'object', properties: { b: demanding({ a: to('A') }) } } },
        Z: { $ref: '#/components/schemas/A', description: 'd' },
      },
    ],
    [
      'a choice before it',
      {
        A: { oneOf: [demanding({ d: to('D') })] },
        D: listOf({ type: 'object', properties: { x: demanding({ d: to('D') }) } }),
      },
    ],
    ['lists of lists of lists', { C: atLeastOne(listOf(listOf(to('C')))) }],
    [
      'a list of lists in an object that it holds',
      { A: demanding({ x: demanding({ y: to('C') }) }), C: listOf(atLeastOne(to('A'))) },
    ],
    [
      'a list of lists that leads into it',
      {
        A: listOf(listOf(to('C'))),
        B: atLeastOne(to('C')),
        C: { type: 'object', properties: { x: to('C') }, additionalProperties: to('B') },
      },
    ],
    [
      'described lists of each other',
      {
        A: listOf({ $ref: '#/components/schemas/B', description: 'd' }),
        B: atLeastOne(demanding({ y: { $ref: '#/components/schemas/A', description: 'd' } })),
      },
    ],
    ['a list in a list', { D: atLeastOne(demanding({ x: listOf(to('D')) })) }],
  ])('a cycle with a way out stays valid: %s', async (_, schemas) => {
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('a chain of ten thousand types is followed', () => {
    const links = Array.from({ length: 10_000 }, (_, index): [string, JsonSchema] => [
      `A${index}`,
      demanding({ next: to(`A${(index + 1) % 10_000}`) }),
    ]);
    expect(render(Object.fromEntries(links))).toContain('(x-required)');
  });
});

describe('another name of a list of lists', () => {
  const grid = listOf(listOf({ type: 'string' }));
  const described: JsonSchema = { $ref: '#/components/schemas/C', description: 'd' };

  test.each<[string, Schemas, string]>([
    ['of its own', { C: grid, D: to('C') }, 'D'],
    ['of a choice of one', { A: { oneOf: [grid] }, D: to('A') }, 'D'],
    ['beside a description', { C: { oneOf: [grid] }, D: listOf(described) }, 'D.items'],
  ])('is a list of lists: %s', async (_, schemas, path) => {
    const [name = '', part] = path.split('.');
    const type = typesOf(schemas)[name];
    expect(part === undefined ? type : type[part]).toMatchObject({
      type: 'array',
      items: { type: 'array', items: 'string' },
    });
    expect(await problemsOf(render(schemas))).toEqual([]);
  });
});

describe('schemas that hold themselves with additions', () => {
  const added = (name: string): JsonSchema => ({
    allOf: [to('Node'), { type: 'object', properties: { [name]: { type: 'string' } } }],
  });

  test('become types of their own', async () => {
    const schemas = { Node: { type: 'object', properties: { left: added('depth'), right: added('width') } } } as const;
    const types = typesOf(schemas);
    expect(Object.keys(types)).toHaveLength(3);
    const left = types[types.Node.properties.left.type];
    expect(Object.keys(left.properties)).toEqual(['left', 'right', 'depth']);
    expect(left.properties.left.type).toBe(types.Node.properties.left.type);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test.each<[string, JsonSchema]>([
    [
      'many of them',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`p${index}`, added(`a${index}`)])),
      },
    ],
    [
      'some that change what they hold',
      { type: 'object', properties: { p0: added('p0'), p1: added('p1'), p2: added('p0') } },
    ],
  ])('stay small: %s', async (_, node) => {
    const text = render({ Node: node });
    expect(text.length).toBeLessThan(1_000_000);
    expect(await problemsOf(text)).toEqual([]);
  });

  test('stay small as described lists of lists', () => {
    const described = { $ref: '#/components/schemas/Grid', description: 'd' };
    expect(
      render({
        Grid: listOf(
          listOf({ type: 'object', properties: { a: described, b: { ...described }, c: { ...described } } }),
        ),
      }).length,
    ).toBeLessThan(10_000);
  });
});
