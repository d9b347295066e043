import { isToken, parseList, parseParameters, parseWeight, trimWhitespace } from './grammar.ts';
import { type MediaType, parseMediaType } from './media-type.ts';

/** Longer headers are read up to here; we chose the figure, no client known to us comes near it. */
export const ACCEPT_LIMIT_OCTETS = 8192;

/** Further languages are not read: no browser lists as many, and each is compared with every language of a site. */
const MOST_LANGUAGE_RANGES = 100;

/** One member of Accept, its `q` parameter taken out of the parameters. */
export interface MediaRange extends MediaType {
  /** From 0, a refusal, to 1. */
  readonly weight: number;
}

/** One member of Accept-Encoding. */
interface CodingRange {
  /** Lower-cased; `*` for all that are not named. */
  readonly coding: string;
  /** From 0, a refusal, to 1. */
  readonly weight: number;
}

/**
 * Reads an Accept header. Malformed members are left out and the rest is read; what stands beyond 8192 octets is not
 * read. The parameter `q` is the weight wherever it stands.
 * @see RFC 9110 §12.5.1
 */
export function parseAccept(header: string): readonly MediaRange[] {
  return parseList(header, ACCEPT_LIMIT_OCTETS)
    .map(parseMediaRange)
    .filter((range) => range !== undefined);
}

/**
 * Reads an Accept-Encoding header, as leniently as {@link parseAccept}. `x-gzip` is read as `gzip` (§8.4.1.3).
 * @see RFC 9110 §12.5.3
 */
export function parseAcceptEncoding(header: string): readonly CodingRange[] {
  return parseList(header, ACCEPT_LIMIT_OCTETS)
    .map(parseCodingRange)
    .filter((range) => range !== undefined);
}

/** One member of Accept-Language. */
interface LanguageRange {
  /** Lower-cased; `*` for all that are not named. */
  readonly range: string;
  /** From 0, a refusal, to 1. */
  readonly weight: number;
}

/**
 * Reads the first hundred members of an Accept-Language header, as leniently as {@link parseAccept}.
 * @see RFC 9110 §12.5.4, RFC 4647 §2.1
 */
export function parseAcceptLanguage(header: string): readonly LanguageRange[] {
  return parseList(header, ACCEPT_LIMIT_OCTETS)
    .slice(0, MOST_LANGUAGE_RANGES)
    .map(parseCodingRange)
    .flatMap((member) =>
      member !== undefined && LANGUAGE_RANGE.test(member.coding)
        ? [{ range: member.coding, weight: member.weight }]
        : [],
    );
}

const LANGUAGE_RANGE = /^(?:\*|[a-z]{1,8}(?:-(?:[a-z0-9]{1,8}|\*))*)$/;

function parseMediaRange(member: string): MediaRange | undefined {
  const range = parseMediaType(member);
  if (range === undefined) return undefined;
  const q = range.parameters.get('q');
  if (q === undefined) return { ...range, weight: 1 };
  const weight = parseWeight(q);
  if (weight === undefined) return undefined;
  const parameters = new Map(range.parameters);
  parameters.delete('q');
  return { ...range, parameters, weight };
}

function parseCodingRange(member: string): CodingRange | undefined {
  const semicolon = member.indexOf(';');
  const coding = trimWhitespace(semicolon === -1 ? member : member.slice(0, semicolon)).toLowerCase();
  const parameters = parseParameters(semicolon === -1 ? '' : member.slice(semicolon + 1));
  const weight = parseWeight(parameters?.get('q') ?? '1');
  if (parameters === undefined || weight === undefined || !isToken(coding)) return undefined;
  return { coding: coding === 'x-gzip' ? 'gzip' : coding, weight };
}
