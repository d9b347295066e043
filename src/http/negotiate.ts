import { type MediaRange, parseAccept } from './accept.ts';
import { type MediaType, parseMediaType } from './grammar.ts';

/** One representation that may be sent. */
export interface Offer {
  readonly name: string;
  /** The first is sent and is what wildcards match; the others are aliases, matched only by name. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Aliases that are sent under their own name when a client asks for them. */
  readonly sendableAliases?: readonly string[];
  /** Media types of the offer with parameters that they imply: `application/openapi+json;version=3.1`. */
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
  /** Media type to send when this one is chosen. */
  readonly sent: string;
  readonly parsed: MediaType;
  readonly isAlias: boolean;
  /** Specificity of the range that decides, see {@link specificityOf}; -1 while no range matches. */
  specificity: number;
  weight: number;
  /** Place of the range that decides in the header. */
  position: number;
}

/** Further offers are ignored: each costs every request, and no API has as many. We chose the figure. */
const MOST_OFFERS = 500;
/** Limit for one choice, some 5 ms; with usual offers, a whole Accept header fits. We chose the figure. */
const MOST_COMPARISONS = 50_000;
/** Specificity of a range that names the type; each significant parameter adds 1. */
const NAMED = 3;

/**
 * Chooses by RFC 9110 §12.5.1. The most specific range that matches a media type sets its weight; among equally
 * specific ranges, a refusal (`q=0`) counts, else the highest weight. The type with the highest weight wins. On a tie,
 * types that are named come before those that a wildcard covers, then the client's order decides, then that of offers.
 *
 * Parameters of an offer's media type are significant: a range that has one of them with another value does not match,
 * and a range that has one with the same value is about that media type alone. All other parameters are ignored. An
 * offer from a descriptor may be a range itself: a request for any type within it counts as naming it.
 * @param accept undefined, empty, or without any well-formed member: everything is acceptable
 * @param offers the preferred one first; a text that is no media type is never chosen
 * @returns undefined when nothing is acceptable
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

/** Notes what one range says about the candidates that it matches. */
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
 * 0 for all types, 1 for `type/*`, 2 for a structured suffix, 3 for the type itself plus 1 for each significant
 * parameter; -1 for no match.
 */
function specificityOf(range: MediaRange, { parsed, isAlias }: Candidate<Offer>): number {
  const parameters = matchingParameters(range, parsed);
  if (parameters === -1) return -1;
  if (isAlias) {
    if (range.type !== parsed.type) return -1;
    if (range.subtype === parsed.subtype) return NAMED + parameters;
    // An alias may be a pattern, `application/*+json`: a type with that suffix gets the type that is sent.
    return matchesSuffix(parsed.subtype, range.subtype) ? 2 : -1;
  }
  if (range.type === '*') return range.subtype === '*' ? 0 : -1;
  if (range.type !== parsed.type && parsed.type !== '*') return -1;
  if (range.subtype === '*') return 1;
  if (range.subtype === parsed.subtype || parsed.subtype === '*') return NAMED + parameters;
  return matchesSuffix(range.subtype, parsed.subtype) ? 2 : -1;
}

/** Whether `*+json` covers a subtype: one that ends in `+json`, or `json` itself. @see RFC 6839 §3.1 */
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

/** Compares two values of a parameter; the shorter of two versions decides: 3.0.3 is 3.0, and 3 is any of them. */
function isSameValue(name: string, wanted: string, offered: string): boolean {
  if (wanted === offered) return true;
  const isVersion = name === 'version' && /^\d+(?:\.\d+)*$/.test(wanted);
  return isVersion && (wanted.startsWith(`${offered}.`) || offered.startsWith(`${wanted}.`));
}

/** Whether the client refuses the type that would be sent for an alias: the first of its offer. */
function isSentTypeRefused(candidate: Candidate<Offer>, candidates: readonly Candidate<Offer>[]): boolean {
  const { offer, sent, isAlias } = candidate;
  const first = isAlias ? candidates.find((other) => other.offer === offer && other.mediaType === sent) : undefined;
  return first !== undefined && first.specificity >= 0 && first.weight === 0;
}

/** Sorting is stable, so equal candidates stay in the order of the offers. */
function byPreference(a: Candidate<Offer>, b: Candidate<Offer>): number {
  const named = Math.min(b.specificity, NAMED) - Math.min(a.specificity, NAMED);
  return b.weight - a.weight || named || a.position - b.position;
}
