import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import type { ShapeContent } from '../../../../src/presentation/fields/field-shape.ts';
import { FieldTrees, treesOfText } from '../../../../src/presentation/fields/field-tree.ts';
import { componentReference } from '../../../../src/schema/references.ts';
import type { JsonSchema, JsonSchemaObject } from '../../../../src/schema/schema.ts';
import { subschemasOf } from '../../../../src/schema/schema.ts';
import { allFieldsOf, fieldsOf } from '../../../../src/search/field-entries.ts';
import { caseCount } from '../../../tooling/case-count.ts';

/** A body and the named schemas that it may refer to, each to those before it. */
interface Described {
  readonly body: JsonSchema;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

const NAMED = ['Base', 'Mini', 'Full'];
const orNull: JsonSchemaObject = { type: 'null' };
const EVERYTHING = { depth: 50, rows: 10_000 };

/** Schemas of objects, put together in the ways of descriptors; fields have no names of their own yet. */
function objects(named: readonly string[]): fc.Arbitrary<JsonSchemaObject> {
  const depth = { maxDepth: 4, depthIdentifier: fc.createDepthIdentifier(), withCrossShrink: true };
  const { schema } = fc.letrec<{ schema: JsonSchemaObject; field: JsonSchemaObject }>((tie) => {
    const fields = fc
      .array(tie('field'), { minLength: 1, maxLength: 2 })
      .map((list) => Object.fromEntries(list.entries()));
    const plain = fields.map((properties): JsonSchemaObject => ({ type: 'object', properties }));
    const two = fc.tuple(tie('schema'), tie('schema'));
    return {
      schema: fc.oneof(
        depth,
        named.length === 0
          ? plain
          : fc.oneof(
              plain,
              fc.constantFrom(...named).map((name) => ({ $ref: componentReference('schemas', name) })),
            ),
        two.map((allOf): JsonSchemaObject => ({ allOf })),
        two.map((oneOf): JsonSchemaObject => ({ oneOf })),
        tie('schema').map((one): JsonSchemaObject => ({ anyOf: [one, orNull] })),
        fc.tuple(fields, two).map(([properties, allOf]): JsonSchemaObject => ({ type: 'object', properties, allOf })),
        fc.tuple(fields, two).map(([properties, anyOf]): JsonSchemaObject => ({ properties, anyOf })),
        fc.tuple(fields, tie('schema')).map(([properties, one]) => ({ properties, oneOf: [orNull, one] })),
        // What OpenAPI 3.0 calls nullable, once it is read.
        two.map((allOf) => ({ anyOf: [{ type: ['object', 'null'] as const, allOf }, orNull] })),
      ),
      field: fc.oneof(
        depth,
        fc.constant<JsonSchemaObject>({ type: 'string' }),
        tie('schema'),
        tie('schema').map((items): JsonSchemaObject => ({ type: 'array', items })),
      ),
    };
  });
  return schema;
}

/** The same schema, each field with a name that no other has. */
function withNames(schema: JsonSchema, nextName: () => string): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const inside = (one: JsonSchema): JsonSchema => withNames(one, nextName);
  const { properties, items, allOf, anyOf, oneOf } = schema;
  const named = Object.values(properties ?? {}).map((one) => [nextName(), inside(one)] as const);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(named) }),
    ...(items !== undefined && { items: inside(items) }),
    ...(allOf && { allOf: allOf.map(inside) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
  };
}

const described: fc.Arbitrary<Described> = fc
  .tuple(...NAMED.map((_, index) => objects(NAMED.slice(0, index))), objects(NAMED))
  .map((all) => {
    let count = 0;
    const [body = true, ...named] = all.toReversed().map((schema) => withNames(schema, () => `f${++count}`));
    return { body, schemas: Object.fromEntries(named.reverse().map((schema, index) => [NAMED[index], schema])) };
  });

/** Names of all fields that a value may have, through references. */
function fieldsIn(schema: JsonSchema, schemas: Described['schemas']): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: JsonSchema): void => {
    if (typeof one === 'boolean') return;
    for (const name of Object.keys(one.properties ?? {})) found.add(name);
    for (const inner of subschemasOf(one)) visit(inner.schema);
    if (one.$ref !== undefined) visit(schemas[one.$ref.split('/').at(-1) ?? ''] ?? true);
  };
  visit(schema);
  return found;
}

function rowsIn({ rows, variants }: ShapeContent): readonly string[] {
  return [
    ...rows.flatMap((row) => [row.name, ...rowsIn(row.content)]),
    ...variants.flatMap((group) => group.variants.flatMap(({ content }) => rowsIn(content))),
  ];
}

const missingFrom = (shown: readonly string[], { body, schemas }: Described): readonly string[] =>
  [...fieldsIn(body, schemas)].filter((name) => !shown.includes(name));

const componentsOf = ({ schemas }: Described): Components => new Components({ ...NO_COMPONENTS, schemas });

const SHOWN: readonly (readonly [place: string, shownBy: (given: Described) => readonly string[]])[] = [
  [
    'the page of a service',
    (given) => {
      const schemaPath = (name: string): string => `/${name}`;
      const options = { components: componentsOf(given), anchors: new Anchors(), schemaPath, limits: EVERYTHING };
      return rowsIn(new FieldTrees(options).body(given.body, 'body', 'response', 'Body').content);
    },
  ],
  [
    'Markdown, which describes each named schema once',
    (given) => {
      const trees = treesOfText(componentsOf(given));
      const all = [given.body, ...Object.values(given.schemas)];
      return all.flatMap((schema, index) => rowsIn(trees.body(schema, `b${index}`, 'response', 'Body').content));
    },
  ],
  [
    'search, which finds those of named schemas on their pages',
    (given) => {
      const components = componentsOf(given);
      const named = Object.keys(given.schemas).flatMap((name) => [
        ...allFieldsOf({ $ref: componentReference('schemas', name) }, components, name),
      ]);
      return [...fieldsOf(given.body, components, 'body', 'response'), ...named].map(({ name }) => name);
    },
  ],
];

describe('every field that a value may have is shown', () => {
  test.each(SHOWN)('by %s', (_place, shownBy) => {
    fc.assert(
      fc.property(described, (given) => {
        expect(missingFrom(shownBy(given), given)).toEqual([]);
      }),
      { numRuns: caseCount(300) },
    );
  });

  test.each(SHOWN)('inherited ones first, by %s', (_place, shownBy) => {
    const base: JsonSchemaObject = { type: 'object', properties: { id: { type: 'string' } } };
    const given: Described = {
      body: {
        type: 'object',
        properties: { size: {} },
        allOf: [{ anyOf: [base, orNull] }, { properties: { name: {} } }],
      },
      schemas: {},
    };
    expect(shownBy(given)).toEqual(['id', 'name', 'size']);
  });
});
