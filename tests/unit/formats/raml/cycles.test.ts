import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { raml } from '../../../../src/formats/raml/raml.ts';
import { Api } from '../../../../src/model/api.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
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
  const cut = (type: string) => ({ type: 'any', '(x-type)': type });
  const needed = to('A');

  test.each<[string, Schemas, string, unknown]>([
    ['a field of its own type', { A: demanding({ a: needed }) }, 'A.a', cut('A')],
    [
      'a described field of its own type',
      { A: demanding({ a: { $ref: '#/components/schemas/A', title: 'T' } }) },
      'A.a',
      { ...cut('A'), displayName: 'T' },
    ],
    [
      'a cycle of three',
      { A: demanding({ b: to('B') }), B: demanding({ c: to('C') }), C: demanding({ a: needed }) },
      'C.a',
      cut('A'),
    ],
    [
      'a cycle through a nested object',
      { A: demanding({ b: demanding({ a: needed }) }) },
      'A.b',
      { type: 'object', properties: { a: cut('A') } },
    ],
    [
      'a list with something in it',
      { A: demanding({ as: atLeastOne(needed) }) },
      'A.as',
      { type: 'array', items: cut('A'), minItems: 1 },
    ],
    [
      'a name of a name',
      { M: demanding({ n: to('N') }), N: { $ref: '#/components/schemas/M', description: 'again' } },
      'M.n',
      cut('N'),
    ],
    [
      'a field that is inherited',
      { P: demanding({ c: to('C') }), C: { allOf: [to('P'), demanding({ d: { type: 'string' } })] } },
      'C.c',
      cut('C'),
    ],
    ['a choice of one', { A: { type: 'object', oneOf: [demanding({ a: needed })] } }, 'A-1.a', cut('A')],
    [
      'a list of a choice with lists of it',
      { A: { oneOf: [listOf(needed), { type: 'string' }] } },
      'A-1',
      { type: 'array', items: cut('A') },
    ],
    ['names of each other', { A: to('B'), B: to('A') }, 'A', cut('B')],
  ])('name the link in an annotation: %s', async (_, schemas, path, expected) => {
    const [name = '', property] = path.split('.');
    const type = typesOf(schemas)[name];
    expect(property === undefined ? type : type.properties[property]).toEqual(expected);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test.each<[string, Schemas]>([
    ['a field that may be absent', { A: { type: 'object', properties: { a: to('A') } } }],
    ['a field that may be null', { A: demanding({ a: { anyOf: [to('A'), { type: 'null' }] } }) }],
    ['a list that may be empty', { A: demanding({ as: listOf(to('A')) }) }],
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
    expect(render(schemas)).not.toMatch(/x-type|minItems/);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('a choice between names of each other in a cycle stays valid', async () => {
    const schemas = { A: { oneOf: [{ $ref: '#/components/schemas/A', description: 'again' }] } } as const;
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  const choice = (...variants: readonly JsonSchema[]): JsonSchema => ({ oneOf: variants });

  test.each<[string, Schemas, string, unknown]>([
    ['a choice that holds itself', { A: choice(demanding({ a: to('A') }), { type: 'string' }) }, 'A-1.a', 'A'],
    [
      'an object that holds a list of itself',
      { A: demanding({ as: listOf(to('A')) }) },
      'A.as',
      { type: 'array', items: 'A' },
    ],
  ])('parsers read cycles: %s', async (_, schemas, path, expected) => {
    const [name = '', part = ''] = path.split('.');
    expect(typesOf(schemas)[name].properties[part]).toEqual(expected);
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
    ['a list of objects that need it', { A: demanding({ as: listOf(demanding({ a: to('A') })) }) }],
    ['a list in a list', { D: atLeastOne(demanding({ x: listOf(to('D')) })) }],
  ])('a cycle with a way out stays valid: %s', async (_, schemas) => {
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('a chain of ten thousand types is followed', () => {
    const links = Array.from({ length: 10_000 }, (_, index): [string, JsonSchema] => [
      `A${index}`,
      demanding({ next: to(`A${(index + 1) % 10_000}`) }),
    ]);
    expect(render(Object.fromEntries(links))).toContain('(x-type)');
  });
});

describe('a list of lists', () => {
  const grid = listOf(listOf({ type: 'string' }));
  const described: JsonSchema = { $ref: '#/components/schemas/C', description: 'd' };

  test.each<[string, Schemas]>([
    ['with another name', { C: grid, D: to('C') }],
    ['as a choice of one', { A: { oneOf: [grid] }, D: to('A') }],
    ['in a list, beside a description', { C: { oneOf: [grid] }, D: listOf(described) }],
    ['by name, beside a description', { R: listOf({ type: 'string' }), C: listOf(to('R')), D: described }],
    ['of itself', { A: listOf(listOf(to('A'))) }],
    ['with something of itself in it', { A: listOf(atLeastOne(to('A'))) }],
    ['made of lists of each other', { A: listOf(to('B')), B: listOf(to('A')) }],
  ])('has its items in JSON Schema: %s', async (_, schemas) => {
    expect(render(schemas)).toMatch(/type: array\n +"\(x-json-schema\)":\n +items:/);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });
});

describe('schemas that hold themselves with additions', () => {
  const added = (name: string): JsonSchema => ({
    allOf: [to('Node'), { type: 'object', properties: { [name]: { type: 'string' } } }],
  });

  test('are a reference with the additions beside it', async () => {
    const schemas = { Node: { type: 'object', properties: { left: added('depth'), right: added('width') } } } as const;
    const types = typesOf(schemas);
    expect(Object.keys(types)).toEqual(['Node']);
    const addition = { type: 'object', properties: { depth: { type: 'string' } } };
    expect(types.Node.properties.left).toEqual({ type: 'Node', '(x-json-schema)': addition, required: false });
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('are a reference where they only describe it', async () => {
    const schemas = {
      Node: { type: 'object', properties: { up: { allOf: [to('Node')], description: 'The parent.' } } },
    } as const;
    expect(typesOf(schemas).Node.properties.up).toEqual({ type: 'Node', description: 'The parent.', required: false });
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
