import { expect, test } from 'vitest';
import { logText } from '../../../src/server/log.ts';

test.each([
  ['a message', 'a message'],
  ['a problem\nanother one', 'a problem\n  another one'],
  ['\u001b[31mred\nDocumentation: http://evil.example', '\\u001b[31mred\n  Documentation: http://evil.example'],
  [null, 'null'],
])('%j is logged as %j', (message, text) => {
  expect(logText(message)).toBe(text);
});

test('what was thrown is logged with where it comes from and its cause, and does nothing to a terminal either', () => {
  const error = new Error('It failed\u001b[31m\nfor ever', { cause: new Error('the \u009bcause') });
  const text = logText(error);
  expect(text).toMatch(/^Error: It failed\\u001b\[31m\n {2}for ever\n {6}at .*log\.test\.ts/);
  expect(text).toContain('the \\u009bcause');
});
