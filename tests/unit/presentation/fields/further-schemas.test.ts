import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import type { JsonSchema } from '../../../../src/model/schema/schema.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import type { Content } from '../../../../src/presentation/fields/field-shape.ts';
import { FieldTrees } from '../../../../src/presentation/fields/field-tree.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
/** `a.b` around a schema: so deep that it can be left to its page. */
const deep = (schema: JsonSchema): JsonSchema => object({ a: object({ b: schema }) });

/** A page of one response, with room for so many fields that can be left out. */
function page(schemas: Record<string, JsonSchema>, body: JsonSchema, extras: number, namesFurther = true) {
  const trees = new FieldTrees({
    components: new Components({ ...apiRecord().components, schemas }),
    anchors: new Anchors(),
    schemaPath: (name) => `/schemas/${name}`,
    deepest: 60,
    namesFurther,
    allowance: { extras, note: () => undefined },
  });
  const shapes = ['body', 'again'].map((anchor) => trees.body(body, anchor, 'response', anchor));
  const further = trees.complete();
  const namesIn = ({ rows, variants, note, hidden }: Content): readonly string[] => [
    ...rows.flatMap((row) => [row.name, ...namesIn(row.content)]),
    ...variants.flatMap((group) => group.variants.flatMap((variant) => namesIn(variant.content))),
    ...(note?.names ?? []).map(({ name }) => name),
    ...(hidden?.names ?? []),
  ];
  return { further, names: new Set(shapes.flatMap(({ content }) => namesIn(content))) };
}

describe('schemas that a page has no room for', () => {
  const chain = {
    Order: object({ customer: ref('Customer') }),
    Customer: object({ address: object({ city: {}, place: ref('Place') }), orders: { items: ref('Order') } }),
    Place: object({ lat: {}, lng: {} }),
    Unreached: object({ other: {} }),
  };

  test('are named with their fields, those that they lead to as well, and those written in place', () => {
    expect(page(chain, deep(ref('Order')), 0).further).toEqual([
      { title: 'Customer', href: '/schemas/Customer', fields: ['address', 'orders', 'city', 'place'] },
      { title: 'Place', href: '/schemas/Place', fields: ['lat', 'lng'] },
    ]);
  });

  test.each<[of: string, schemas: Record<string, JsonSchema>, body: JsonSchema, extras: number, namesFurther: boolean]>(
    [
      ['where everything has room', chain, deep(ref('Order')), 9, true],
      ['where the names of the fields stand at the link', { Place: chain.Place }, deep(ref('Place')), 0, true],
      ['where they are not asked for', chain, deep(ref('Order')), 0, false],
    ],
  )('are none %s', (_, schemas, body, extras, namesFurther) => {
    expect(page(schemas, body, extras, namesFurther).further).toEqual([]);
  });

  test('are no more than a page can have, however many there are', () => {
    const next = (at: number): JsonSchema => object({ [`f${at}`]: {}, [`n${at}`]: ref(`S${(at + 1) % 5_000}`) });
    const linked = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`S${at}`, next(at)]));
    expect(page(linked, deep(ref('S0')), 0).further.length).toBeLessThanOrEqual(2_000);
    const wide = object(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`field${at}`, {}])));
    expect(page({ Wide: object({ wide: ref('Inner') }), Inner: wide }, deep(ref('Wide')), 0).further).toEqual([]);
  });

  test('every name of a field is on the page, however little room it has', () => {
    const names = ['A', 'B', 'C', 'D', 'E'] as const;
    const reference = fc.constantFrom(...names).map(ref);
    const member: fc.Arbitrary<JsonSchema> = fc.oneof(
      reference,
      reference.map((items): JsonSchema => ({ type: 'array', items })),
      reference.map((schema): JsonSchema => ({ anyOf: [schema, { type: 'string' }] })),
      reference.map((schema) => object({ inPlace: schema })),
      fc.constant<JsonSchema>({ type: 'string' }),
    );
    const schemaOf = (owner: string) =>
      fc
        .array(member, { minLength: 1, maxLength: 4 })
        .map((members) => object(Object.fromEntries(members.map((schema, at) => [`${owner}${at}`, schema]))));
    const graph = fc.record(Object.fromEntries(names.map((name) => [name, schemaOf(name)])));
    fc.assert(
      fc.property(graph, fc.nat(12), (schemas, extras) => {
        const text = (value: unknown): string => JSON.stringify(value);
        const reached = new Set(['A']);
        for (const name of reached) {
          for (const [, next = ''] of text(schemas[name]).matchAll(/schemas\/(\w)/g)) reached.add(next);
        }
        const wanted = [...reached].flatMap((name) =>
          [...text(schemas[name]).matchAll(/"(\w\d)":/g)].map(([, key]) => key),
        );
        const { further, names: said } = page(schemas, deep(ref('A')), extras);
        const all = new Set([...said, ...further.flatMap(({ fields }) => fields)]);
        expect(wanted.filter((name) => !all.has(name ?? ''))).toEqual([]);
      }),
    );
  });
});
