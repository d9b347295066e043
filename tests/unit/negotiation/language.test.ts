import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negotiateLanguage } from '../../../src/negotiation/language.ts';

const SITE = ['en', 'de', 'ar', 'pt-BR'];

describe('negotiateLanguage', () => {
  test.each([
    // Accept-Language                  chosen    why
    [undefined, 'en', 'the default where nothing is asked for'],
    ['', 'en', 'the default where the field is empty'],
    ['de', 'de', 'what is named'],
    ['DE', 'de', 'in any case'],
    ['de-AT', 'de', 'a region finds its language (RFC 4647 §3.4)'],
    ['de-Latn-AT-x-a', 'de', 'subtag by subtag'],
    ['pt', 'pt-BR', 'a language finds its only region'],
    ['pt-PT', 'en', 'and another region does not'],
    ['fr, de;q=0.5', 'de', 'the next where the first is not there'],
    ['ar;q=0.2, de;q=0.8', 'de', 'the higher weight against the order'],
    ['ar, de', 'ar', 'of equal weights the first'],
    ['*', 'en', 'anything is the default'],
    ['*, en;q=0.5', 'de', 'anything but what is named'],
    ['*, en;q=0', 'de', 'a refused default is no anything'],
    ['en;q=0', 'en', 'nothing acceptable is the default, never a failure'],
    ['fr', 'en', 'nothing that is there is the default'],
    ['de;q=0, ar;q=0.1', 'ar', 'what is refused is not sent'],
    ['de_AT, ;;, ar', 'ar', 'malformed members are left out'],
    ['de;q=2, ar;q=0.1', 'ar', 'and malformed weights'],
    ['de;q=0.1, ar;q=0.5, de;q=0.9', 'de', 'of a language that is named twice the higher weight counts'],
    ['de, ar, de', 'de', 'and of equal weights the earlier place'],
    ['de-x-y', 'de', 'a private part finds its language'],
  ])('%j: %s, %s', (header, expected, _why) => {
    expect(negotiateLanguage(header, SITE)).toBe(expected);
  });

  test('with one language it is that, also where another is asked for', () => {
    expect(negotiateLanguage('de', ['en'])).toBe('en');
  });

  test('after a hundred languages no other is read', () => {
    expect(negotiateLanguage(`${'fr,'.repeat(99)}de`, SITE)).toBe('de');
    expect(negotiateLanguage(`${'fr,'.repeat(100)}de`, SITE)).toBe('en');
  });

  test('each language is compared once with `*` and once with a range, however often they are named', () => {
    let comparisons = 0;
    const tag = {
      length: 2,
      toLowerCase: () => {
        comparisons += 1;
        return 'en';
      },
    };
    negotiateLanguage(`${'*,'.repeat(45)}${'en-a,'.repeat(45)}de;q=0.1`, [tag as unknown as string, 'de']);
    expect(comparisons).toBeLessThan(10);
  });

  test('for any header, the answer is a language of the site', () => {
    fc.assert(fc.property(fc.string(), (header) => SITE.includes(negotiateLanguage(header, SITE))));
  });
});
