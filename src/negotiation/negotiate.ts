import { type MediaRange, parseAccept } from '../http/accept.ts';
import { type MediaType, parseMediaType } from '../http/media-type.ts';

/** One representation that may be sent. */
export interface Offer {
  readonly name: string;
  /** The first is sent and is what wildcards match; the others are aliases, matched only by name. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Aliases that are sent under their own name where they were asked for. */
  readonly sendableAliases: readonly string[];
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
}

/** One media type of an offer, and what the Accept header says about it. */
interface Candidate<T extends Offer> extends Choice<T> {
  readonly parsed: MediaType;
  readonly isAlias: boolean;
  /** Specificity of the range that decides, see {@link specificityOf}; -1 while no range matches. */
  specificity: number;
  weight: number;
  /** Place of the range that decides in the header. */
  position: number;
}

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
 * decides: 3.0.3 is 3.0, and 3 is any of them. All other parameters are ignored.
 * @param accept undefined, empty, or without any well-formed member: everything is acceptable
 * @param offers the table, at least one
 * @returns undefined when nothing is acceptable
 */
export function negotiate<T extends Offer>(accept: string | undefined, offers: readonly T[]): Choice<T> | undefined {
  const ranges = parseAccept(accept ?? '');
  const [first] = offers;
  if (first === undefined) return undefined;
  if (ranges.length === 0) return { offer: first, mediaType: first.mediaTypes[0] };
  const candidates = offers.flatMap(toCandidates);
  for (const [position, range] of ranges.entries()) applyRange(range, position, candidates);
  const [best] = candidates
    .filter((candidate) => candidate.weight > 0 && !isSentTypeRefused(candidate, candidates))
    .sort(byPreference);
  return best && { offer: best.offer, mediaType: sentMediaType(best) };
}

function toCandidates<T extends Offer>(offer: T): Candidate<T>[] {
  const spelledOut = (offer.spelledOut ?? []).map((mediaType) => parsedOf(mediaType, offer));
  return offer.mediaTypes.map((mediaType, index) => {
    const written = parsedOf(mediaType, offer);
    const isMeant = (meant: MediaType): boolean =>
      written.parameters.size === 0 && meant.type === written.type && meant.subtype === written.subtype;
    const parsed = spelledOut.find(isMeant) ?? written;
    return { offer, mediaType, parsed, isAlias: index > 0, specificity: -1, weight: 0, position: -1 };
  });
}

function parsedOf(mediaType: string, offer: Offer): MediaType {
  const parsed = parseMediaType(mediaType);
  if (parsed === undefined) throw new Error(`${mediaType}, offered as ${offer.name}, is not a media type.`);
  return parsed;
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
  if (range.type === parsed.type && range.subtype === parsed.subtype) return NAMED + parameters;
  // An alias may itself be a pattern, `application/*+json`: what ends like that gets the type that is sent.
  if (isAlias) return range.type === parsed.type && matchesSuffix(parsed.subtype, range.subtype) ? 2 : -1;
  if (range.type === '*') return range.subtype === '*' ? 0 : -1;
  if (range.type !== parsed.type) return -1;
  if (range.subtype === '*') return 1;
  return matchesSuffix(range.subtype, parsed.subtype) ? 2 : -1;
}

/**
 * `*+json` covers every subtype that ends in `+json`, and `json` itself (RFC 6839 §3.1 calls it the underlying syntax).
 */
function matchesSuffix(rangeSubtype: string, subtype: string): boolean {
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
  return !isAlias || offer.sendableAliases.includes(mediaType) ? mediaType : offer.mediaTypes[0];
}

/** Sorting is stable, so what is equal here stays in the table's order. */
function byPreference(a: Candidate<Offer>, b: Candidate<Offer>): number {
  return (
    b.weight - a.weight || Math.min(b.specificity, NAMED) - Math.min(a.specificity, NAMED) || a.position - b.position
  );
}
