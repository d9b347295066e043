import { type MediaRange, parseAccept } from './accept.ts';
import { type MediaType, parseMediaType } from './grammar.ts';

/** One representation that may be sent. */
export interface Offer {
  readonly name: string;
  /** The first is sent and is what wildcards match; the others are aliases, matched only by name. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Aliases that are sent under their own name where they were asked for. */
  readonly sendableAliases?: readonly string[];
  /**
   * Media types of the offer with the parameters that they mean though they are sent without them:
   * `application/openapi+json;version=3.1`.
   */
  readonly spelledOut?: readonly string[];
}

interface Choice<T extends Offer> {
  readonly offer: T;
  /** Media type to send, as the offer spells it. */
  readonly mediaType: string;
  /** Member of Accept that decided; undefined where everything is acceptable. */
  readonly range: MediaRange | undefined;
}

/** One media type of an offer, and what the Accept header says about it. */
interface Candidate<T extends Offer> {
  readonly offer: T;
  readonly mediaType: string;
  readonly parsed: MediaType;
  readonly isAlias: boolean;
  /** Specificity of the range that decides, see {@link specificityOf}; -1 while no range matches. */
  specificity: number;
  weight: number;
  /** Place of the range that decides in the header. */
  position: number;
}

/** Comparisons of one choice, some 5 ms; never fewer ranges than any client sends. We chose the figures. */
const MOST_COMPARISONS = 50_000;
const LEAST_RANGES = 8;

/** A type that is named; parameters that the offer has too count above it. */
const NAMED = 3;

/**
 * Chooses by RFC 9110 §12.5.1. Of the ranges that match a media type the most specific decides; of equally specific
 * ones a refusal (`q=0`), else the highest weight. The highest weight wins. On a tie, types that are named come before
 * those that a wildcard covers, because who names a type wants it, then the client's order decides, then the table's.
 * The common negotiators rank alike.
 *
 * Parameters of an offer's media type are significant: a range that has one of them with another value does not match,
 * and a range that has one with the same value is about that media type alone. Of versions the part that is shorter
 * decides: 3.0.3 is 3.0, and 3 is any of them. All other parameters are ignored. An offer of a descriptor may be a
 * range itself, which every type below it names.
 * @param accept undefined, empty, or without any well-formed member: everything is acceptable; of thousands of types
 * and ranges the first ranges count
 * @param offers the table; a text that is no media type is never chosen
 * @returns undefined when nothing is acceptable
 */
export function negotiate<T extends Offer>(accept: string | undefined, offers: readonly T[]): Choice<T> | undefined {
  const candidates = offers.flatMap(toCandidates);
  const most = Math.max(LEAST_RANGES, Math.floor(MOST_COMPARISONS / candidates.length));
  const ranges = parseAccept(accept ?? '').slice(0, most);
  const [first] = candidates;
  if (ranges.length === 0) return first && { offer: first.offer, mediaType: first.mediaType, range: undefined };
  for (const [position, range] of ranges.entries()) applyRange(range, position, candidates);
  const [best] = candidates
    .filter((candidate) => candidate.weight > 0 && !isSentTypeRefused(candidate, candidates))
    .sort(byPreference);
  return best && { offer: best.offer, mediaType: sentMediaType(best), range: ranges[best.position] };
}

function toCandidates<T extends Offer>(offer: T): Candidate<T>[] {
  const spelledOut = parsedTypes(offer.spelledOut ?? []);
  return parsedTypes(offer.mediaTypes).map(({ mediaType, parsed: written }, index) => {
    const meant = spelledOut.find(
      ({ parsed }) =>
        written.parameters.size === 0 && parsed.type === written.type && parsed.subtype === written.subtype,
    );
    const parsed = meant?.parsed ?? written;
    return { offer, mediaType, parsed, isAlias: index > 0, specificity: -1, weight: 0, position: -1 };
  });
}

function parsedTypes(mediaTypes: readonly string[]): readonly { mediaType: string; parsed: MediaType }[] {
  return mediaTypes.flatMap((mediaType) => {
    const parsed = parseMediaType(mediaType);
    return parsed === undefined ? [] : [{ mediaType, parsed }];
  });
}

