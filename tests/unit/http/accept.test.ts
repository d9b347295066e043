import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCEPT_LIMIT_OCTETS, parseAccept, parseAcceptEncoding } from '../../../src/http/accept.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import vectors from '../../vectors/accept.json' with { type: 'json' };

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
