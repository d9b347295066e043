import { expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import type { ExtraKind } from '../../../../src/model/page/field-allowance.ts';
import type { JsonSchema } from '../../../../src/model/schema/schema.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import type { Content } from '../../../../src/presentation/fields/field-shape.ts';
import { FieldTrees } from '../../../../src/presentation/fields/field-tree.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
/** A hundred fields with so many letters each. */
const described = (letters: number): JsonSchema =>
  object(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, { description: 'x'.repeat(letters) }])));

/** Paths of what has rows on a page with these bodies. */
function drawn(
  schemas: Record<string, JsonSchema>,
  bodies: readonly (readonly ['request' | 'response', JsonSchema])[],
  extras?: number,
) {
  const kinds: ExtraKind[] = [];
  const trees = new FieldTrees({
    components: new Components({ ...apiRecord().components, schemas }),
    anchors: new Anchors(),
    schemaPath: (name) => `/schemas/${name}`,
    deepest: 60,
    allowance: extras === undefined ? undefined : { extras, note: (all) => kinds.push(...all.map(({ kind }) => kind)) },
  });
  const shapes = bodies.map(([direction, body], at) => trees.body(body, `body${at}`, direction, `Body ${at}`));
  trees.complete();
  const placesIn = ({ rows }: Content): readonly string[] =>
    rows.flatMap((row) => [...(row.content.rows.length > 0 ? [row.place] : []), ...placesIn(row.content)]);
  return { places: shapes.flatMap(({ content }) => placesIn(content)), kinds };
}

const Place = object({ lat: {}, lng: {} });

test('of copies those that are less deep come first, in all bodies alike', () => {
  const bodies = [
    ['request', object({ first: ref('Place') })],
    ['request', object({ a: object({ b: object({ deep: ref('Place') }) }) })],
    ['request', object({ near: ref('Place') })],
  ] as const;
  expect(drawn({ Place }, bodies, 1).places).toEqual(['first', 'a', 'a.b', 'near']);
  expect(drawn({ Place }, bodies, 2).places).toEqual(['first', 'a', 'a.b', 'a.b.deep', 'near']);
});

test('what is deep in two places of one depth is a copy in the second, and comes after all that is none', () => {
  const body = object({ a: object({ b: object({ one: ref('Place'), two: ref('Place'), other: ref('Other') }) }) });
  const { kinds } = drawn({ Place, Other: object({ id: {} }) }, [['request', body]], 9);
  expect(kinds).toEqual(['sent', 'sent', 'copy']);
});

test('of what is deep in a response little is drawn where not all of it has room', () => {
  const response = (...names: readonly string[]) =>
    [
      ['response', object({ a: object(Object.fromEntries(names.map((name) => [name, object({ b: ref(name) })]))) })],
    ] as const;
  const schemas = { Middle: described(500), Large: described(2_000) };
  expect(drawn(schemas, response('Middle')).places).toContain('a.Middle.b');
  expect(drawn(schemas, response('Middle', 'Large')).places).not.toContain('a.Middle.b');
});
