import { expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import { outermost } from '../../../../src/presentation/fields/field-place.ts';
import { hiddenOf, type NoteNames, noteOn } from '../../../../src/presentation/fields/notes.ts';
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

test.each<[NoteNames, count: number, id: string | null]>([
  ['anchored', 40, 'body.f0'],
  ['plain', 40, null],
  ['few', 4, null],
])('a line about fields drawn elsewhere has no more names than it can: %s', (shown, count, id) => {
  const place = outermost({ ...at, queue: [] });
  const content = noteOn(schema, place, { link: 'see', href: '#b' }, shown, { anchors: new Anchors(), components });
  const { note } = content;
  expect([content.fieldCount, content.requiredCount]).toEqual([names.length, 1]);
  expect(note?.names.map(({ name }) => name)).toEqual(names.slice(0, count));
  expect(note?.isCut).toBe(true);
  expect(note?.names[0]?.id).toBe(id);
});

test('fields that travel the other way are counted, and no more than forty of them named', () => {
  const { link, names: named } = hiddenOf(names, 'request', wordsOf(components), '/Book');
  expect(named).toEqual(names.slice(0, 40));
  expect(link.text).toContain('50');
});
