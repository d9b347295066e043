import { describe, expect, test } from 'vitest';
import { visible } from '../../../src/model/visible-text.ts';

describe('visible', () => {
  test.each([
    ['plain text, ünïcödé 日本 🎉\n\tnext line', 'plain text, ünïcödé 日本 🎉\n\tnext line'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['bell\u0007 back\b return\r', 'bell\\u0007 back\\u0008 return\\u000d'],
    ['\u009b2J', '\\u009b2J'],
    ['left\u202eright', 'left\\u202eright'],
    ['a\u2066b\u200fc', 'a\\u2066b\\u200fc'],
    ['line\u2028separator', 'line\\u2028separator'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
