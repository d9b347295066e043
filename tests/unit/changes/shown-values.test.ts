import { expect, test } from 'vitest';
import { compareApis } from '../../../src/changes/compare-apis.ts';
import { Api } from '../../../src/model/api.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { phraseText } from '../../../src/words/phrase.ts';
import { withSchema } from './described.ts';

const text = { type: 'string' } as const;
const ref = { $ref: '#/components/schemas/Bad' } as const;

/** Shown values of the first change. */
function shown(before: JsonSchema, after: JsonSchema): readonly (string | null)[] {
  const [first, second] = [before, after].map((schema) => new Api(withSchema(schema, 'request', { Bad: text })));
  if (first === undefined || second === undefined) return [];
  const [change] = compareApis(first, second);
  return [change?.before, change?.after].map((value) => value && phraseText(value)).map((value) => value ?? null);
}

test.each<readonly [JsonSchema, JsonSchema, readonly (string | null)[]]>([
  [text, { ...text, contentEncoding: 'base64' }, [null, 'encoded as base64']],
  [
    { ...text, not: { const: 'a' } },
    { ...text, not: { enum: ['b', 'c'] } },
    ['not (const "a")', 'not (enum "b", "c")'],
  ],
  [text, { ...text, not: ref }, [null, 'not (Bad)']],
  [
    { type: 'object' },
    { type: 'object', if: { required: ['a'] }, then: { minProperties: 2 } },
    [null, 'if (required a), then (minProperties 2)'],
  ],
  [text, { ...text, xml: { name: 'A', attribute: true } }, [null, 'name A, attribute']],
  [{ ...text, unit: 'm' }, { ...text, unit: 'ft' }, ['unit m', 'unit ft']],
  [{ ...text, examples: ['a'] }, { ...text, examples: ['a', 'b'] }, ['"a"', '"a", "b"']],
])('changes show words instead of JSON: %j, then %j', (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});
