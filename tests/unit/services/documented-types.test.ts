import { describe, expect, test } from 'vitest';
import { parseMediaType } from '../../../src/http/grammar.ts';
import { chooseMediaType, fitsMediaType } from '../../../src/services/documented-types.ts';

describe('chooseMediaType', () => {
  test.each([
    // Accept                                       offered                                        chosen
    [undefined, ['application/json', 'text/csv'], 'application/json'],
    ['', ['application/json'], 'application/json'],
    ['*/*', ['text/csv', 'application/json'], 'text/csv'],
    ['*/*, application/json', ['text/csv', 'application/json'], 'application/json'],
    ['text/csv;q=0.5, application/json', ['text/csv', 'application/json'], 'application/json'],
    ['application/json;q=0, */*', ['application/json', 'text/csv'], 'text/csv'],
    ['application/json;q=0, application/json', ['application/json'], undefined],
    ['application/json;charset=utf-8', ['application/json'], 'application/json'],
    ['application/json;profile=a', ['application/json;profile=b'], undefined],
    ['application/*+json', ['application/json'], 'application/json'],
    ['application/*+xml', ['application/json'], undefined],
    ['image/webp', ['image/*'], 'image/webp'],
    ['image/*', ['image/*'], 'image/png'],
    ['*/*', ['*/*'], 'application/json'],
    ['text/csv', ['*/*'], 'text/csv'],
    ['constructor/*', ['*/*'], 'application/octet-stream'],
    ['__proto__/*', ['*/*'], 'application/octet-stream'],
    [undefined, ['text/*'], 'text/plain'],
    ['text/html', ['no media type'], undefined],
    ['text/csv;header=present', ['text/csv', 'text/csv;header=present'], 'text/csv;header=present'],
    ['application/yaml', ['text/x-yaml'], 'text/x-yaml'],
    ['text/yaml', ['application/json', 'application/yaml'], 'application/yaml'],
    ['text/*', ['text/yaml'], 'text/yaml'],
  ])('Accept: %s, offered %j, sends %s', (accept, offered, chosen) => {
    expect(chooseMediaType(accept, offered)?.mediaType).toBe(chosen);
  });
});

test.each([
  ['text/vnd.yaml', 'application/yaml', true],
  ['application/yaml; charset=utf-8', 'text/yaml', true],
  ['text/yml', 'application/yaml', false],
  ['image/png', 'image/*', true],
  ['application/hal+json', 'application/*+json', true],
])('a body of %s where %s is described: %s', (sent, described, fits) => {
  expect(fitsMediaType(parseMediaType(sent) ?? expect.fail(), [described])).toBe(fits);
});
