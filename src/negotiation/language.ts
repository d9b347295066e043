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
  const ranges = parseAcceptLanguage(acceptLanguage);
  const refused = new Set(ranges.flatMap(({ range, weight }) => (weight === 0 ? [range] : [])));
  const open = available.filter((tag) => !refused.has(tag.toLowerCase()));
  for (const { range } of ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)) {
    const found = range === '*' ? unnamed(open, ranges) : lookUp(range, open);
    if (found !== undefined) return found;
  }
  return standard;
}

function unnamed(available: readonly string[], ranges: readonly { readonly range: string }[]): string | undefined {
  return available.find((tag) => !ranges.some(({ range }) => range !== '*' && lookUp(range, [tag]) !== undefined));
}

/** @param range lower-cased */
function lookUp(range: string, available: readonly string[]): string | undefined {
  for (let prefix = range; prefix !== ''; prefix = shortened(prefix)) {
    const exact = available.find((tag) => tag.toLowerCase() === prefix);
    if (exact !== undefined) return exact;
  }
  return available.find((tag) => tag.toLowerCase().startsWith(`${range}-`));
}

/** Without its last subtag, and without a single letter before that. */
function shortened(range: string): string {
  return range.replace(/(?:^|-)[^-]*$/, '').replace(/(?:^|-)[a-z0-9]$/, '');
}
