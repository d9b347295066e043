import {
  isToken,
  type MediaType,
  parseList,
  parseMediaType,
  parseParameters,
  parseWeight,
  trimWhitespace,
} from './grammar.ts';

/** Maximum octets to read of a header. We chose the value: no client known to us sends as many. */
export const ACCEPT_LIMIT_OCTETS = 8192;

/** Maximum ranges to read: browsers send fewer, and each range is compared with every language of the site. */
const MOST_LANGUAGE_RANGES = 100;

/** One member of Accept; `parameters` does not contain `q`. */
export interface MediaRange extends MediaType {
  /** From 0 (not acceptable) to 1. */
  readonly weight: number;
}

/** One member of Accept-Encoding. */
interface CodingRange {
  /** Lower-cased; `*` covers everything that is not listed. */
  readonly coding: string;
  /** From 0 (not acceptable) to 1. */
  readonly weight: number;
}

/**
 * Parses up to 8192 octets of an Accept header, skipping malformed members. The parameter `q` is the weight even if
 * other parameters follow it.
 * @see RFC 9110 §12.5.1
 */
export function parseAccept(header: string): readonly MediaRange[] {
  return parseList(header, ACCEPT_LIMIT_OCTETS)
    .map(parseMediaRange)
    .filter((range) => range !== undefined);
}

/**
 * Parses an Accept-Encoding header as leniently as {@link parseAccept}. `x-gzip` is read as `gzip` (§8.4.1.3).
 * @see RFC 9110 §12.5.3
 */
export function parseAcceptEncoding(header: string): readonly CodingRange[] {
  return parseList(header, ACCEPT_LIMIT_OCTETS)
    .map(parseCodingRange)
    .filter((range) => range !== undefined);
}

/** One member of Accept-Language. */
interface LanguageRange {
  /** Lower-cased; `*` covers everything that is not listed. */
  readonly range: string;
  /** From 0 (not acceptable) to 1. */
  readonly weight: number;
}

/**
 * Parses the first hundred members of an Accept-Language header as leniently as {@link parseAccept}.
 * @see RFC 9110 §12.5.4, RFC 4647 §2.1
 */
function parseAcceptLanguage(header: string): readonly LanguageRange[] {
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

/** Order of preference among equal weights, best compression first. */
const PREFERENCE: readonly string[] = ['br', 'gzip'];

/**
 * Chooses the content coding to send (RFC 9110 §12.5.3). A coding that the client accepts, also by `*`, is preferred to
 * `identity` unless `identity` has a higher weight. If none is acceptable, the result is `identity`.
 * @param acceptEncoding undefined or empty: `identity`
 * @param available codings to choose from besides `identity`; only `br` and `gzip` are considered
 */
export function negotiateCoding<C extends string>(
  acceptEncoding: string | undefined,
  available: readonly C[],
): C | 'identity' {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity';
  const weights = new Map<string, number>();
  for (const { coding, weight } of parseAcceptEncoding(acceptEncoding)) {
    const earlier = weights.get(coding);
    // If a coding is listed twice, `q=0` wins, otherwise the higher weight, as for media types.
    if (earlier === undefined || weight === 0 || (earlier !== 0 && weight > earlier)) weights.set(coding, weight);
  }
  const ofOthers = weights.get('*') ?? 0;
  let best: C | 'identity' = 'identity';
  // Identity is acceptable without being listed; weight 0 then ranks it below every accepted coding.
  let bestWeight = weights.get('identity') ?? weights.get('*') ?? 0;
  for (const coding of available.toSorted((a, b) => PREFERENCE.indexOf(b) - PREFERENCE.indexOf(a))) {
    const weight = weights.get(coding) ?? ofOthers;
    if (coding === 'identity' || !PREFERENCE.includes(coding) || weight === 0 || weight < bestWeight) continue;
    best = coding;
    bestWeight = weight;
  }
  return best;
}

/**
 * Chooses the language to send (RFC 9110 §12.5.4). Ranges are tried by descending weight, then in header order. A range
 * selects a tag by lookup (RFC 4647 §3.4: `de-AT` finds `de`), otherwise the first longer tag (`pt` finds `pt-BR`). `*`
 * selects the first tag that no other range covers. If no language is acceptable, the result is the default, never a
 * failure: a page in another language is better than none.
 * @param available language tags of the site, the default first
 */
export function negotiateLanguage(acceptLanguage: string | undefined, available: readonly string[]): string {
  const [standard = 'en'] = available;
  if (acceptLanguage === undefined || acceptLanguage === '' || available.length < 2) return standard;
  const weights = new Map<string, number>();
  const refused = new Set<string>();
  for (const { range, weight } of parseAcceptLanguage(acceptLanguage)) {
    if (weight === 0) refused.add(range);
    if (weight <= (weights.get(range) ?? -1)) continue;
    // A repeated range takes weight and position of its heaviest listing; `q=0` in any listing still excludes the tag.
    weights.delete(range);
    weights.set(range, weight);
  }
  const named = [...weights.keys()].filter((range) => range !== '*');
  const open = available.filter((tag) => !refused.has(tag.toLowerCase()));
  for (const [range] of [...weights].filter(([, weight]) => weight > 0).toSorted(([, a], [, b]) => b - a)) {
    const found =
      range === '*'
        ? open.find((tag) => !named.some((other) => lookUp(other, [tag]) !== undefined))
        : lookUp(range, open);
    if (found !== undefined) return found;
  }
  return standard;
}

/**
 * Finds the longest tag that equals the range or is a prefix of it, otherwise the first tag that begins with the range.
 * Comparing whole tags takes time independent of the number of subtags in the range.
 * @param range lower-cased
 */
function lookUp(range: string, available: readonly string[]): string | undefined {
  let longest: string | undefined;
  for (const tag of available)
    if (tag.length > (longest?.length ?? 0) && `${range}-`.startsWith(`${tag.toLowerCase()}-`)) longest = tag;
  return longest ?? available.find((tag) => tag.toLowerCase().startsWith(`${range}-`));
}
