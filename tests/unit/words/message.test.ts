import { describe, expect, test } from 'vitest';
import { MessageError, namesIn, parseMessage } from '../../../src/words/message.ts';
import { phraseText } from '../../../src/words/phrase.ts';
import { ENGLISH, wordsOf } from '../../../src/words/words.ts';

/** A language in which one message is put into the place of that of `count.usedBy`. */
function wordsWith(tag: string, message: string) {
  return wordsOf({ language: { ...ENGLISH, tag, messages: { 'count.usedBy': message, 'demand.matches': message } } });
}

describe('a message', () => {
  test('without arguments is a plain string', () => {
    expect(parseMessage('Open to everyone')).toBe('Open to everyone');
    expect(parseMessage("it's")).toBe("it's");
    expect(parseMessage("it''s '{'here'}'")).toBe("it's {here}");
  });

  test.each([
    ['en', 1, '1 operation'],
    ['en', 1234, '1,234 operations'],
    ['de', 1234, '1.234 operations'],
    ['de', 0, 'none'],
  ])('counts in %s: %d reads %s', (tag, count, expected) => {
    const words = wordsWith(tag, '{count, plural, =0 {none} one {# operation} other {# operations}}');
    expect(words.say('count.usedBy', { count })).toBe(expected);
  });

  test.each([
    [0, 'zero'],
    [1, 'one'],
    [2, 'two'],
    [3, 'few'],
    [11, 'many'],
    [100, 'other'],
  ])('has all forms of Arabic: %d is %s', (count, expected) => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `${form} {${form}}`).join(' ');
    expect(wordsWith('ar', `{count, plural, ${forms}}`).say('count.usedBy', { count })).toBe(expected);
  });

  test('keeps code apart from words, its own and that of arguments', () => {
    const words = wordsWith('en', 'passt auf <code>{pattern}</code>.');
    expect(words.sentence('demand.matches', { pattern: '<b>' })).toEqual(['passt auf ', { code: '<b>' }, '.']);
    expect(wordsOf({}).sentence('list.or', { first: [{ code: 'a' }], second: ['b ', { code: 'c' }] })).toEqual([
      { code: 'a' },
      ' or b ',
      { code: 'c' },
    ]);
  });

  test('gives other tags to views', () => {
    expect(wordsOf({}).pieces('markdown.version', { version: '2' })).toEqual([{ text: 'version 2', tag: 'link' }]);
  });

  test('takes no syntax from arguments', () => {
    expect(wordsOf({}).say('title.group', { name: '{count} <code>' })).toBe('{count} <code> (group)');
  });

  test.each([
    ['{', 1],
    ['a }', 3],
    ['{count', 7],
    ['{count, number}', 7],
    ['{count, plural, one {#}}', 25],
    ['{count, plural, one {#} other {#}', 34],
    ['<code>x', 8],
    ['x</code>', 10],
    ['<a href="x">y</a>', 1],
    ["{x, select, a {'{} other {}}", 16],
    [`${'<b>'.repeat(20)}`, 28],
  ])('%j is refused', (text) => {
    expect(() => parseMessage(text)).toThrow(MessageError);
  });

  test('names its arguments and tags', () => {
    const message = parseMessage('{total, plural, one {{count} of <b>#</b>} other {{count}}} {type, select, other {}}');
    expect(namesIn(message)).toEqual(['<b>', 'count', 'total', 'type']);
  });
});

describe('lists', () => {
  test.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b', 'c'], 'a or b or c'],
  ])('%j reads %s', (parts, expected) => {
    expect(phraseText(wordsOf({}).list('list.or', parts))).toBe(expected);
  });

  test('code and words take turns', () => {
    expect(
      wordsOf({}).list('list.comma', [[{ code: 'a' }], 'b', ['c ', { code: 'd' }, ' e'], [{ code: 'f' }]]),
    ).toEqual([{ code: 'a' }, ', b, c ', { code: 'd' }, ' e, ', { code: 'f' }]);
  });

  test('end with “…” where no reader would read all of it', () => {
    const names = Array.from({ length: 600 }, (_, index) => `n${index}`);
    const listed = phraseText(wordsOf({}).list('list.comma', names)).split(', ');
    expect(listed).toEqual([...names.slice(0, 500), '…']);
    expect(phraseText(wordsOf({}).list('list.comma', names.slice(0, 500))).split(', ')).toEqual(names.slice(0, 500));
  });
});
