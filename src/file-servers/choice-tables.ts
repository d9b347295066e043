import { type MediaType, parseMediaType } from '../http/media-type.ts';
import type { Offer } from '../negotiation/negotiate.ts';
import { flag, literal, type Part, REQUEST, type Rule, type Table, table, template } from './table.ts';
import { byWeight, MEMBER, named } from './weights.ts';

/** What an offer is called in tables. */
export interface NamedOffer {
  readonly id: string;
  readonly offer: Offer;
}

/** Nothing that is offered is acceptable. */
export const NOTHING = 'none';

const OWS = '[ \\t]*';
/**
 * What ends without a space. Each space has one place in a pattern: with two, servers try all ways to share spaces out.
 */
const REST = '(?:[^,;]*[^,; \\t])?';
/** A parameter whose name is not that of the weight: `q` alone is. */
const NOT_WEIGHT = `(?:[^q,;= \\t]|q[^,;= \\t])${REST}`;
const ANY_MEMBER = `${MEMBER}[^ \\t,;/"]+/[^ \\t,;/"]+[ \\t]*(?:[;,]|$)`;
const SUFFIX_RANGE = '[*][+]';

/**
 * Chooses among offers as `negotiation/negotiate.ts` does, as far as rules can. They cannot compare second decimals; of
 * a type that is named twice, or by a suffix and a wildcard, they see the better weight; a wildcard whose types are all
 * named otherwise hides those of less weight; they take a comma in a quoted string for the end of a member; and what an
 * alias is sent as may be refused.
 * @param name of the table whose value is the id of the choice: {@link aliasId} where an alias is sent; or
 * {@link NOTHING}
 */
export function choiceTables(name: string, offers: readonly NamedOffer[]): readonly Table[] {
  const candidates = offers.flatMap(candidatesOf);
  const ranges = rangesOf(candidates.filter(({ isSuffix }) => !isSuffix));
  const suffixes = [
    ...new Set(offers.flatMap(({ offer }) => suffixRangesOf(offer))),
    ...candidates.filter(({ isSuffix }) => isSuffix).map(({ pattern }) => pattern),
  ];
  const types = [...new Set(offers.map(({ offer }) => mainTypeOf(offer).type))].map(
    (type) => `${literal(type)}/[*]${parametersOf()}`,
  );
  const namedRules = byWeight([{ pattern: oneOf(ranges), value: template`${1}` }]);
  const classes = [ranges, suffixes, types, [`[*]/[*]${parametersOf()}`]].filter((patterns) => patterns.length > 0);
  const anyRules = byWeight(classes.map((patterns) => ({ pattern: oneOf(patterns), value: template`${1}` })));
  return [
    table(`${name}_named`, template`${REQUEST.accept}`, namedRules),
    // A header that has no member at all is no header.
    table(
      `${name}_best`,
      template`${REQUEST.accept}`,
      [...anyRules, { pattern: ANY_MEMBER, value: [NOTHING] }],
      ['*/*'],
    ),
    table(
      name,
      [
        { variable: `${name}_best` },
        '|',
        ...offers.map(({ id }): Part => ({ variable: `named_${id}` })),
        '|',
        ...offers.map(({ id }): Part => ({ variable: `covered_${id}` })),
        '|',
        { variable: `${name}_named` },
      ],
      decisions(offers, candidates),
      [NOTHING],
    ),
  ];
}

/** Of an offer that is sent under another of its media types. */
export function aliasId(id: string, index: number): string {
  return `${id}m${index}`;
}

/** Whether Accept says something of an offer of its own: what does not is what wildcards are about. */
export function coverTables(offers: readonly NamedOffer[]): readonly Table[] {
  return offers.flatMap(({ id, offer }): readonly Table[] => {
    const [main] = candidatesOf({ id, offer });
    if (main === undefined) return [];
    const { type } = mainTypeOf(offer);
    const wider = [...suffixRangesOf(offer), `${literal(type)}/[*]${parametersOf()}`];
    return [
      flag(`named_${id}`, template`${REQUEST.accept}`, named(main.pattern)),
      flag(`covered_${id}`, template`${REQUEST.accept}`, named(oneOf([main.pattern, ...wider]))),
    ];
  });
}

type Parameter = readonly [name: string, value: string];

interface Candidate {
  readonly id: string;
  /** Pattern of the type alone. */
  readonly name: string;
  readonly parameter: Parameter | undefined;
  /** Of a range without its weight; a parameter of the offer is missing there, or has the same value. */
  readonly pattern: string;
  readonly isSuffix: boolean;
  readonly value: string;
}

function candidatesOf({ id, offer }: NamedOffer): readonly Candidate[] {
  return offer.mediaTypes.map((mediaType, index) => {
    const isSent = index > 0 && offer.sendableAliases.includes(mediaType);
    const meant = (offer.spelledOut ?? []).find((spelled) => isSameType(parsed(spelled), parsed(mediaType)));
    const hasOwn = parsed(mediaType).parameters.size > 0;
    const { type, subtype, parameters } = parsed(hasOwn ? mediaType : (meant ?? mediaType));
    const isSuffix = subtype.startsWith('*+');
    const name = isSuffix ? `[^ \\t,;/]+${literal(subtype.slice(1))}` : literal(subtype);
    const [parameter] = parameters;
    const pattern = `${literal(type)}/${name}${parametersOf(...(parameter === undefined ? [] : [parameter]))}`;
    return {
      id,
      name: `${literal(type)}/${name}`,
      parameter,
      pattern,
      isSuffix,
      value: isSent ? aliasId(id, index) : id,
    };
  });
}

