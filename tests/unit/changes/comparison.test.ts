import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/changes/change.ts';
import { compareApis } from '../../../src/changes/compare-apis.ts';
import { ruleNamed } from '../../../src/changes/rules.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord, OperationRecord } from '../../../src/model/records.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { Work } from '../../../src/schema/work.ts';
import { apiRecord, operation, richApi } from '../../fixtures/model/rich-api.ts';
import { found, withOperations, withSchema } from './described.ts';

const compare = (before: ApiRecord, after: ApiRecord): readonly Change[] =>
  compareApis(new Api(before), new Api(after));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' } as const;

function withComponents(operations: readonly OperationRecord[], schemas: Readonly<Record<string, JsonSchema>>) {
  return withOperations(operations, { components: { ...apiRecord().components, schemas } });
}

const sending = (path: string, schema: JsonSchema) =>
  operation('POST', path, { requestBody: { content: { 'application/json': { schema } } } });
const getting = (path: string, schema: JsonSchema) =>
  operation('GET', path, { responses: { 200: { content: { 'application/json': { schema } } } } });

test('JSON is the same with its charset, and another parameter is another type', () => {
  const as = (type: string) =>
    withOperations([operation('GET', '/a', { responses: { 200: { content: { [type]: { schema: text } } } } })]);
  expect(found(as('application/json'), as('Application/JSON; charset=UTF-8'))).toEqual([]);
  expect(found(as('application/hal+json;charset="utf-8"'), as('application/hal+json'))).toEqual([]);
  const others = [as('application/json;version=2'), as('text/csv; charset=utf-8')];
  for (const other of others) expect(found(as('application/json'), other)).toContain('breaking media-type-removed');
  expect(found(as('text/csv'), as('text/csv; charset=utf-8'))).toContain('breaking media-type-removed');
});

describe('what is shared', () => {
  const paths = Array.from({ length: 40 }, (_, index) => `/p${index}`);
  const api = (schema: JsonSchema, make: (path: string, schema: JsonSchema) => OperationRecord) =>
    withComponents(
      paths.map((path) => make(path, { type: 'array', items: ref('Outer') })),
      { Outer: { type: 'object', properties: { inner: ref('Inner') } }, Inner: schema },
    );

  test('changes once, with the operations that lead to it', () => {
    const changes = compare(api(text, sending), api({ ...text, maxLength: 3 }, sending));
    expect(changes.map(({ rule, class: kind }) => [rule, kind])).toEqual([['length-tightened', 'breaking']]);
    expect(changes[0]?.place.owner).toEqual({ kind: 'component', section: 'schemas', before: 'Inner', after: 'Inner' });
    expect(changes[0]?.operations.map(({ path }) => path)).toEqual(paths);
    expect(changes[0]?.operationCount).toBe(40);
  });

  test('is classed by the ways in which it travels, the worse of them where it travels both', () => {
    const change = (make: typeof sending) => found(api(text, make), api({ ...text, maxLength: 3 }, make));
    expect(change(sending)).toEqual(['breaking length-tightened']);
    expect(change(getting)).toEqual(['notable length-tightened']);
    const both = (schema: JsonSchema) =>
      withComponents([sending('/a', ref('Inner')), getting('/a', ref('Inner'))], { Inner: schema });
    expect(found(both(text), both({ ...text, maxLength: 3 }))).toEqual(['breaking length-tightened']);
    expect(found(both({ ...text, maxLength: 3 }), both(text))).toEqual(['breaking length-loosened']);
  });

  test('and not used changes nothing', () => {
    const unused = (schema: JsonSchema) =>
      withComponents([getting('/a', { allOf: [ref('Used')], not: ref('Used') })], { Used: schema, Unused: schema });
    expect(found(unused(text), unused({ ...text, maxLength: 3 }))).toEqual(['breaking length-tightened']);
  });

  test('is one change also where each of many operations says it itself', () => {
    const each = (rest: object) =>
      withOperations(
        paths.map((path) => operation('GET', path, { parameters: [{ name: 'q', in: 'query', ...rest }] })),
      );
    const changes = compare(each({}), each({ required: true }));
    expect(changes.map(({ rule, operationCount }) => [rule, operationCount])).toEqual([
      ['parameter-became-required', 40],
    ]);
  });
});

describe('read-only fields', () => {
  const field = { ...text, readOnly: true };
  const api = (make: typeof sending, schema: JsonSchema) => withComponents([make('/a', schema)], {});

  test('are not asked of clients', () => {
    const before = { type: 'object' } as const;
    const after = { ...before, required: ['id'], properties: { id: field } };
    expect(found(api(sending, before), api(sending, after))).toEqual([]);
    expect(found(api(getting, before), api(getting, after))).toEqual(['notable required-field-added']);
  });

  test('that are write-only are not missed', () => {
    const before = { type: 'object', properties: { secret: { ...text, writeOnly: true } } } as const;
    expect(found(api(getting, before), api(getting, { type: 'object' }))).toEqual([]);
    expect(found(api(sending, before), api(sending, { type: 'object' }))).toEqual(['breaking field-removed']);
  });
});

