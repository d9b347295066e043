import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changed, described } from './described.ts';

/** Generated schemas, rewritten at random places so that they mean the same: a comparison finds nothing. */

interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
}

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record(
    {
      type: fc.constant('string'),
      enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
      description: fc.constantFrom('One.', 'Two.'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('integer'), minimum: fc.nat(3), maximum: fc.nat(9) }, { requiredKeys: ['type'] }),
  fc.record(
    { type: fc.constant('string'), maxLength: fc.nat(9), pattern: fc.constant('^a') },
    { requiredKeys: ['type'] },
  ),
  fc.constant<Schema>({ type: 'boolean' }),
);

const { schema } = fc.letrec<{ schema: Schema; object: Schema }>((tie) => ({
  object: fc
    .record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('schema'), { minKeys: 1, maxKeys: 3 }),
      isRequired: fc.boolean(),
    })
    .map(({ isRequired, ...rest }) => ({ ...rest, ...(isRequired && { required: Object.keys(rest.properties) }) })),
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'medium' },
    scalar,
    tie('object'),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .tuple(tie('object'), fc.record({ type: fc.constant('array'), items: tie('schema') }), scalar)
      .map((anyOf) => ({ anyOf })),
    fc.oneof(tie('object'), scalar).map((inner) => ({
      ...inner,
      type: [String(inner.type), 'null'],
      ...(inner.enum && { enum: [...inner.enum, null] }),
    })),
  ),
}));

type Rewrite = (schema: Schema, names: Record<string, Schema>) => Schema;

const isNullable = ({ type }: Schema): boolean => Array.isArray(type);

const REWRITES: readonly Rewrite[] = [
  (same) => same,
  (one) => ({ allOf: [one] }),
  (one) => ({ anyOf: [one] }),
  (one) => ({ oneOf: [one] }),
  (one, names) => {
    const name = `Named${Object.keys(names).length}`;
    names[name] = one;
    return { $ref: `#/components/schemas/${name}` };
  },
  (one) => Object.fromEntries(Object.entries(one).reverse()),
  (one) => ({ ...one, ...(one.enum && { enum: one.enum.toReversed() }) }),
  (one) => ({ ...one, ...(one.required && { required: one.required.toReversed() }) }),
  (one) => ({ ...one, ...(one.anyOf && { anyOf: one.anyOf.toReversed() }) }),
  ({ anyOf, ...one }) => ({ ...one, ...(anyOf && { oneOf: anyOf }) }),
  ({ anyOf, ...one }) => {
    const [first, ...others] = anyOf ?? [];
    return first === undefined ? one : { ...one, anyOf: [first, { anyOf: others }] };
  },
  (one) => {
    if (!isNullable(one)) return one;
    const values = one.enum?.filter((value) => value !== null);
    return { anyOf: [{ type: 'null' }, { ...one, type: one.type?.[0] ?? '', ...(values && { enum: values }) }] };
  },
  ({ enum: values, ...one }) => ({
    ...one,
    ...(values && (values.length === 1 ? { const: values[0] } : { enum: values })),
  }),
  (one) => {
    const { properties, required = [], ...rest } = one;
    if (properties === undefined || isNullable(one)) return one;
    const parts = Object.entries(properties).map(([name, part]) => ({
      type: 'object',
      properties: { [name]: part },
      ...(required.includes(name) && { required: [name] }),
    }));
    return { ...rest, allOf: parts };
  },
  ({ minimum, ...one }) => ({ ...one, ...(typeof minimum === 'number' && { exclusiveMinimum: minimum - 1 }) }),
  (one) => ({
    ...one,
    ...(one.type === 'string' && { minLength: 0 }),
    ...(one.type === 'object' && { additionalProperties: true }),
  }),
  (one) => ({ ...one, deprecated: false, readOnly: false }),
];

/** Rewrites every part of a schema; the next choice says how. */
function rewritten(whole: Schema, choose: () => number, names: Record<string, Schema>): Schema {
  const inner = (part: Schema): Schema => rewritten(part, choose, names);
  const { properties, items, anyOf, ...rest } = whole;
  const parts: Schema = {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
  };
  return REWRITES[choose() % REWRITES.length]?.(parts, names) ?? parts;
}

function api(root: Schema, schemas: Readonly<Record<string, Schema>>) {
  const content = { 'application/json': { schema: root } };
  const post = { summary: 'Send', requestBody: { content }, responses: { 200: { description: 'Sent.', content } } };
  const info = { title: 'Rewritten', version: '1.0.0' };
  return described({ openapi: '3.1.0', info, paths: { '/things': { post } }, components: { schemas } });
}

test('a schema that is rewritten anywhere is the same', () => {
  fc.assert(
    fc.property(schema, fc.infiniteStream(fc.nat(REWRITES.length - 1)), (root, choices) => {
      const names: Record<string, Schema> = {};
      const other = rewritten(root, () => choices.next().value ?? 0, names);
      const [before, after] = [api(root, {}), api(other, names)];
      expect([changed(before, after), changed(after, before)]).toEqual([[], []]);
    }),
    { seed: 43, numRuns: 100, endOnFailure: false },
  );
});

/** Replaces one of the innermost schemas by one that allows other values. */
function mutated(whole: Schema, choose: () => number): Schema {
  const { properties, items, anyOf } = whole;
  const names = Object.keys(properties ?? {});
  const name = names[choose() % names.length];
  if (properties !== undefined && name !== undefined)
    return { ...whole, properties: { ...properties, [name]: mutated(properties[name] ?? {}, choose) } };
  if (items !== undefined) return { ...whole, items: mutated(items, choose) };
  if (anyOf !== undefined) {
    const at = choose() % anyOf.length;
    return { ...whole, anyOf: anyOf.map((variant, index) => (index === at ? mutated(variant, choose) : variant)) };
  }
  return { type: 'number', multipleOf: 0.25 };
}

test('a schema that is rewritten anywhere and allows other values is not the same', () => {
  fc.assert(
    fc.property(schema, fc.infiniteStream(fc.nat(REWRITES.length - 1)), (root, choices) => {
      const names: Record<string, Schema> = {};
      const choose = (): number => choices.next().value ?? 0;
      const other = rewritten(mutated(root, choose), choose, names);
      const found = changed(api(root, {}), api(other, names)).filter((change) => !change.startsWith('docs-only'));
      expect(found).not.toEqual([]);
    }),
    { seed: 43, numRuns: 100, endOnFailure: false },
  );
});
