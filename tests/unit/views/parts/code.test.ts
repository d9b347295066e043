import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlExample, samplesExample } from '../../../../src/views/parts/code.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { cpuMilliseconds } from '../../../tooling/cpu-time.ts';

const LONG = 100_000;
const MOST_MILLISECONDS = 2_000;

const codeOf = (call: string): string => /<code>(.*)<\/code>/s.exec(String(curlExample(call)))?.[1] ?? '';
const textOf = (html: string): string =>
  html
    .replaceAll(/<\/?i>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;/g, "'")
    .replaceAll('&amp;', '&');
const stringsOf = (call: string): readonly string[] =>
  [...codeOf(call).matchAll(/<i>(.*?)<\/i>/gs)].map(([, text = '']) => textOf(text));

test.each([
  ["curl -H 'Accept: text/html' \\\n  'https://a.example/b'", ["'Accept: text/html'", "'https://a.example/b'"]],
  ['--data-raw \'{\n  "a": 1\n}\'', ['\'{\n  "a": 1\n}\'']],
  ["--data-raw 'it'\\''s'", ["'it'", "'s'"]],
  ['requests.get("https://a.example/\\"b\\"", timeout=30)', ['"https://a.example/\\"b\\""']],
  ["# Python's own\nprint('a')", ["'a'"]],
  ["  // doesn't\n  fetch('a')", ["'a'"]],
  ["a 'never closed\nb 'c'", ["'c'"]],
  ['', []],
])('the strings of the call %j are coloured', (call, strings) => {
  expect(stringsOf(call)).toEqual(strings);
});

test('colours add no text', () => {
  const part = fc.constantFrom("'", '"', '\\', '\n', '#', '//', '{', '[', ' ', '<i>', '&', 'curl');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const call = parts.join('');
      expect(textOf(codeOf(call))).toBe(call);
    }),
  );
});

test.each(["'{", "'{\\\n", '"\\', '\\', '  ', '#\n', "'{'"])('many %j take no longer than their length', (part) => {
  const start = cpuMilliseconds();
  codeOf(part.repeat(LONG));
  expect(cpuMilliseconds() - start).toBeLessThan(MOST_MILLISECONDS);
});

test.each([
  ['each sends it', [true, true], 'a () b () note'],
  ['the first is the author’s', [false, true], 'a () b (note) '],
  ['none sends it', [false, false], 'a () b () '],
])('the sentence about the file of a body stands below the samples that send it: %s', (_, sends, shown) => {
  const samples = ['a', 'b'].map((text, at) => ({ language: text, title: '', text, sendsFile: sends[at] ?? false }));
  const figure = String(samplesExample(samples, wordsOf({})));
  const said = figure
    .replaceAll('<p>The file “body” holds the request body.</p>', 'note')
    .replaceAll('<details', '(')
    .replaceAll('</details>', ')');
  const [first = '', second = ''] = said.split('(');
  const [inside = '', after = ''] = second.split(')');
  const note = (text: string): string => (text.includes('note') ? 'note' : '');
  expect(`a (${note(first)}) b (${note(inside)}) ${note(after)}`).toBe(shown);
});
