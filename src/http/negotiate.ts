import { type MediaRange, parseAccept } from './accept.ts';
import { isSameType, type MediaType, parseMediaType } from './grammar.ts';

/** One representation that may be sent. */
export interface Offer {
  readonly name: string;
  /** The first type is sent, and only it matches wildcards; the others are aliases, which match only by name. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Aliases that are sent as the media type if the client asks for them. */
  readonly sendableAliases?: readonly string[];
  /** Media types of the offer with their implied parameters: `application/openapi+json;version=3.1`. */
  readonly spelledOut?: readonly string[];
}

interface Choice<T extends Offer> {
  readonly offer: T;
  /** Media type to send, as the offer spells it. */
  readonly mediaType: string;
  /** Member of Accept that selected the offer; undefined if everything is acceptable. */
  readonly range: MediaRange | undefined;
}

/** One media type of an offer, with its rating by the Accept header. */
interface Candidate<T extends Offer> {
  readonly offer: T;
  readonly mediaType: string;
  /** Media type to send if this candidate is chosen. */
  readonly sent: string;
  readonly parsed: MediaType;
  readonly isAlias: boolean;
  /** Specificity of the deciding range, see {@link specificityOf}; -1 if no range matches. */
  specificity: number;
  weight: number;
  /** Index of the deciding range in the header. */
  position: number;
}

/** Maximum number of offers; more are ignored. We chose the value: no API has as many, and each costs time. */
const MOST_OFFERS = 500;
/** Maximum comparisons of a range with a media type, about 5 ms. We chose it so that usual headers are read whole. */
const MOST_COMPARISONS = 50_000;
/** Specificity of a range that names the type; each significant parameter adds 1. */
const NAMED = 3;

/**
 * Chooses a media type (RFC 9110 §12.5.1). The most specific matching range sets the weight of a type; among equally
 * specific ranges, `q=0` wins, otherwise the highest weight. The type with the highest weight is chosen. A tie goes to
 * types that Accept names over types that a wildcard covers, then to the client's order, then to the order of offers.
 *
 * Parameters of an offered media type are significant: a range with another value for one of them does not match, and a
 * range with the same value applies only to media types with that parameter. Other parameters of a range are ignored.
 * An offer from a descriptor may itself be a range: a request for any type within it counts as naming it.
 * @param accept undefined, empty, or without any well-formed member: everything is acceptable
 * @param offers the preferred one first; an invalid media type is never chosen
 * @returns undefined if nothing is acceptable
 */
export function negotiate<T extends Offer>(accept: string | undefined, offers: readonly T[]): Choice<T> | undefined {
  const candidates = offers.slice(0, MOST_OFFERS).flatMap(toCandidates);
  const ranges = parseAccept(accept ?? '').slice(0, Math.floor(MOST_COMPARISONS / candidates.length));
  const [first] = candidates;
  if (ranges.length === 0) return first && { offer: first.offer, mediaType: first.mediaType, range: undefined };
  for (const [position, range] of ranges.entries()) applyRange(range, position, candidates);
  const [best] = candidates
    .filter((candidate) => candidate.weight > 0 && !isSentTypeRefused(candidate, candidates))
    .sort(byPreference);
  return best && { offer: best.offer, mediaType: best.sent, range: ranges[best.position] };
}

function toCandidates<T extends Offer>(offer: T): Candidate<T>[] {
  const [first] = offer.mediaTypes;
  const implied = (offer.spelledOut ?? []).flatMap((text) => parseMediaType(text) ?? []);
  return offer.mediaTypes.flatMap((mediaType, index) => {
    const written = parseMediaType(mediaType);
    if (written === undefined) return [];
    const { type, subtype, parameters } = written;
    const spelledOut = implied.find(
      (other) => parameters.size === 0 && other.type === type && other.subtype === subtype,
    );
    const isAlias = index > 0;
    const sent = isAlias && offer.sendableAliases?.includes(mediaType) !== true ? first : mediaType;
    const parsed = spelledOut ?? written;
    return [{ offer, mediaType, sent, parsed, isAlias, specificity: -1, weight: 0, position: -1 }];
  });
}

