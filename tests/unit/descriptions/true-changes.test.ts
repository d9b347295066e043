import { describe, expect, test } from 'vitest';
import { compareApis } from '../../../src/changes/compare-apis.ts';
import type { Api } from '../../../src/model/api.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { Work } from '../../../src/schema/work.ts';
import { phraseText } from '../../../src/words/phrase.ts';
import { described } from './described.ts';

/** A comparison says one thing once, and nothing that is not so. */

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function loomsWith(schemas: object): Api {
  return described({
    openapi: '3.1.0',
    info: { title: 'Looms', version: '1' },
    paths: {
      '/cloths': {
        post: {
          requestBody: { content: { 'application/json': { schema: ref('Cloth') } } },
          responses: { '200': { description: '', content: { 'application/json': { schema: ref('Cloth') } } } },
        },
      },
    },
    components: { schemas },
  });
}

const wordsOf = (before: Api, after: Api): readonly string[] =>
  compareApis(before, after).map(({ rule, before: was, after: now }) =>
    [rule, ...[was, now].map((phrase) => (phrase === null ? '-' : phraseText(phrase)))].join(' | '),
  );

describe('a field with another type that is required or optional now', () => {
  const cloth = (warp: JsonSchema, required: readonly string[]) =>
    loomsWith({ Cloth: { type: 'object', properties: { warp }, required }, Warp: { type: 'object' } });

  test('is one change', () => {
    const [number, text] = [cloth({ type: 'number' }, ['warp']), cloth({ type: 'string' }, [])];
    expect(wordsOf(number, text)).toEqual(['type-changed | number, required | string']);
    expect(wordsOf(text, number)).toEqual(['type-changed | string | number, required']);
  });

  test('is two changes if its type only grows, and one if its type stays', () => {
    const [before, after] = [cloth({ type: 'integer' }, ['warp']), cloth({ type: 'number' }, [])];
    expect(wordsOf(before, after)).toEqual(['field-became-optional | - | -', 'type-widened | integer | number']);
    expect(wordsOf(before, cloth({ type: 'integer' }, []))).toEqual(['field-became-optional | - | -']);
  });
});

test('a comparison that runs out of work says nothing that a whole one does not', () => {
  const schemas = (second: object) => ({
    Cloth: {
      allOf: [ref('Base'), { properties: { weave: ref('Weave'), ends: { type: 'integer', minimum: 1 } } }],
      if: { properties: { dyed: { const: true } } },
      then: { required: ['colour'] },
    },
    Base: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', format: 'uuid' }, dyed: { type: 'boolean' }, colour: { type: 'string' } },
      dependentRequired: { colour: ['dyed'] },
    },
    Weave: { oneOf: [ref('Twill'), { allOf: [ref('Base'), { properties: { floats: { type: 'integer' } } }] }] },
    Twill: {
      allOf: [ref('Base'), { properties: { angle: { type: 'number', maximum: 90 } }, not: { required: ['flat'] } }],
    },
    ...second,
  });
  const before = loomsWith(schemas({}));
  const same = loomsWith({
    ...schemas({}),
    // The same in other words.
    Cloth: {
      allOf: [
        { then: { required: ['colour'] }, if: { properties: { dyed: { const: true } } } },
        { properties: { ends: { minimum: 1, type: 'integer' }, weave: { allOf: [ref('Weave')] } } },
        ref('Base'),
      ],
    },
  });
  const other = loomsWith(schemas({ Twill: { allOf: [ref('Base')], properties: { angle: { type: 'string' } } } }));
  for (const after of [same, other]) {
    const work = new Work(Number.POSITIVE_INFINITY);
    const whole = new Set(compareApis(before, after, { work }).map(({ rule }) => rule));
    const untrue = new Set<string>();
    for (let units = 0; units < work.used; units += Math.ceil(work.used / 400))
      for (const { rule } of compareApis(before, after, { work: new Work(units) }))
        if (rule !== 'comparison-incomplete' && !whole.has(rule)) untrue.add(rule);
    expect([...untrue]).toEqual([]);
  }
});
