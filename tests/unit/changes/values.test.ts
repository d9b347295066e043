import { expect, test } from 'vitest';
import { code, jsonValue, shownValues, textValue } from '../../../src/changes/values.ts';
import { phraseText } from '../../../src/words/phrase.ts';

const words = (count: number, start = 0): string =>
  Array.from({ length: count }, (_, index) => `word${start + index}`).join(' ');
const long = words(100);
const shown = (before: string, after: string) =>
  shownValues(textValue(before), textValue(after)).map((value) => value && phraseText(value));

test.each([
  // was, now, and what of the two tells them apart
  ['at the start', `First ${long}`, `Second ${long}`, 'First word0', 'Second word0'],
  ['in the middle', `${long} old ${words(90, 100)}`, `${long} new ${words(90, 100)}`, 'word99 old', 'word99 new'],
  ['at the end', `${long}.`, `${long}!`, 'word99.', 'word99!'],
  ['behind the end of the other', long, `${long} and more.`, 'word99', 'word99 and more.'],
  ['in a short text', long, 'Short.', 'word0 word1', 'Short.'],
  ['in one of two halves of a sign', `${long}😀`, `${long}😁`, 'word99😀', 'word99😁'],
])('long texts are cut around their first difference: %s', (_, was, now, before, after) => {
  const [first, second] = shown(was, now);
  expect(first).toContain(before);
  expect(second).toContain(after);
  for (const [cut, whole] of [
    [first, was],
    [second, now],
  ] as const) {
    expect([...(cut ?? '')].length).toBeLessThanOrEqual(240);
    const [, start = '', middle = '', end = ''] = /^(…?)(.*?)(…?)$/su.exec(cut ?? '') ?? [];
    expect(whole).toContain(middle);
    expect([start, end]).toEqual([whole.startsWith(middle) ? '' : '…', whole.endsWith(middle) ? '' : '…']);
    // Words and signs stay whole.
    expect(whole.split(/(?<=\s)/).some((word) => middle.startsWith(word.trim()))).toBe(true);
    expect(middle.isWellFormed()).toBe(true);
  }
});

test('texts that have room stay whole', () => {
  const [was, now] = [words(30), `${words(29)} other`];
  expect(shown(was, now)).toEqual([was, now]);
});

test('what is there on one side alone is cut at its end', () => {
  expect(shown('', long)).toEqual([null, `${long.slice(0, 239)}…`]);
  expect(shownValues(code(long), null)).toEqual([code(`${long.slice(0, 239)}…`), null]);
});

test('large values are cut around their first difference, too', () => {
  const value = (last: string) => Array.from({ length: 200 }, (_, id) => ({ id, name: id === 150 ? last : 'same' }));
  const [before, after] = shownValues(jsonValue(value('old')), jsonValue(value('new')));
  expect(before && phraseText(before)).toContain('{"id":150,"name":"old"}');
  expect(after && phraseText(after)).toContain('{"id":150,"name":"new"}');
});

test('sentences of several parts stay as they are', () => {
  const sentence = ['one of ', { code: long }, ' or ', { code: 'b' }];
  expect(shownValues(sentence, sentence)).toEqual([sentence, sentence]);
});
