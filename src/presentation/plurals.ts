import { isAbbreviation } from './name-words.ts';

/** The number of English nouns in names, in small letters, as far as their endings say it. */

/** Nouns whose endings mislead. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['analyses', 'analysis'],
  ['indices', 'index'],
  ['matrices', 'matrix'],
  ['vertices', 'vertex'],
  ['caches', 'cache'],
  ['cookies', 'cookie'],
  ['movies', 'movie'],
  ['aliases', 'alias'],
  ['canvases', 'canvas'],
]);
const SINGULAR: ReadonlySet<string> = new Set(
  'alias analytics atlas bias canvas devops gas kubernetes lens news series species'.split(' '),
);

/** What ends a plural, and what the singular has in its place; the first that fits counts. */
const ENDINGS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/(?<=..)ies$/, 'y'],
  [/(?<=ss|x|ch|sh|(?<![aeo])us)es$/, ''],
  [/(?<=..)(?<![isu])s$/, ''],
];

/** `policies` → `policy`; null where it is no plural. */
function ofPlural(noun: string): string | null {
  if (SINGULAR.has(noun) || isAbbreviation(noun)) return null;
  if (noun.endsWith('s') && isAbbreviation(noun.slice(0, -1))) return noun.slice(0, -1);
  const irregular = IRREGULAR.get(noun);
  if (irregular !== undefined) return irregular;
  const [ending, singular] = ENDINGS.find(([plural]) => plural.test(noun)) ?? [];
  return ending === undefined || singular === undefined ? null : noun.replace(ending, singular);
}

export function isPlural(noun: string): boolean {
  return ofPlural(noun) !== null;
}

/** A singular stays as it is. */
export function singularOf(noun: string): string {
  return ofPlural(noun) ?? noun;
}
