import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negotiate, type Offer } from '../../../src/http/negotiate.ts';
import vectors from '../../vectors/negotiation.json' with { type: 'json' };

/** The shape of the documentation's table; `openapi-3.0` and `openapi-3.2` differ from `openapi` by a parameter. */
const OFFERS: readonly Offer[] = [
  { name: 'html', mediaTypes: ['text/html', 'application/xhtml+xml'] },
  { name: 'json', mediaTypes: ['application/json'] },
  { name: 'swagger', mediaTypes: ['application/vnd.swagger+json'] },
  {
    name: 'openapi',
    mediaTypes: ['application/vnd.oai.openapi+json', 'application/openapi+json'],
    sendableAliases: ['application/openapi+json'],
    spelledOut: ['application/vnd.oai.openapi+json;version=3.1', 'application/openapi+json;version=3.1'],
  },
  openapiOffer('3.0'),
  openapiOffer('3.2'),
  {
    name: 'openapi-yaml',
    mediaTypes: ['application/vnd.oai.openapi', 'application/openapi+yaml', 'application/yaml'],
    sendableAliases: ['application/openapi+yaml', 'application/yaml'],
    spelledOut: ['application/vnd.oai.openapi;version=3.1', 'application/openapi+yaml;version=3.1'],
  },
  { name: 'raml', mediaTypes: ['application/raml+yaml'] },
  { name: 'markdown', mediaTypes: ['text/markdown', 'text/plain'], sendableAliases: ['text/plain'] },
];

function openapiOffer(version: string): Offer {
  return {
    name: `openapi-${version}`,
    mediaTypes: [`application/vnd.oai.openapi+json;version=${version}`, `application/openapi+json;version=${version}`],
  };
}

function chosen(accept: string | undefined): string | null {
  return negotiate(accept, OFFERS)?.mediaType ?? null;
}

describe('negotiate', () => {
  test.each(vectors)('answers $expected to $name: $given', ({ given, expected }) => {
    expect(chosen(given ?? undefined)).toBe(expected);
  });

  test('offers nothing when nothing is offered', () => {
    expect(negotiate('*/*', [])).toBeUndefined();
  });

  test('says which offer it chose, beside the type to send', () => {
    expect(negotiate('text/plain', OFFERS)?.offer.name).toBe('markdown');
    expect(negotiate('application/xhtml+xml', OFFERS)?.offer.name).toBe('html');
  });

  test('reads no more offers than any API has, however many a descriptor lists', () => {
    let read = 0;
    const offers = Array.from(
      { length: 5000 },
      (_, at): Offer => ({
        name: String(at),
        get mediaTypes(): [string] {
          read += 1;
          return [`application/x-${at}`];
        },
      }),
    );
    expect(negotiate('application/x-4999, application/x-499;q=0.1', offers)?.mediaType).toBe('application/x-499');
    expect(read).toBeLessThanOrEqual(1000);
  });
});

const range = fc.constantFrom(
  ...OFFERS.flatMap(({ mediaTypes }) => [...mediaTypes]),
  '*/*',
  'text/*',
  'application/*',
  'application/*+json',
  'application/*+yaml',
  'image/png',
);
const weight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const member = fc.record({ range, weight });
type Member = { readonly range: string; readonly weight: number };

function write(members: readonly Member[]): string {
  return members.map(({ range, weight }) => `${range};q=${weight}`).join(', ');
}

describe('the laws of negotiation', () => {
  test('what is refused by name is never chosen, and neither is what nothing names or covers', () => {
    fc.assert(
      fc.property(fc.array(member, { minLength: 1 }), (members) => {
        const type = chosen(write(members));
        if (type === null) return;
        expect(members.some((one) => one.range === type && one.weight === 0)).toBe(false);
        expect(members.some((one) => one.weight > 0)).toBe(true);
      }),
    );
  });

  test('after a refusal of everything only what has a more specific range is chosen', () => {
    fc.assert(
      fc.property(fc.array(member), (members) => {
        const narrow = members.filter((one) => one.range !== '*/*');
        const type = chosen(`*/*;q=0, ${write(narrow)}`);
        expect(type === null || narrow.some((one) => one.weight > 0)).toBe(true);
      }),
    );
  });

  test('the order of members with unlike weights makes no difference', () => {
    const unlike = fc.uniqueArray(member, { minLength: 1, selector: (one) => one.weight });
    fc.assert(
      fc.property(
        unlike.chain((members) =>
          fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length })),
        ),
        ([members, shuffled]) => {
          expect(chosen(write(shuffled))).toBe(chosen(write(members)));
        },
      ),
    );
  });

  test('case and white space make no difference', () => {
    fc.assert(
      fc.property(fc.array(member), (members) => {
        const header = write(members);
        expect(chosen(header.toUpperCase())).toBe(chosen(header));
        expect(chosen(header.replaceAll(';', ' \t; ').replaceAll(',', '\t,,'))).toBe(chosen(header));
      }),
    );
  });

  test('parameters that no offer has make no difference', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(member, fc.constantFrom('', ';charset=utf-8', ';odata="a, b;q=0"'))), (members) => {
        const plain = members.map(([{ range, weight }]) => `${range};q=${weight}`).join();
        const extended = members.map(([{ range, weight }, parameters]) => `${range}${parameters};q=${weight}`).join();
        expect(chosen(extended)).toBe(chosen(plain));
      }),
    );
  });

  test('a type that is named alone is the one that is sent, with any others offered', () => {
    const sent = OFFERS.flatMap(({ mediaTypes, sendableAliases }) => [mediaTypes[0], ...(sendableAliases ?? [])]);
    fc.assert(
      fc.property(fc.constantFrom(...sent), (type) => {
        expect(chosen(type)).toBe(type);
        expect(chosen(`${type}, */*;q=0.9`)).toBe(type);
      }),
    );
  });

  test('what is chosen has no lower weight than any other type that is named', () => {
    const named = fc.uniqueArray(
      fc.record({ range: fc.constantFrom('text/html', 'application/json', 'text/markdown'), weight }),
      {
        minLength: 1,
        selector: (one) => one.range,
      },
    );
    fc.assert(
      fc.property(named, (members) => {
        const highest = members.toSorted((a, b) => b.weight - a.weight)[0];
        expect(chosen(write(members))).toBe(highest === undefined || highest.weight === 0 ? null : highest.range);
      }),
    );
  });
});
