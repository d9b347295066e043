import { parseAcceptLanguage } from '../http/accept.ts';

/**
 * Chooses the language to send by RFC 9110 §12.5.4: ranges by their weight, those of one weight in the order of the
 * header, each looked up as RFC 4647 §3.4 has it (`de-AT` finds `de`), and found by its beginning where that finds
 * nothing (`pt` finds `pt-BR`). `*` finds the first that no range names. Nothing acceptable is the default language,
 * never a failure: a page in another language is better than none.
 * @param available tags there are, the default first
 */
export function negotiateLanguage(acceptLanguage: string | undefined, available: readonly string[]): string {
  const [standard = 'en'] = available;
  if (acceptLanguage === undefined || acceptLanguage === '' || available.length < 2) return standard;
  const weights = new Map<string, number>();
  const refused = new Set<string>();
  for (const { range, weight } of parseAcceptLanguage(acceptLanguage)) {
    if (weight === 0) refused.add(range);
    if (weight <= (weights.get(range) ?? -1)) continue;
    // A range that is named twice has the higher weight, and the place of that one.
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
 * The longest tag that the range is or continues, else the first that continues the range. Comparing tags with ranges
 * instead of shortening the range takes time that does not depend on its subtags.
 * @param range lower-cased
 */
function lookUp(range: string, available: readonly string[]): string | undefined {
  let longest: string | undefined;
  for (const tag of available)
    if (tag.length > (longest?.length ?? 0) && `${range}-`.startsWith(`${tag.toLowerCase()}-`)) longest = tag;
  return longest ?? available.find((tag) => tag.toLowerCase().startsWith(`${range}-`));
}
