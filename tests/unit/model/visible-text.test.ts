import { describe, expect, test } from 'vitest';
import { visible } from '../../../src/model/texts.ts';

describe('visible', () => {
  test.each([
    ['plain text, ünïcödé 日本 🎉\n\tnext line', 'plain text, ünïcödé 日本 🎉\n\tnext line'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['bell\u0007 back\b return\r', 'bell\\u0007 back\\u0008 return\\u000d'],
    ['\u009b2J', '\\u009b2J'],
    ['left\u202eright', 'left\\u202eright'],
    ['a\u2066b\u200fc', 'a\\u2066b\\u200fc'],
    ['line\u2028separator', 'line\\u2028separator'],
    // Logs of pipelines obey these anywhere in a line: Azure Pipelines, runners of GitHub, TeamCity.
    ['a ##vso[task.setvariable variable=b]c', 'a \\u0023#vso[task.setvariable variable=b]c'],
    ['##[error]a ###[error]b', '\\u0023#[error]a #\\u0023#[error]b'],
    ["##teamcity[a 'b']", "\\u0023#teamcity[a 'b']"],
    ['## Heading [link], #[a], C##', '## Heading [link], #[a], C##'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
