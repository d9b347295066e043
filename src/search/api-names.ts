import { ENTRY_KINDS } from './entry.ts';
import { initialsIn, type Shard } from './shard.ts';
import { askedTerms, fold, inOtherNumber, longForms, otherNouns } from './terms.ts';

/** Names that an API uses for each term of a question, as words separated by spaces. */
export type ApiNames = ReadonlyMap<string, ReadonlySet<string>>;

const INITIALS = /^[a-z]{2,6}$/;
/** Kinds of entries whose names can replace a term. */
const NAMED = new Set((['service', 'group', 'schema'] as const).map((kind) => ENTRY_KINDS.indexOf(kind)));
const GROUP = ENTRY_KINDS.indexOf('group');

/**
 * Finds names by the initials of their words, unless the initials themselves are a name in the API: `pvc` → `persistent
 * volume claim`. Groups are also found by the definition that begins their description: `server` → `droplets`.
 */
export function apiNames(shards: readonly Shard[], terms: readonly string[]): ApiNames {
  const names = new Map(terms.map((term) => [term, new Set<string>()]));
  const initials = new Map<number, string>();
  const nouns = new Map<string, readonly string[]>();
  for (const term of terms) {
    for (const letters of [term, term.replace(/s$/, '')])
      if (INITIALS.test(letters) && shards.every((shard) => shard.names.find(letters) === null))
        initials.set(initialsIn(encoder.encode([...letters].join(' ')), 0), term);
    const others = [...longForms(term), ...otherNouns(term)];
    if (others.length > 0)
      nouns.set(
        term,
        [term, ...others].flatMap((noun) => [noun, ...inOtherNumber(noun)]),
      );
  }
  if (initials.size + nouns.size === 0) return names;
  for (const shard of shards)
    for (let entry = 0; entry < shard.size; entry += 1) {
      const kind = shard.kindNumber(entry);
      if (!NAMED.has(kind)) continue;
      const add = (term: string): void => {
        names.get(term)?.add(askedTerms(shard.name(entry).replace(/^.*\./, '')).join(' '));
      };
      const term = initials.get(shard.initials(entry));
      if (term !== undefined) add(term);
      if (kind !== GROUP || nouns.size === 0) continue;
      const definition = definitionOf(shard.entry(entry));
      for (const [own, forms] of nouns) if (forms.some((form) => definition.endsWith(` ${form}`))) add(own);
    }
  return names;
}

/** Extracts the definition of `name` from the first sentence: “A Droplet is a DigitalOcean virtual machine.” */
function definitionOf({ name, text }: { readonly name: string; readonly text: string }): string {
  const [, subject = '', definition = ''] = /^(?:an? )?([^.]+?) (?:is|are)( [^.]+)/.exec(fold(text)) ?? [];
  return [subject, ...inOtherNumber(subject)].includes(fold(name)) ? definition : '';
}

const encoder = new TextEncoder();