describe('parts', () => {
  const base = { type: 'object', properties: { id: text } } as const;
  const own = { type: 'object', properties: { name: text } } as const;

  test('that both sides name are compared once', () => {
    const derived = { allOf: [ref('Base'), own] };
    const api = (schema: JsonSchema) =>
      withComponents([getting('/a', ref('One')), getting('/b', ref('Two'))], {
        Base: schema,
        One: derived,
        Two: derived,
      });
    const changes = compare(api(base), api({ ...base, properties: {} }));
    expect(changes.map(({ rule, operationCount }) => [rule, operationCount])).toEqual([['field-removed', 2]]);
  });

  test('that take over a field take nothing away', () => {
    const before = withComponents([getting('/a', { allOf: [ref('Base'), own] })], { Base: base });
    const after = withComponents([getting('/a', { allOf: [ref('Base')] })], {
      Base: { ...base, properties: { ...base.properties, ...own.properties } },
    });
    expect(found(before, after)).toEqual([]);
  });

  test('that are parents lead to their subtypes, but not from one subtype to another', () => {
    const mapping = { lorry: ref('Lorry').$ref, bike: ref('Bike').$ref };
    const kinds = { propertyName: 'kind', mapping };
    const api = (bike: Readonly<Record<string, JsonSchema>>) =>
      withComponents([getting('/vehicles', ref('Vehicle')), getting('/lorries', ref('Lorry'))], {
        Vehicle: { type: 'object', properties: { kind: text }, discriminator: kinds },
        Lorry: { allOf: [ref('Vehicle'), own] },
        Bike: { allOf: [ref('Vehicle'), { type: 'object', properties: bike }] },
      });
    const [change, ...more] = compare(api({ basket: text }), api({}));
    expect([change?.rule, change?.operations.map(({ path }) => path), more]).toEqual([
      'field-removed',
      ['/vehicles'],
      [],
    ]);
    const renamed = compare(
      api({}),
      withComponents(
        api({}).services.flatMap(({ operations }) => operations),
        {
          ...api({}).components.schemas,
          Vehicle: { type: 'object', properties: { kind: text, plate: text }, discriminator: kinds },
        },
      ),
    );
    expect(renamed.map(({ rule, operationCount }) => [rule, operationCount])).toEqual([['field-added', 2]]);
  });

  test('written in place are the same as named ones', () => {
    const before = withComponents([getting('/a', { type: 'array', items: base })], {});
    const after = withComponents([getting('/a', { type: 'array', items: ref('Renamed') })], { Renamed: base });
    expect(found(before, after)).toEqual([]);
  });
});

describe('references that lead back', () => {
  const node = (next: JsonSchema, rest: object = {}) => ({ type: 'object', properties: { next, ...rest } }) as const;

  test('end', () => {
    const before = withComponents([getting('/a', ref('A'))], { A: node(ref('B')), B: node(ref('A')) });
    const after = withComponents([getting('/a', ref('A'))], { A: node(ref('B')), B: node(ref('A'), { more: text }) });
    expect(found(before, before)).toEqual([]);
    expect(found(before, after)).toEqual(['notable field-added']);
  });

  test('end also where the other side writes in place', () => {
    const before = withComponents([getting('/a', ref('A'))], { A: node(node(ref('A'))) });
    const after = withComponents([getting('/a', ref('C'))], { C: node(ref('D')), D: node(node(ref('D'))) });
    expect(found(before, after)).toEqual([]);
  });

  test('of two cycles without a common length are compared as far as there are steps left, and that is said', () => {
    const cycle = (length: number): ApiRecord =>
      withComponents(
        [getting('/a', ref('N0'))],
        Object.fromEntries(Array.from({ length }, (_, index) => [`N${index}`, node(ref(`N${(index + 1) % length}`))])),
      );
    expect(found(cycle(40), cycle(41))).toEqual([]);
    // Parts that make a new schema each time they are folded together.
    const growing = (more: object): ApiRecord =>
      withComponents([getting('/a', ref('S'))], {
        S: { properties: { a: { properties: { a: true, ...more }, allOf: [ref('S')] } } },
      });
    expect(found(growing({}), growing({}))).toEqual([]);
    expect(found(growing({}), growing({ b: text }), { work: new Work(10_000_000) })).toContain(
      'breaking comparison-incomplete',
    );
    expect(found(cycle(40), cycle(41), { work: new Work(1_000_000) })).toEqual(['breaking comparison-incomplete']);
  });
});

test('names of parts may be those of members of objects', () => {
  const hostile = (schema: JsonSchema): ApiRecord =>
    withSchema({ type: 'object', properties: JSON.parse('{"__proto__": {}, "constructor": {}}') }, 'request', {
      toString: schema,
    });
  expect(found(hostile(text), withSchema({ type: 'object' }, 'request'))).toEqual([
    'breaking field-removed',
    'breaking field-removed',
  ]);
});

