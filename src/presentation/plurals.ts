import { isAbbreviation } from './name-words.ts';

/** The number of English nouns in names, in small letters, as far as their endings say it. */

/** Nouns whose endings mislead. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'people/person children/child analyses/analysis indices/index matrices/matrix vertices/vertex caches/cache ' +
    'cookies/cookie movies/movie aliases/alias canvases/canvas atlases/atlas biases/bias lenses/lens ' +
    'crises/crisis diagnoses/diagnosis hypotheses/hypothesis abuses/abuse excuses/excuse calories/calorie ' +
    'heroes/hero quizzes/quiz shelves/shelf'
  )
    .split(' ')
    .map((pair) => pair.split('/'))
    .map(([plural = '', singular = '']) => [plural, singular] as const),
);
/** Singulars that end like plurals, and plurals of several singulars: `axes`, `leaves`. */
const SINGULAR: ReadonlySet<string> = new Set(
  (
    'alias analytics atlas axes bias canvas chaos cosmos devops jenkins kubernetes kudos leaves lens ' +
    'logistics postgres series species'
  ).split(' '),
);
/** Shorter words that end with an s are names and abbreviations more often than plurals: `aws`, `gps`, `pos`. */
const SHORTEST_PLURAL = 5;
const SHORT_PLURALS: ReadonlySet<string> = new Set(
  (
    'acts ads apps bags bans bars bids bins bits bots bugs cars cats days devs docs dogs envs fans fees gems gifs ' +
    'hits hubs jobs keys kids kits labs libs logs lots maps mods nets nics offs ons orgs outs pens pets ' +
    'pics pins pods pubs refs rows runs sets sims subs tabs tags tips toys vars wins'
  ).split(' '),
);

/** Endings of plurals, and those of the singular in their place; the first that fits counts. */
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
  if (noun.length < SHORTEST_PLURAL && !SHORT_PLURALS.has(noun)) return null;
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
