import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aliasId, choiceTables, coverTables, NOTHING } from '../../../src/file-servers/choice-tables.ts';
import { codingTable, languageTables } from '../../../src/file-servers/field-tables.ts';
import { REQUEST } from '../../../src/file-servers/table.ts';
import { formats } from '../../../src/formats/registry.ts';
import { type MediaRange, parseAccept } from '../../../src/http/accept.ts';
import { parseMediaType } from '../../../src/http/media-type.ts';
import type { Level } from '../../../src/model/locations.ts';
import { negotiateCoding } from '../../../src/negotiation/coding.ts';
import { negotiateLanguage } from '../../../src/negotiation/language.ts';
import { negotiate } from '../../../src/negotiation/negotiate.ts';
import { choiceProbes } from '../../http/probes/negotiation-probes.ts';
import { caseCount } from '../../tooling/case-count.ts';
import { evaluate } from './evaluate.ts';

const LEVELS: readonly Level[] = ['list', 'api', 'schema', 'group'];

const offersAt = (level: Level) =>
  formats.filter(({ levels }) => levels.includes(level)).map((offer) => ({ id: offer.name, offer }));

const tablesAt = new Map(
  LEVELS.map((level) => {
    const offers = offersAt(level);
    return [level, [...coverTables(offers), ...choiceTables('choice', offers)]];
  }),
);

function chosen(accept: string, level: Level): string {
  return evaluate(tablesAt.get(level) ?? [], { [REQUEST.accept]: accept })('choice');
}

function ours(accept: string, level: Level): string {
  const choice = negotiate(
    accept,
    offersAt(level).map(({ offer }) => offer),
  );
  if (choice === undefined) return NOTHING;
  const { offer, mediaType } = choice;
  const index = offer.mediaTypes.indexOf(mediaType);
  return index === 0 ? offer.name : aliasId(offer.name, index);
}

/**
 * Ranges that are about the same types: parameters make two ranges of one type, and a suffix lies within a wildcard.
 */
function stemOf(range: string): string {
  return range.split(';')[0]?.replace('*+json', '*') ?? '';
}

/** `text/*` and `*\/*`: how much a range leaves open, where it covers the type; 0 for a type that is named. */
function opennessOver(range: MediaRange, type: string): number {
  const offered = parseMediaType(type);
  if (range.type === '*') return 3;
  if (range.type !== offered?.type) return Number.NaN;
  if (range.subtype === '*') return 2;
  if (!range.subtype.startsWith('*+')) return range.subtype === offered.subtype ? 0 : Number.NaN;
  const suffix = range.subtype.slice(2);
  return offered.subtype === suffix || offered.subtype.endsWith(`+${suffix}`) ? 1 : Number.NaN;
}

/** The exception: of two wildcards the better covers only what ranges that say more are about, and hides the other. */
function isHiding(accept: string, level: Level): boolean {
  const ranges = parseAccept(accept);
  const wildcards = ranges.filter(({ subtype }) => subtype.startsWith('*'));
  const types = offersAt(level).map(({ offer }) => offer.mediaTypes[0]);
  const decides = (wildcard: MediaRange): boolean =>
    types.some((type) => {
      const openness = opennessOver(wildcard, type);
      return openness >= 0 && !ranges.some((range) => opennessOver(range, type) < openness);
    });
  return wildcards.length > 1 && !wildcards.every(decides);
}

/** The exception: an alias is named that is sent as a type which is refused. */
function isSentTypeRefused(accept: string, level: Level): boolean {
  return offersAt(level).some(({ offer: { name, mediaTypes, sendableAliases, spelledOut = [] } }) => {
    const [main, ...others] = mediaTypes;
    const aliases = others.filter((alias) => !sendableAliases.includes(alias));
    const alone = { name, mediaTypes: [main], sendableAliases: [], spelledOut } as const;
    const asNamed = { name, mediaTypes: ['none/none', ...aliases], sendableAliases: aliases, spelledOut } as const;
    const isRefused = negotiate(`${accept}, */*;q=0.001`, [alone]) === undefined;
    return isRefused && negotiate(`${accept}, none/none;q=0`, [asNamed]) !== undefined;
  });
}

