import { describe, expect, test } from 'vitest';
import { isForgedByOtherSite } from '../../../../src/server/published/published-routes.ts';

const cookie = { cookie: 'a=b', host: 'docs.example:8080' };

describe('a request that changes something with what a browser remembers is forged', () => {
  test.each([
    ['POST', { ...cookie, 'sec-fetch-site': 'cross-site' }],
    ['POST', { ...cookie, 'sec-fetch-site': 'same-site' }],
    ['DELETE', { host: 'docs.example', authorization: 'Basic eDp5', 'sec-fetch-site': 'cross-site' }],
    ['POST', { ...cookie, origin: 'https://elsewhere.example' }],
    ['POST', { ...cookie, origin: 'null' }],
    ['POST', { ...cookie, origin: 'http://docs.example' }],
    ['POST', { ...cookie, origin: 'http://docs.example:8080', 'sec-fetch-site': 'cross-site' }],
  ])('%s %j', (method, headers) => {
    expect(isForgedByOtherSite({ method, headers }, [])).toBe(true);
  });
});

describe('it is not forged', () => {
  test.each([
    ['GET', { ...cookie, 'sec-fetch-site': 'cross-site' }, []],
    ['POST', { host: 'docs.example', 'sec-fetch-site': 'cross-site' }, []],
    ['POST', cookie, []],
    ['DELETE', { host: 'docs.example', authorization: 'Basic eDp5' }, []],
    ['POST', { ...cookie, origin: 'http://docs.example:8080' }, []],
    ['POST', { ...cookie, origin: 'http://docs.example:8080', 'sec-fetch-site': 'same-origin' }, []],
    ['POST', { ...cookie, 'sec-fetch-site': 'none' }, []],
    [
      'POST',
      { ...cookie, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
      ['Access-Control-Allow-Origin', 'https://app.example'],
    ],
  ])('%s %j %j', (method, headers, own) => {
    expect(isForgedByOtherSite({ method, headers }, own)).toBe(false);
  });

  test('where every site may read answers, a browser’s memory still may not be used', () => {
    expect(
      isForgedByOtherSite({ method: 'POST', headers: { ...cookie, origin: 'https://app.example' } }, [
        'Access-Control-Allow-Origin',
        '*',
      ]),
    ).toBe(true);
  });
});
