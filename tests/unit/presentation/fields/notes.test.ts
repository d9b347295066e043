import { expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import { outermost } from '../../../../src/presentation/fields/field-place.ts';
import { hiddenOf, noteOn } from '../../../../src/presentation/fields/notes.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

const components = new Components(apiRecord().components);
const names = Array.from({ length: 50 }, (_, at) => `f${at}`);
const properties = { ...Object.fromEntries(names.map((name) => [name, {}])), id: { readOnly: true } };
const schema = { properties, required: ['f1', 'id'] };
const at = {
  anchor: 'body',
  target: 'body',
  direction: 'request',
  elsewhere: '#',
  title: '',
  facts: new Map(),
} as const;

test.each([
  [2, 'body.f0'],
  [3, null],
])(
  'a line about fields drawn elsewhere names twelve of them, at depth %i the first with the anchor %s',
  (depth, id) => {
    const place = { ...outermost({ ...at, queue: [], limits: { depth: 4, rows: 200 } }), depth };
    const content = noteOn(schema, place, { link: 'see', href: '#b' }, { anchors: new Anchors(), components });
    const { note } = content;
    expect([content.fieldCount, content.requiredCount]).toEqual([names.length, 1]);
    expect(note?.names.map(({ name }) => name)).toEqual(names.slice(0, 12));
    expect(note?.isCut).toBe(true);
    expect(note?.names[0]?.id).toBe(id);
  },
);

test('fields that travel the other way are counted, and no more than twelve of them named', () => {
  const { link, names: named } = hiddenOf(names, 'request', wordsOf(components), '/Book');
  expect(named).toEqual(names.slice(0, 12));
  expect(link.text).toContain('50');
});