describe('laws', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const schema = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.constantFrom<unknown>(true, false, {}, ref('S0'), ref('S1'), ref('S2'), { type: 'null' }, text),
      fc.record(
        {
          type: fc.constantFrom('string', 'integer', 'number', ['string', 'null'], 'object', 'array'),
          format: fc.constantFrom('int32', 'int64', 'date'),
          enum: fc.uniqueArray(fc.constantFrom('a', 'b', null), { minLength: 1 }),
          minLength: fc.nat(3),
          maximum: fc.integer({ min: -2, max: 2 }),
          multipleOf: fc.constantFrom(1, 2, 3, 4),
          pattern: fc.constantFrom('a', 'b'),
          default: fc.constantFrom(null, 'a', 0),
          readOnly: fc.boolean(),
          writeOnly: fc.boolean(),
          deprecated: fc.boolean(),
          description: fc.constantFrom('A.', 'B.'),
          required: fc.uniqueArray(name),
          properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
          additionalProperties: tie('schema'),
          items: tie('schema'),
          prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
          not: tie('schema'),
          if: tie('schema'),
        },
        { requiredKeys: [] },
      ),
    ),
  })).schema as fc.Arbitrary<JsonSchema>;
  const parameters = fc.uniqueArray(
    fc.record({ name, in: fc.constantFrom('query', 'header'), required: fc.boolean(), schema }),
    { selector: ({ name: own }) => own, maxLength: 2 },
  );
  const call = fc
    .record({
      method: fc.constantFrom('GET', 'POST'),
      path: fc.constantFrom('/a', '/a/{id}', '/b'),
      operationId: fc.constantFrom(null, 'one', 'two'),
      deprecated: fc.boolean(),
      parameters,
      body: schema,
      answer: schema,
    })
    .map(({ method, path, body, answer, ...rest }) =>
      operation(method, path, {
        ...rest,
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: { 200: { content: { 'application/json': { schema: answer } } } },
      } as Partial<OperationRecord>),
    );
  const api = fc
    .record({
      operations: fc.uniqueArray(call, { selector: ({ method, paths }) => `${method} ${paths[0]}`, maxLength: 2 }),
      S0: schema,
      S1: schema,
      S2: schema,
    })
    // A chain of references that never ends is what readers take apart.
    .map(({ operations, ...schemas }) =>
      withComponents(
        operations,
        Object.fromEntries(
          Object.entries(schemas).map(([own, value]) => [
            own,
            typeof value === 'object' && value.$ref !== undefined ? text : value,
          ]),
        ),
      ),
    );

  test('an API is as it is', () => {
    expect(found(richApi, richApi)).toEqual([]);
    fc.assert(
      fc.property(api, (record) => {
        expect(found(record, structuredClone(record))).toEqual([]);
      }),
      { seed: 13, numRuns: 20, endOnFailure: true },
    );
  });

  /** Key of a change; mirrored, the key that it has from the other side. */
  const key = ({ rule, place, before, after }: Change, mirrored: boolean): string => {
    const steps = place.steps.map((step) => ('name' in step && step.kind !== 'variant' ? step.name : step.kind));
    const values = mirrored ? [after, before] : [before, after];
    const { mirror } = ruleNamed(rule);
    const mirrorName =
      /^deprecated-(?!operation)/.test(rule) && mirror.endsWith('-added') ? `deprecated-${mirror}` : mirror;
    return JSON.stringify([mirrored ? mirrorName : rule, steps, values]);
  };
  const announced = (text: string) =>
    text.replaceAll(/deprecated-operation-removed|operation-removed-before-sunset/g, 'operation-removed');
  /** Finds a change under its other rules, too: a deprecated part is removed as that, required or not. */
  const isIn = (changes: ReadonlySet<string>, change: string): boolean => {
    const rule = /(?<=^\[")(?:required-|deprecated-)?(?=(?:parameter|header|field)-(?:added|removed))/;
    const spelled = change.includes('"deprecated-') ? ['', 'required-'] : ['deprecated-'];
    return [change, ...spelled.map((start) => change.replace(rule, start))].some((one) => changes.has(one));
  };

  test('every change has its mirror the other way round', () => {
    fc.assert(
      fc.property(api, api, (before, after) => {
        const [forth, back] = [compare(before, after), compare(after, before)];
        fc.pre(![...forth, ...back].some(({ rule }) => rule === 'comparison-incomplete'));
        const there = forth.map((change) => announced(key(change, false)));
        const mirrored = back.map((change) => announced(key(change, true)));
        const [first, second] = [new Set(there), new Set(mirrored)];
        const alone = [
          ...there.filter((change) => !isIn(second, change)),
          ...mirrored.filter((change) => !isIn(first, change)),
        ];
        expect(alone.slice(0, 4)).toEqual([]);
        expect(there.length).toBe(mirrored.length);
      }),
      { seed: 13, numRuns: 20, endOnFailure: true },
    );
  });
});
