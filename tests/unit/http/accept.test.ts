import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACCEPT_LIMIT_OCTETS,
  negotiateCoding,
  negotiateLanguage,
  parseAccept,
  parseAcceptEncoding,
} from '../../../src/http/accept.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import vectors from '../../vectors/accept.json' with { type: 'json' };
import codingVectors from '../../vectors/codings.json' with { type: 'json' };

describe('parseAccept', () => {
  test.each(vectors)('reads $name: $given', ({ given, expected }) => {
    expect(
      parseAccept(given).map(({ type, subtype, parameters, weight }) => [
        `${type}/${subtype}`,
        Object.fromEntries(parameters),
        weight,
      ]),
    ).toEqual(expected);
  });

  test('keeps a parameter whose name every object has', () => {
    expect(parseAccept('text/html;__proto__=x;constructor=y')[0]?.parameters).toEqual(
      new Map([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    );
  });

  test('reads 8192 octets and leaves out the member that the limit cuts', () => {
    const filler = 'a/b,'.repeat((ACCEPT_LIMIT_OCTETS - 20) / 4);
    // Cut after `q=0`, the last member would read as a refusal.
    expect(parseAccept(`${filler}application/json;q=0.9`)).toHaveLength((ACCEPT_LIMIT_OCTETS - 20) / 4);
    expect(parseAccept(`${filler}text/xml,application/json;q=0.9`).at(-1)).toMatchObject({ subtype: 'xml' });
  });

  test.each([
    ['quotes that never close', '"'.repeat(1e6)],
    ['escaped quotes', 'a/b;c="'.concat('\\"'.repeat(5e5))],
    ['parameters', `a/b${';c=d'.repeat(3e5)}`],
    ['commas', ','.repeat(1e6)],
    ['white space', ' '.repeat(1e6)],
  ])('reads a megabyte of %s at once', (_, header) => {
    const start = cpuMilliseconds();
    parseAccept(header);
    expect(cpuMilliseconds() - start).toBeLessThan(100);
  });

  test('never fails', () => {
    const piece = fc.constantFrom(
      'text',
      '/',
      '*',
      'html',
      ';',
      ',',
      'q=',
      '0.5',
      '"',
      '\\',
      ' ',
      '=',
      '\u0000',
      'é',
      '+json',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { type, subtype, weight } of parseAccept(pieces.join(''))) {
          expect(`${type}/${subtype}`).toMatch(/^[^\s,;"]+\/[^\s,;"]+$/);
          expect(weight >= 0 && weight <= 1).toBe(true);
        }
        parseAcceptEncoding(pieces.join(''));
      }),
    );
  });
});

describe('parseAcceptEncoding', () => {
  test('reads the weights, skips what is malformed, and knows the old name of gzip', () => {
    expect(parseAcceptEncoding('x-gzip;q=0.5, BR, zst d, deflate;q=7, *;q=0')).toEqual([
      { coding: 'gzip', weight: 0.5 },
      { coding: 'br', weight: 1 },
      { coding: '*', weight: 0 },
    ]);
  });
});

describe('negotiateCoding', () => {
  test.each(codingVectors)('answers $expected to $name: $given', ({ given, expected }) => {
    expect(negotiateCoding(given ?? undefined, ['identity', 'gzip', 'br'])).toBe(expected);
  });

  test('chooses only what is there', () => {
    expect(negotiateCoding('br, gzip;q=0.1', ['identity', 'gzip'])).toBe('gzip');
    expect(negotiateCoding('br', ['identity'])).toBe('identity');
  });
});

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
