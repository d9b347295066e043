import { type MediaRange, parseAccept } from '../http/accept.ts';
import { isAscii } from '../http/byte-text.ts';
import { type MediaType, parseMediaType } from '../http/media-type.ts';

/** Media type that is sent where a descriptor offers a range. */
const CONCRETE_TYPES: Readonly<Record<string, string>> = {
  '*': 'application/json',
  application: 'application/json',
  text: 'text/plain',
  image: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
};

/** Comparisons of one choice, some 5 ms; never fewer ranges than any client sends. We chose the figures. */
const MOST_COMPARISONS = 50_000;
const LEAST_RANGES = 8;

interface Candidate {
  readonly mediaType: string;
  readonly weight: number;
  /** 0 for all types, 1 for `type/*`, 2 for a suffix, 3 for the type itself. */
  readonly specificity: number;
  /** Place of the range in Accept. */
  readonly position: number;
}

interface Choice {
  /** To send. */
  readonly mediaType: string;
  /** Media type or range that the descriptor offers. */
  readonly offered: string;
}

/**
 * Chooses by RFC 9110 §12.5.1 among the media types of a descriptor, which may be ranges themselves. The most specific
 * range decides for each type, of equal ones a refusal. On equal weights named types come first, then the client's
 * order, then ours.
 * @param accept undefined, empty or without a well-formed member: everything is acceptable; of thousands of types and
 * ranges the first
 *   ranges count
 * @param offered what is no media type is never chosen
 */
export function chooseMediaType(accept: string | undefined, offered: readonly string[]): Choice | undefined {
  const read = parseAccept(accept ?? '');
  const ranges = read.slice(0, Math.max(LEAST_RANGES, Math.floor(MOST_COMPARISONS / offered.length)));
  const candidates = offered.flatMap((text) => {
    const type = parseMediaType(text);
    // The choice is sent as Content-Type.
    if (type === undefined || !isAscii(text)) return [];
    const candidate =
      ranges.length === 0
        ? { mediaType: concrete(type, text), weight: 1, specificity: 0, position: 0 }
        : judge(text, type, ranges);
    return candidate === undefined ? [] : [{ ...candidate, offered: text }];
  });
  const [best] = candidates.sort(
    (a, b) => b.weight - a.weight || b.specificity - a.specificity || a.position - b.position,
  );
  return best && { mediaType: best.mediaType, offered: best.offered };
}

/** Whether a body of this type is among those that are described. */
export function fitsMediaType(sent: MediaType, described: readonly string[]): boolean {
  return described.some((text) => {
    const type = parseMediaType(text);
    return (
      type !== undefined && (type.type === '*' || type.type === sent.type) && subtypeCovers(type.subtype, sent.subtype)
    );
  });
}

function judge(text: string, type: MediaType, ranges: readonly MediaRange[]): Candidate | undefined {
  let best: Candidate | undefined;
  for (const [position, range] of ranges.entries()) {
    const specificity = specificityOf(range, type);
    if (specificity === -1 || (best !== undefined && specificity < best.specificity)) continue;
    const isStronger = best === undefined || specificity > best.specificity;
    if (isStronger || range.weight === 0 || (best !== undefined && best.weight !== 0 && range.weight > best.weight)) {
      best = { mediaType: concrete(type, text, range), weight: range.weight, specificity, position };
    }
  }
  return best?.weight === 0 ? undefined : best;
}

function specificityOf(range: MediaRange, type: MediaType): number {
  for (const [name, value] of type.parameters) {
    const wanted = range.parameters.get(name);
    if (wanted !== undefined && wanted.toLowerCase() !== value.toLowerCase()) return -1;
  }
  if (range.type === '*') return range.subtype === '*' ? 0 : -1;
  if (range.type !== type.type && type.type !== '*') return -1;
  if (range.subtype === '*') return 1;
  if (range.subtype === type.subtype || type.subtype === '*') return 3;
  return range.subtype.startsWith('*+') && subtypeCovers(range.subtype, type.subtype) ? 2 : -1;
}

/** `*` covers all, `*+json` what ends in `+json` and `json` itself. */
function subtypeCovers(pattern: string, subtype: string): boolean {
  if (pattern === '*' || pattern === subtype) return true;
  return (
    pattern.startsWith('*+') &&
    pattern.length > 2 &&
    (subtype.endsWith(pattern.slice(1)) || subtype === pattern.slice(2))
  );
}

/** A range that a descriptor offers becomes what the client names, else the usual type of its kind. */
function concrete(type: MediaType, text: string, range?: MediaRange): string {
  if (!type.subtype.startsWith('*')) return text;
  if (range !== undefined && !range.subtype.includes('*')) return `${range.type}/${range.subtype}`;
  if (type.subtype.startsWith('*+')) return `${type.type}/${type.subtype.slice(2)}`;
  return (
    CONCRETE_TYPES[range === undefined || range.type === '*' ? type.type : range.type] ?? 'application/octet-stream'
  );
}