/** All of them in few patterns: nginx reads none beyond 4,096 octets. */
function rangesOf(candidates: readonly Candidate[]): readonly string[] {
  const byName = Map.groupBy(candidates, ({ name }) => name).entries();
  const alike = Map.groupBy(byName, ([, named]) => JSON.stringify(named.map(({ parameter }) => parameter ?? null)));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const names = oneOf(group.map(([name]) => name));
    const parameters = first[1].map(({ parameter }) => parameter).filter((parameter) => parameter !== undefined);
    const keys = new Set(parameters.map(([key]) => key));
    if (parameters.length < first[1].length || keys.size > 1) return [names + parametersOf()];
    return [names + parametersOf(...parameters)];
  });
}

/** The wildcards first: of equal weights a range that names is the best already. */
function decisions(offers: readonly NamedOffer[], candidates: readonly Candidate[]): readonly Rule[] {
  const fitting = (range: string, isCovered: (offer: Offer) => boolean, flags: 'named' | 'covered'): Rule[] =>
    offers.flatMap(({ id, offer }, index) => {
      if (!isCovered(offer)) return [];
      const before = offers.slice(0, index).map((other) => (isCovered(other.offer) ? '1' : '[01]'));
      const skipped = flags === 'named' ? '' : '[01]+[|]';
      return [{ pattern: `^${range}(?:[ \\t;][^|]*)?[|]${skipped}${before.join('')}0`, value: [id] }];
    });
  const mainTypes = [...new Set(offers.map(({ offer }) => mainTypeOf(offer).type))];
  return [
    ...candidates.map(({ pattern, value }) => ({ pattern: `^${pattern}[|][01]`, value: [value] })),
    ...mainTypes.flatMap((type) => [
      ...[...new Set(offers.flatMap(({ offer }) => suffixesOf(offer)))].flatMap((suffix) =>
        fitting(
          `${literal(type)}/${SUFFIX_RANGE}${literal(suffix)}`,
          (offer) => mainTypeOf(offer).type === type && suffixesOf(offer).includes(suffix),
          'named',
        ),
      ),
      ...fitting(`${literal(type)}/[*]`, (offer) => mainTypeOf(offer).type === type, 'named'),
    ]),
    ...fitting('[*]/[*]', () => true, 'covered'),
    // All that the wildcard would cover is named with less.
    ...candidates.map(({ pattern, value }) => ({ pattern: `[|]${pattern}$`, value: [value] })),
  ];
}

function mainTypeOf({ mediaTypes }: Offer): MediaType {
  return parsed(mediaTypes[0]);
}

/** `json` of `application/json` and of `application/x+json`: `*+json` covers both. */
function suffixesOf(offer: Offer): readonly string[] {
  const { subtype } = mainTypeOf(offer);
  return [subtype.slice(subtype.lastIndexOf('+') + 1)];
}

function suffixRangesOf(offer: Offer): readonly string[] {
  const { type } = mainTypeOf(offer);
  return suffixesOf(offer).map((suffix) => `${literal(type)}/${SUFFIX_RANGE}${literal(suffix)}${parametersOf()}`);
}

/**
 * Parameters of a range up to its weight.
 * @param significant of one name: it is missing, or has one of these values; of a version the part that is shorter
 * decides
 */
function parametersOf(...significant: readonly Parameter[]): string {
  const [first] = significant;
  if (first === undefined) return `(?:${OWS};${OWS}${NOT_WEIGHT})*`;
  const [name] = first;
  const values = oneOf(significant.map(([, value]) => valuePattern(name, value)));
  const others = `(?:${OWS};${OWS}${otherName(name)}(?:=${REST})?)*`;
  return `${others}(?:${OWS};${OWS}${literal(name)}="?${values}"?${others})?`;
}

function valuePattern(name: string, value: string): string {
  if (name !== 'version' || !/^\d+(?:\.\d+)*$/.test(value)) return literal(value);
  const parts = value.split('.');
  const shorter = parts.slice(1).reduceRight((rest, part) => `(?:[.]${part}${rest})?`, '(?:[.][0-9]+)*');
  return parts[0] + shorter;
}

/** A name that is neither the weight's nor this one. */
function otherName(name: string): string {
  const stop = ',;= \\t';
  const starts = [...name].map((character, index) => {
    const exact = literal(name.slice(0, index));
    const without = index === 0 ? `q${character}` : character;
    return `${exact}[^${without}${stop}][^${stop}]*`;
  });
  const shorter = [...name].slice(1).map((_, index) => literal(name.slice(0, index + 1)));
  return `(?:${[...starts, ...shorter, `${literal(name)}[^${stop}]+`, `q[^${stop}]+`].join('|')})`;
}

function isSameType(one: MediaType, other: MediaType): boolean {
  return one.type === other.type && one.subtype === other.subtype;
}

function parsed(mediaType: string): MediaType {
  const found = parseMediaType(mediaType);
  if (found === undefined) throw new Error(`${mediaType} is not a media type.`);
  return found;
}

function oneOf(patterns: readonly string[]): string {
  return patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`;
}