function applyRange(range: MediaRange, position: number, candidates: readonly Candidate<Offer>[]): void {
  let highest = -1;
  for (const candidate of candidates) highest = Math.max(highest, specificityOf(range, candidate));
  if (highest === -1) return;
  for (const candidate of candidates) {
    const specificity = specificityOf(range, candidate);
    const isAboutAnother = highest > NAMED && specificity <= NAMED;
    if (specificity === -1 || isAboutAnother || specificity < candidate.specificity) continue;
    const asSpecific = specificity === candidate.specificity;
    if (asSpecific && (candidate.weight === 0 || (range.weight !== 0 && range.weight <= candidate.weight))) continue;
    candidate.specificity = specificity;
    candidate.weight = range.weight;
    candidate.position = position;
  }
}

/**
 * 0 for all types, 1 for `type/*`, 2 for a structured suffix, 3 for the type itself plus 1 for each significant
 * parameter; -1 for no match.
 */
function specificityOf(range: MediaRange, { parsed, isAlias }: Candidate<Offer>): number {
  const parameters = parsed.parameters.size === 0 ? 0 : matchingParameters(range, parsed);
  if (parameters === -1) return -1;
  if (isAlias) {
    if (range.type !== parsed.type) return -1;
    if (range.subtype === parsed.subtype) return NAMED + parameters;
    // An alias may itself be a pattern, `application/*+json`: what ends like that gets the type that is sent.
    return matchesSuffix(parsed.subtype, range.subtype) ? 2 : -1;
  }
  if (range.type === '*') return range.subtype === '*' ? 0 : -1;
  if (range.type !== parsed.type && parsed.type !== '*') return -1;
  if (range.subtype === '*') return 1;
  if (range.subtype === parsed.subtype || parsed.subtype === '*') return NAMED + parameters;
  return matchesSuffix(range.subtype, parsed.subtype) ? 2 : -1;
}

/**
 * `*+json` covers every subtype that ends in `+json`, and `json` itself (RFC 6839 §3.1 calls it the underlying syntax).
 */
export function matchesSuffix(rangeSubtype: string, subtype: string): boolean {
  if (!rangeSubtype.startsWith('*+') || rangeSubtype.length === 2) return false;
  return subtype.endsWith(rangeSubtype.slice(1)) || subtype === rangeSubtype.slice(2);
}

/** Number of offered parameters that the range has too; -1 when it has one with another value. */
function matchingParameters(range: MediaRange, offered: MediaType): number {
  let matching = 0;
  for (const [name, value] of offered.parameters) {
    const wanted = range.parameters.get(name);
    if (wanted === undefined) continue;
    if (!isSameValue(name, wanted.toLowerCase(), value.toLowerCase())) return -1;
    matching += 1;
  }
  return matching;
}

/** A version may be written with more numbers or fewer. */
function isSameValue(name: string, wanted: string, offered: string): boolean {
  if (wanted === offered) return true;
  return (
    name === 'version' &&
    /^\d+(?:\.\d+)*$/.test(wanted) &&
    (wanted.startsWith(`${offered}.`) || offered.startsWith(`${wanted}.`))
  );
}

/** An alias that cannot be sent as such is sent as the offer's first type, which the client may have refused. */
function isSentTypeRefused<T extends Offer>(candidate: Candidate<T>, candidates: readonly Candidate<T>[]): boolean {
  const sent = sentMediaType(candidate);
  if (sent === candidate.mediaType) return false;
  return candidates.some(
    (other) =>
      other.offer === candidate.offer && other.mediaType === sent && other.specificity >= 0 && other.weight === 0,
  );
}

function sentMediaType({ offer, mediaType, isAlias }: Candidate<Offer>): string {
  return !isAlias || offer.sendableAliases?.includes(mediaType) === true ? mediaType : offer.mediaTypes[0];
}

/** Sorting is stable, so what is equal here stays in the table's order. */
function byPreference(a: Candidate<Offer>, b: Candidate<Offer>): number {
  return (
    b.weight - a.weight || Math.min(b.specificity, NAMED) - Math.min(a.specificity, NAMED) || a.position - b.position
  );
}
