import { describe, expect, test } from 'vitest';
import { chooseMediaType } from '../../../src/services/documented-types.ts';

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
  ])('Accept: %s, offered %j, sends %s', (accept, offered, chosen) => {
    expect(chooseMediaType(accept, offered)?.mediaType).toBe(chosen);
  });
});