describe('rules choose what the server chooses', () => {
  test.each(choiceProbes.map(({ name, request }) => [name, request.headers['Accept'] ?? ''] as const))(
    '%s',
    (_, accept) => {
      expect(chosen(accept, 'api')).toBe(ours(accept, 'api'));
    },
  );

  test('for any header of types, wildcards and weights of one decimal', () => {
    const names = [
      ...formats.flatMap(({ mediaTypes }) => mediaTypes),
      ...['*/*', 'text/*', 'application/*', 'application/*+json', 'image/png', 'application/vnd.oai.openapi;version=9'],
      ...[
        'application/vnd.oai.openapi+json;version=3',
        'application/openapi+yaml; version="3.0.1"',
        'text/html;level=1',
      ],
    ];
    const weight = fc.constantFrom('', '1', '1.0', '0.9', '0.5', '0.3', '0.1', '0.05', '0');
    const members = fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), weight, isShouted: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
      // Rules do not see what is said twice.
      selector: ({ name }) => stemOf(name),
    });
    const header = fc.tuple(members, fc.constantFrom(',', ', ', ' ,\t')).map(([list, separator]) =>
      list
        .map(({ name, weight, isShouted }) => {
          const parameter = weight === '' ? '' : `q=${weight}`;
          if (isShouted) return [name, parameter].filter(Boolean).join(' ; ').toUpperCase();
          return [name, parameter].filter(Boolean).join(';');
        })
        .join(separator),
    );
    fc.assert(
      fc.property(header, fc.constantFrom(...LEVELS), (accept, level) => {
        fc.pre(!isHiding(accept, level) && !isSentTypeRefused(accept, level));
        expect(chosen(accept, level)).toBe(ours(accept, level));
      }),
      { seed: 14, numRuns: caseCount(2000) },
    );
  });

  test('for a suffix whose types are refused, beside a type with another suffix', () => {
    const accept = 'application/json;q=0, application/*+json';
    expect([chosen(accept, 'list'), ours(accept, 'list')]).toEqual(['none', 'none']);
  });

  test('for a version that is another format, beside a wildcard', () => {
    const named = ['application/json', 'application/vnd.oai.openapi+json', 'application/vnd.swagger+json'];
    const accept = ['application/*', ...named.map((name) => `${name};q=0.9`)].join();
    const other = `${accept}, application/vnd.oai.openapi;version=3.2;q=0.1`;
    expect([chosen(other, 'api'), ours(other, 'api')]).toEqual(['openapi-yaml', 'openapi-yaml']);
  });

  test('for a wildcard that hides another, something that is acceptable', () => {
    const accept = 'application/*, */*;q=0.9, application/schema+json;q=0.5';
    expect([isHiding(accept, 'schema'), isHiding(accept, 'api')]).toEqual([true, false]);
    expect([ours(accept, 'schema'), chosen(accept, 'schema')]).toEqual(['html', 'json-schema']);
  });

  test('of content codings', () => {
    const codings = ['br', 'zstd', 'gzip'] as const;
    const table = codingTable(codings);
    const member = fc.record({
      name: fc.constantFrom('br', 'gzip', 'zstd', 'identity', 'deflate', 'x-gzip'),
      weight: fc.constantFrom('', ';q=1', ';q=0.9', ';q=0.5', ';q=0', ';q=0.05'),
    });
    const selector = ({ name }: { readonly name: string }): string => name.replace('x-', '');
    fc.assert(
      fc.property(fc.uniqueArray(member, { minLength: 1, maxLength: 4, selector }), (members) => {
        const header = members.map(({ name, weight }) => name + weight).join(', ');
        const expected = negotiateCoding(header, codings);
        const found = evaluate([table], { [REQUEST.acceptEncoding]: header })('coding');
        expect(found).toBe(expected === 'identity' ? '' : expected);
      }),
      { seed: 3, numRuns: caseCount(1500) },
    );
  });

  test.each([
    ['de', 'de'],
    ['de-AT, en;q=0.5', 'de'],
    ['en, de', ''],
    ['pt', 'pt-BR'],
    ['pt-PT', ''],
    ['fr, ar;q=0.4, de;q=0.3', 'ar'],
    ['fr, *', ''],
    ['en, *;q=0.1', ''],
    ['en;q=0.1, *', 'de'],
    ['DE-ch;q=0.9, ar;q=0.8', 'de'],
    ['', ''],
    ['de;q=7', ''],
  ])('Accept-Language: %s means %s', (header, expected) => {
    const tags = ['en', 'de', 'ar', 'pt-BR'];
    expect(evaluate(languageTables(tags), { [REQUEST.acceptLanguage]: header })('language')).toBe(expected);
    expect(negotiateLanguage(header, tags)).toBe(expected === '' ? 'en' : expected);
  });
});
