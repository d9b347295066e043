import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../../src/model/components.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import { FieldTrees } from '../../../../src/presentation/fields/field-tree.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { html } from '../../../../src/views/html.ts';
import { fieldList } from '../../../../src/views/parts/shape.ts';
import { ENGLISH, wordsOf } from '../../../../src/words/words.ts';

const card = { $ref: '#/components/schemas/Card' };
const components = {
  ...NO_COMPONENTS,
  schemas: {
    Card: { type: 'object', properties: { number: { type: 'string' } } },
    'any value': { type: 'object', properties: { a: { type: 'string' } } },
    'one of many': { oneOf: [card, { type: 'object', properties: { iban: { description: 'Of the account.' } } }] },
    null: { type: 'object', properties: { a: { type: 'string' } } },
    Plain: { type: 'string' },
    Anything: {},
  },
} as const;

/** The text of the first row, in the words of a project. */
function lineOf(schema: JsonSchema, messages: Readonly<Record<string, string>> = {}): string {
  const language = { ...ENGLISH, messages: { ...ENGLISH.messages, ...messages } };
  const own = new Components(components, language);
  const trees = new FieldTrees({
    components: own,
    anchors: new Anchors(),
    schemaPath: (name) => `/schemas/${encodeURIComponent(name)}`,
  });
  const { content } = trees.body({ properties: { field: schema } }, 'body', 'both', 'Body');
  const [line = ''] = String(html`${fieldList(content.rows, wordsOf(own))}`)
    .replaceAll('<summary', ' <summary')
    .split(/<\/summary>|<p>|<div/);
  return line
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
/** Words of a project that read as a type, or as other words do. */
const anyIsObject = { 'type.anyValue': 'object' };
const anyIsString = { 'type.anyValue': 'string' };

describe('what a type means does not hang on how it is written', () => {
  test.each<[JsonSchema, Readonly<Record<string, string>>, string]>([
    [{ type: 'array', items: { type: 'object' } }, anyIsObject, 'field array of object'],
    [{ type: 'array', items: {} }, anyIsObject, 'field array'],
    [{ type: 'array', items: ref('any value') }, {}, 'field array of any value 1 field'],
    [{ type: 'object', anyOf: [ref('any value'), card] }, {}, 'field any of any value, Card 2 variants'],
    [{ anyOf: [ref('null'), { type: 'null' }] }, {}, 'field null or null 1 field'],
    [ref('Plain'), anyIsString, 'field Plain, a string'],
    [ref('Anything'), anyIsString, 'field Anything'],
    [
      { additionalProperties: { type: 'string', maxLength: 3 } },
      anyIsString,
      'field object · any other name: string, up to 3 characters',
    ],
    [ref('one of many'), {}, 'field one of many one of 2 variants'],
    [{ type: 'string', pattern: 'default 1', examples: [1] }, {}, 'field string · matches default 1 · example 1'],
    [{ type: 'string', default: 1, examples: [1] }, { 'demand.default': 'else {value}' }, 'field string · else 1'],
  ])('%j with %j reads %s', (schema, messages, expected) => {
    expect(lineOf(schema, messages)).toBe(expected);
  });
});
