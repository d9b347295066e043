import { expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import type { MediaTypeObject } from '../../../../src/model/openapi-objects.ts';
import { examplesOf } from '../../../../src/presentation/samples/examples.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

const FORM = 'application/x-www-form-urlencoded';

test.each<readonly [string, string, MediaTypeObject, readonly string[]]>([
  ['as it is sent', FORM, { example: { Body: 'Hi you', ids: [1, 2] } }, ['Body=Hi+you&ids=1&ids=2']],
  ['each named one', FORM, { examples: { a: { value: { a: 'x' } }, b: { value: { b: 'y' } } } }, ['a=x', 'b=y']],
  ['that of its schema', FORM, { schema: { examples: [{ a: 'x' }] } }, ['a=x']],
  ['as the author wrote it', FORM, { example: 'a=x&b=y' }, ['a=x&b=y']],
  ['in parts, by name', 'multipart/form-data', { example: { a: 'x' } }, ['{\n  "a": "x"\n}']],
  ['JSON as text', 'application/json', { example: '{"a": 1}' }, ['{"a": 1}']],
  ['shortened JSON', 'application/json', { example: '[\n  { "a": 1, … },\n]' }, ['[\n  { "a": 1, … },\n]']],
  ['a text of JSON', 'application/json', { example: '{id}' }, ['"{id}"']],
])('the example of a body: %s', (_, mediaType, media, expected) => {
  expect(
    examplesOf(mediaType, media, 'request', new Components(apiRecord().components)).map(({ text }) => text),
  ).toEqual(expected);
});
