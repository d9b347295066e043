import { firstSentence } from './markdown-text.ts';

/**
 * Titles that say what an operation does, made of the texts of a descriptor. The rules are about the forms of English
 * words; texts in other languages stay as they are.
 */

/** First words of sentences that do not describe an action: time, place, audience, definitions, possibilities. */
const NO_ACTION = wordSet(
  'a an the this that these those some it its you your we our they their anyone there here ' +
    'after as at because before by during for from if in once on since to unless until when whether while with ' +
    'without all any each every no not only please use see ' +
    'caution deprecated important note tip warning',
);
/** Gerunds: `Deleting`, but not `Ping`. */
const GERUND = /[aeiouy]\p{L}*ing$/u;
/** Beginning of a statement up to its verb, except where the match is probably a word of another language. */
const STATEMENT =
  /^(?:\S+ ){1,10}?(?:is|are|(?<!, )was|were|can|cannot|could|may|might|must|should|will|has|have|means)(?=[’' ])/i;
/** Words that make a statement a relative clause: `Lists books that are read`, `Lists books a user has`. */
const CLAUSE =
  /\b(?:that|which|who|whose|what|whether|if|when|where|how)\b|(?<!\b(?:at|by|for|from|in|of|on|to|with)) (?:an?|the|you|they)\b/i;

/**
 * Whether a sentence describes an action: `Retrieves a book` and `List books` do, `You can list books` and `Books are
 * sorted` do not. The check uses English words, since descriptors do not declare a language. Sentences in most other
 * languages pass; a sentence that happens to contain one of the words is not used as a title.
 */
export function saysAction(sentence: string): boolean {
  const [first = ''] = /[\p{L}\p{N}'’-]+/u.exec(sentence) ?? [];
  if (NO_ACTION.has(first.toLowerCase()) || GERUND.test(first)) return false;
  const [statement] = STATEMENT.exec(sentence) ?? [];
  return statement === undefined || CLAUSE.test(statement);
}

/** Clauses about how an action is done, or what else happens: `by sending …`, `, closing it`. */
const CIRCUMSTANCES = /(?: by [a-z]+ing|, (?:[a-z]+ing|but|so|then|where|which|with)) .*/;

/** First sentence of a description if it describes an action, without {@link CIRCUMSTANCES}; else ''. */
export function actionIn(description: string | null): string {
  const sentence = withoutEnd(firstSentence(description) ?? '');
  return saysAction(sentence) ? sentence.replace(CIRCUMSTANCES, '') : '';
}

/** Removes backquotes, and the full stop or colon at the end of a title. */
export function withoutEnd(text: string): string {
  return text
    .replaceAll('`', '')
    .trim()
    .replace(/(?<!\.)[.:]$/, '');
}

/** Verb at the beginning of a title in the form of `Creates` or `Permanently deletes`. */
const THIRD_PERSON = /^(?<adverb>\p{L}+ly )?(?<verb>\p{L}{2,}(?<![aiosu])s)(?= (?<next>\p{L}+))/u;
/** Words before an object, and never after the plural of a noun. */
const BEFORE_OBJECT = wordSet('a an the all any each every its one this that these those your their existing new');

/**
 * First word of a title, in lower case, if what follows or a name shows that it is a verb: `creates` of `Creates a
 * book`, `finds` of `Finds books` and `findBooks`.
 * @param names operationId and last segment of the path
 */
export function verbIn(title: string, names: readonly string[]): string | null {
  const { verb = '', next = '' } = THIRD_PERSON.exec(title)?.groups ?? {};
  const isVerb =
    BEFORE_OBJECT.has(next) ||
    (verb !== '' && names.some((name) => name.toLowerCase().startsWith(baseForm(verb).toLowerCase())));
  return isVerb ? verb.toLowerCase() : null;
}

/**
 * Converts a title to the imperative: `Creates a book` → `Create a book`; what a GET returns is listed or gotten.
 * @param verbs all words that {@link verbIn} finds in titles of the API, such as `retrieves` for `Retrieves books`
 */
export function imperative(title: string, method: string, verbs: ReadonlySet<string>): string {
  const { adverb = '', verb = '' } = THIRD_PERSON.exec(title)?.groups ?? {};
  const text = verbs.has(verb.toLowerCase())
    ? adverb + baseForm(verb) + title.slice(adverb.length + verb.length)
    : title;
  return method === 'GET' ? text.replace(/^Returns? (?:(?:(?:a|the) )?(?:\p{Ll}+ )?list of )?/u, listOrGet) : text;
}

function listOrGet(returned: string): string {
  return returned.includes('list') ? 'List ' : 'Get ';
}

function baseForm(verb: string): string {
  if (/..[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  return /(?:ss|sh|(?<!\bca)ch|x|zz|o)es$/i.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

/** Words that end the object of an action. */
const AFTER_OBJECT = wordSet(
  'about after are as at be before but by during for from has have if in into is not on onto per since than ' +
    'that through to unless until using via was were when where whether which while who whose with within without',
);
/** Words that say nothing of what kind an object is. */
const ANY_OBJECT = wordSet(
  'a an the this these those its his her their your our my all any each every some one no of and or new existing given ' +
    'specific specified certain single multiple several current',
);
/** Words before `of`, `on` or `about` and the object itself: `list of books`. */
const ABOUT_OBJECT = wordSet('list collection detail information kind object');
const LONGEST_OBJECT = 60;

/**
 * Object that all actions have in common, in the form that the first has: `Books` of `List all books`, `Add a book` and
 * `Get the details of a book`; '' without any.
 */
export function sharedObject(titles: readonly string[]): string {
  const [first, ...others] = titles.map(objectIn);
  if (first === undefined || others.length === 0) return '';
  const places = first.flatMap(({ key }, place) => (key === '' ? [] : [place]));
  const keys = others.map((object) => ` ${keysOf(object)} `);
  for (let length = places.length; length > 0; length -= 1)
    for (let at = 0; at + length <= places.length; at += 1) {
      const words = first.slice(places[at], (places[at + length - 1] ?? 0) + 1);
      const text = words.map(({ text: word }) => word).join(' ');
      if (text.length > LONGEST_OBJECT || !/\p{L}{2}/u.test(text)) continue;
      if (keys.every((key) => key.includes(` ${keysOf(words)} `))) return text.replace(/(?<=.) objects?$/, '');
    }
  return '';
}

interface ObjectWord {
  readonly text: string;
  /** Form for comparisons: lower case, singular; '' for a word that says nothing of the kind. */
  readonly key: string;
}

function keysOf(words: readonly ObjectWord[]): string {
  return words.flatMap(({ key }) => (key === '' ? [] : [key])).join(' ');
}

/** Words before the verb: `Permanently`, or a remark as in `Ends soon - List books`. */
const LABEL = /^(?:\p{L}+ly |[^-–]{1,40} [-–] (?=\p{Lu}))/u;
const ARTICLES = wordSet('a an the');

/** Words of a title after its verb, up to what follows the object. */
function objectIn(title: string): readonly ObjectWord[] {
  const [, ...tail] = title.replace(LABEL, '').split(/\s+/);
  let words: ObjectWord[] = [];
  for (const word of tail) {
    const [text = ''] = /[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{L}\p{N}]/u.exec(word) ?? [];
    const small = text.toLowerCase();
    const hasObject = words.some(({ key }) => key !== '' && !ABOUT_OBJECT.has(key));
    // An article without `of` begins another clause: `books a user has read`.
    const isClause = ARTICLES.has(small) && words.at(-1)?.text.toLowerCase() !== 'of';
    if (hasObject && (AFTER_OBJECT.has(small) || isClause || /^[^\p{L}\p{N}]/u.test(word))) break;
    // An owner is not the object: `a user’s keys`.
    if (AFTER_OBJECT.has(small) || (small === 'of' && !hasObject) || /['’]s?$/.test(word)) words = [];
    else words.push({ text, key: ANY_OBJECT.has(small) ? '' : singular(small) });
    if (hasObject && /[,;:]$/.test(word)) break;
  }
  return words;
}

/** Singular of an English noun in lower case; words of other forms stay as they are. */
export function singular(noun: string): string {
  if (/..[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|lias|tus)es$/.test(noun)) return noun.slice(0, -2);
  return noun.replace(/(?<=..[^ius])(?<!\balia)s$/, '');
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
