import { describe, expect, test } from 'vitest';
import { isJsonMediaType, isToken } from '../../../src/model/media-types.ts';

describe('media types', () => {
  test.each([
    ['application/json', true],
    ['Application/JSON', true],
    ['application/json; charset=utf-8', true],
    ['application/json ;charset=utf-8', true],
    ['application/hal+json', true],
    ['application/vnd.library.v1+json;q=1', true],
    ['application/jsonlines', false],
    ['application/x-json-stream', false],
    ['text/plain; profile=json', false],
    ['json', false],
    ['', false],
  ])('%s is JSON: %s', (mediaType, expected) => {
    expect(isJsonMediaType(mediaType)).toBe(expected);
  });
});

describe('tokens (RFC 9110 §5.6.2)', () => {
  test.each([
    ['Content-Type', true],
    ["!#$%&'*+-.^_`|~09azAZ", true],
    ['', false],
    ['two words', false],
    ['a:b', false],
    ['a/b', false],
    ['"quoted"', false],
    ['line\n', false],
    ['naïve', false],
  ])('%j: %s', (text, expected) => {
    expect(isToken(text)).toBe(expected);
  });
});
