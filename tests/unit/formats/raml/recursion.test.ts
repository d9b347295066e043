import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { WebApiParser } from 'webapi-parser';
import { raml } from '../../../../src/formats/raml/raml.ts';
import { Api } from '../../../../src/model/api.ts';
import type { JsonSchema } from '../../../../src/model/schema.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const render = (schemas: Schemas): string => {
  const api = new Api(apiRecord({ components: { ...apiRecord().components, schemas } }));
  return raml.render?.({ level: 'api', api }, { title: 'APIs', baseUrl: 'https://api.example.com' }) ?? '';
};

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
const typesOf = (schemas: Schemas): any => (load(render(schemas)) as { readonly types: unknown }).types;

async function problemsOf(text: string): Promise<readonly string[]> {
  const report = await WebApiParser.raml10.validate(await WebApiParser.raml10.parse(text));
  return report.conforms ? [] : report.results.map(({ message }) => message);
}

const to = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const demanding = (properties: Schemas): JsonSchema => ({ type: 'object', required: Object.keys(properties), properties });
const atLeastOne = (items: JsonSchema): JsonSchema => ({ type: 'array', minItems: 1, items });

describe('types whose values would be endless', () => {
  const freed = (type: string) => ({ type, required: false, '(x-required)': true });

  test.each<[string, Schemas, string, unknown]>([
    ['a field of its own type', { A: demanding({ a: to('A') }) }, 'A.a', freed('A')],
    ['a described field of its own type', { A: demanding({ a: { $ref: '#/components/schemas/A', title: 'T' } }) }, 'A.a', { ...freed('A'), displayName: 'T' }],
    ['a circle of three, where it closes', { A: demanding({ b: to('B') }), B: demanding({ c: to('C') }), C: demanding({ a: to('A') }) }, 'C.a', freed('A')],
    ['a circle through a nested object', { A: demanding({ b: demanding({ a: to('A') }) }) }, 'A.b.a', freed('A')],
    ['a list with something in it', { A: demanding({ as: atLeastOne(to('A')) }) }, 'A.as', { type: 'array', items: 'A', '(x-json-schema)': { minItems: 1 } }],
    ['a list of nothing but itself', { A: atLeastOne(to('A')) }, 'A', { type: 'array', items: 'A', '(x-json-schema)': { minItems: 1 } }],
    ['a list of objects', { A: demanding({ as: atLeastOne(demanding({ a: to('A') })) }) }, 'A.as.items.a', freed('A')],
    ['a name of a name', { M: demanding({ n: to('N') }), N: { $ref: '#/components/schemas/M', description: 'again' } }, 'M.n', freed('N')],
    ['a field that is inherited', { P: demanding({ c: to('C') }), C: { allOf: [to('P'), demanding({ d: { type: 'string' } })] } }, 'C.c', freed('C')],
    ['a choice of one', { A: { type: 'object', oneOf: [demanding({ a: to('A') })] } }, 'A-1.a', freed('A')],
  ])('let be absent: %s', async (_, schemas, path, expected) => {
    const [name = '', ...steps] = path.split('.');
    const found = steps.reduce((type, step) => (step === 'items' ? type.items : type.properties[step]), typesOf(schemas)[name]);
    expect(found).toEqual(expected);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test.each<[string, Schemas]>([
    ['a field that may be absent', { A: { type: 'object', properties: { a: to('A') } } }],
    ['a field that may be null', { A: demanding({ a: { anyOf: [to('A'), { type: 'null' }] } }) }],
    ['a list that may be empty', { A: demanding({ as: { type: 'array', items: to('A') } }) }],
    ['a list of objects that may be empty', { A: demanding({ as: { type: 'array', items: demanding({ a: to('A') }) } }) }],
    ['free keys', { A: demanding({ m: { type: 'object', additionalProperties: to('A') } }) }],
    ['a circle that one field leaves open', { A: demanding({ b: to('B') }), B: { type: 'object', properties: { a: to('A') } } }],
    ['two ways to the same type', { A: demanding({ b: to('B'), c: to('C') }), B: demanding({ c: to('C') }), C: demanding({ d: { type: 'string' } }) }],
  ])('are none: %s', async (_, schemas) => {
    expect(render(schemas)).not.toMatch(/x-required|minItems/);
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('a choice between names of each other in a circle stays valid', async () => {
    const schemas = { A: { oneOf: [{ $ref: '#/components/schemas/A', description: 'again' }] } } as const;
    expect(await problemsOf(render(schemas))).toEqual([]);
  });

  test('a chain of ten thousand types is followed', () => {
    const links = Array.from({ length: 10_000 }, (_, index): [string, JsonSchema] => [`A${index}`, demanding({ next: to(`A${(index + 1) % 10_000}`) })]);
    expect(render(Object.fromEntries(links)).match(/"?\(x-required\)"?: true/g)).toHaveLength(1);
  });
});