/** Records the weight of a range on the candidates that it matches, unless a more specific range has set one. */
function applyRange(range: MediaRange, position: number, candidates: readonly Candidate<Offer>[]): void {
  const specificities = candidates.map((candidate) => specificityOf(range, candidate));
  const namesParameters = specificities.some((specificity) => specificity > NAMED);
  for (const [index, candidate] of candidates.entries()) {
    const specificity = specificities[index] ?? -1;
    if (specificity === -1 || (namesParameters && specificity <= NAMED)) continue;
    if (specificity < candidate.specificity) continue;
    const isTie = specificity === candidate.specificity;
    if (isTie && (candidate.weight === 0 || (range.weight !== 0 && range.weight <= candidate.weight))) continue;
    candidate.specificity = specificity;
    candidate.weight = range.weight;
    candidate.position = position;
  }
}

/**
 * Rates a match: 0 for all types, 1 for `type/*`, 2 for a structured suffix, 3 for the type itself plus 1 for each
 * significant parameter; -1 for no match.
 */
function specificityOf(range: MediaRange, { parsed, isAlias }: Candidate<Offer>): number {
  const parameters = matchingParameters(range, parsed);
  if (parameters === -1) return -1;
  if (isSameType(range, parsed) && (isAlias || range.subtype !== '*')) return NAMED + parameters;
  if (isAlias) {
    if (range.type !== parsed.type) return -1;
    // An alias may be a pattern such as `application/*+json`, which matches every requested type with that suffix.
    return matchesSuffix(parsed.subtype, range.subtype) ? 2 : -1;
  }
  if (range.type === '*') return range.subtype === '*' ? 0 : -1;
  if (range.type !== parsed.type && parsed.type !== '*') return -1;
  if (range.subtype === '*') return 1;
  if (parsed.subtype === '*') return NAMED + parameters;
  return matchesSuffix(range.subtype, parsed.subtype) ? 2 : -1;
}

/** Whether `*+json` covers a subtype: one that ends in `+json`, or `json` itself. @see RFC 6839 §3.1 */
export function matchesSuffix(rangeSubtype: string, subtype: string): boolean {
  if (!rangeSubtype.startsWith('*+') || rangeSubtype.length === 2) return false;
  return subtype.endsWith(rangeSubtype.slice(1)) || subtype === rangeSubtype.slice(2);
}

/** Counts the offered parameters that the range repeats with the same value; -1 if a value differs. */
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

/** Compares two values of a parameter. Versions are equal if one is a prefix of the other: 3 and 3.0 equal 3.0.3. */
function isSameValue(name: string, wanted: string, offered: string): boolean {
  if (wanted === offered) return true;
  const isVersion = name === 'version' && /^\d+(?:\.\d+)*$/.test(wanted);
  return isVersion && (wanted.startsWith(`${offered}.`) || offered.startsWith(`${wanted}.`));
}

/** Whether the client refuses the type that would be sent for an alias: the first type of its offer. */
function isSentTypeRefused(candidate: Candidate<Offer>, candidates: readonly Candidate<Offer>[]): boolean {
  const { offer, sent, isAlias } = candidate;
  const first = isAlias ? candidates.find((other) => other.offer === offer && other.mediaType === sent) : undefined;
  return first !== undefined && first.specificity >= 0 && first.weight === 0;
}

/** Orders by weight, named types, header position. The sort is stable, so ties keep the order of the offers. */
function byPreference(a: Candidate<Offer>, b: Candidate<Offer>): number {
  const named = Math.min(b.specificity, NAMED) - Math.min(a.specificity, NAMED);
  return b.weight - a.weight || named || a.position - b.position;
}
