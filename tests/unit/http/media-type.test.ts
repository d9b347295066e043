import { describe, expect, test } from 'vitest';
import { parseMediaType } from '../../../src/http/media-type.ts';

describe('parseMediaType', () => {
  test.each([
    ['text/html', 'text', 'html', {}],
    ['text/html;', 'text', 'html', {}],
    ['TEXT/HTML ; CHARSET="utf-8"', 'text', 'html', { charset: 'utf-8' }],
    ['application/vnd.oai.openapi+json;version=3.0', 'application', 'vnd.oai.openapi+json', { version: '3.0' }],
    ['text/*', 'text', '*', {}],
  ])('reads %s', (text, type, subtype, parameters) => {
    const parsed = parseMediaType(text);
    expect(parsed).toMatchObject({ type, subtype });
    expect(Object.fromEntries(parsed?.parameters ?? [])).toEqual(parameters);
  });

  test.each([
    '',
    'text',
    'text/',
    '/html',
    'text/html;a',
    'text/html;a=1;A=2',
    'text/html;a="',
    'text/html;a="\u0001"',
    'te xt/html',
    'text/html, text/plain',
  ])('refuses %j', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});
