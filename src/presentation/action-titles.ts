import type { Operation } from '../model/operation.ts';
import { lettersIn, partsOfName, sentenceCase, UNDOING_VERBS, wordInText } from './name-words.ts';
import { isParameter, isVersion, readSegment } from './path-titles.ts';
import { isPlural, singularOf } from './plurals.ts';
import { partedWords } from './run-together.ts';

/** Titles from method and path segments, for operations whose operationId says no more than these. */

/** A static segment, by its words in small letters. */
interface Noun {
  readonly words: readonly string[];
  /** Whether a parameter follows. */
  readonly hasParameter: boolean;
  /** The segment after it that says which are meant: `upcoming` in `/invoices/upcoming`. */
  readonly adjective: string | null;
}

/** Segments that are about the API. */
const NO_NOUNS: ReadonlySet<string> = new Set(['api', 'rest']);
/** Segments that are no object of a verb: `/auth/verify`. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['auth', 'authentication', 'oauth', 'oauth2']);
/** Verbs at the end of paths that are no nouns as well. */
const VERBS: ReadonlySet<string> = new Set([
  ...UNDOING_VERBS,
  ...(
    'accept acknowledge activate add advance apply approve assign attach authorize ban cancel capture clear close ' +
    'complete confirm connect convert create deactivate decline decrement delete deny deploy detach disable ' +
    'discard disconnect dismiss enable execute expire finalize generate get hide ignore increment install invite ' +
    'kick mark merge migrate mute open pause pay propose publish purge reactivate reboot recover recycle redact ' +
    'redeem refresh regenerate register reject remove rename renew reopen rerequest rerun resend reset resize ' +
    'resolve restart restore resume retrieve retry reverse revert revoke rotate send start stop submit suspend ' +
    'sync terminate toggle trigger update upgrade validate verify void'
  ).split(' '),
]);
/** Verbs there that are nouns as well. */
const VERBS_AND_NOUNS: ReadonlySet<string> = new Set(
  (
    'archive block check clone commit copy duplicate export find follow force fork grant import like link list ' +
    'lock move ping present preview process refund release replay rollback search set share simulate star test ' +
    'transfer upload vote watch'
  ).split(' '),
);
/** Nouns that follow such a verb and make a noun with it: `import-job`. */
const NOUNS_OF_VERBS: ReadonlySet<string> = new Set(
  'job link order request rule run session task token url'.split(' '),
);
/** Actions without an object in the path, such as `login`. */
const WITHOUT_OBJECT: ReadonlyMap<string, string> = new Map(
  ['log in', 'log out', 'sign in', 'sign out', 'sign up', 'subscribe', 'unsubscribe'].map((words) => [
    words.replace(' ', ''),
    words,
  ]),
);
/** First words of segments that name an action: `/deleteBankAccounts`. */
const PROCEDURE_VERBS: ReadonlySet<string> = new Set(
  (
    'add cancel check close create delete disable enable find get ' +
    'list remove search send set start stop submit update'
  ).split(' '),
);
const READING_VERBS: ReadonlySet<string> = new Set(['find', 'get', 'list', 'search']);
/** Words before a verb: `force-cancel`. */
const ADVERBS: ReadonlySet<string> = new Set(['batch', 'bulk', 'force']);
/** Prepositions after a verb, whose object the path names before it: `mark_as_read`. */
const PREPOSITIONS: ReadonlySet<string> = new Set('as at by for from in into on out to up with'.split(' '));
/** Adjectives of one thing, before the noun in English and after it in paths: `/invoices/upcoming`. */
const ADJECTIVES_OF_ONE: ReadonlySet<string> = new Set(
  'current default latest next previous raw scoped upcoming'.split(' '),
);
/** Adjectives of several things: `/orders/archived`. */
const ADJECTIVES_OF_MANY: ReadonlySet<string> = new Set(
  (
    'active all archived available blocked cancelled canceled completed delayed deleted disabled enabled expired ' +
    'failed featured inactive overdue pending popular published recent recommended scheduled shared starred ' +
    'suggested suspended trending unpaid unread'
  ).split(' '),
);
/** A hostile path has any number of segments. */
const MOST_NOUNS = 4;
/** Methods that perform a verb at the end of a path; of several at one path only the first has it as a title. */
const ACTING_METHODS = ['POST', 'PUT', 'PATCH'];
/** Verbs for operations on one thing. */
const VERBS_OF_METHODS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'update',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Whether an operationId is a method and the end of a path, such as `GetAccountsAccount` or `users-get`. */
export function repeatsPath(operationId: string, operation: Operation): boolean {
  const id = lettersIn(operationId);
  const method = operation.getHttpMethod().toLowerCase();
  const rests = [
    ...(id.startsWith(method) ? [id.slice(method.length)] : []),
    ...(id.endsWith(method) ? [id.slice(0, -method.length)] : []),
  ];
  if (rests.length === 0) return false;
  const longest = Math.max(...rests.map(({ length }) => length));
  const segments = segmentsOf(operation);
  return [segments, segments.map(readSegment)].some((path) => isEndOf(path.map(lettersIn), rests, longest));
}

function isEndOf(path: readonly string[], rests: readonly string[], longest: number): boolean {
  let end = '';
  for (let place = path.length; place >= 0 && end.length <= longest; place -= 1) {
    end = (path[place] ?? '') + end;
    if (rests.includes(end)) return true;
  }
  return false;
}

/**
 * `GET /v1/balance_transactions` → `List balance transactions`, `POST /v1/payment_intents/{intent}/cancel` → `Cancel
 * payment intent`: English, without articles, which names decide nothing about. '' where they say nothing for sure.
 */
export function actionTitle(operation: Operation): string {
  const segments = segmentsOf(operation);
  const nouns = nounsOf(operation, segments);
  const last = nouns.at(-1);
  if (last === undefined) return '';
  const words = wordsFor(operation, nouns, last);
  return sentenceCase(words.map(wordInText).join(' '));
}

/** None where a title would say something else than what is done. */
function wordsFor(operation: Operation, nouns: readonly Noun[], last: Noun): readonly string[] {
  const method = operation.getHttpMethod();
  const { service } = operation;
  const verb = method === 'PUT' && isSentTo(operation, 'PATCH') ? 'replace' : VERBS_OF_METHODS[method];
  if (verb === undefined || nouns.some((noun, place) => isMisplacedVerb(noun, place, nouns.length))) return [];
  if (last.hasParameter) return method === 'POST' && isNoUpdate(operation, last) ? [] : [verb, ...phraseOf(nouns)];
  const [first = ''] = last.words;
  const isPluralNoun = isPlural(last.words.at(-1) ?? '');
  // Remote procedures have such names.
  if (last.words.length > 1 && PROCEDURE_VERBS.has(first) && !isNounAfterAll(first, method, isPluralNoun))
    return actionWords(last.words, nouns);
  const alone = WITHOUT_OBJECT.get(last.words.join(''));
  if (alone !== undefined) return method === 'POST' ? [alone] : [];
  if (isVerbAlone(last)) {
    const doing = ACTING_METHODS.find((one) => isSentTo(operation, one));
    return method === doing ? actionWords(last.words, nouns) : [];
  }
  if (method === 'GET' && isPluralNoun) return ['list', ...phraseOf(nouns)];
  if (method === 'GET' && last.words.join() === 'search' && nouns.length > 1)
    return ['search', ...phraseOf(nouns.slice(0, -1))];
  // `/book` beside `/book/{id}`: all of them, which no word says.
  if (method !== 'POST' && !isPluralNoun && service.getEntityOperations().length > 0 && last.adjective === null)
    return [];
  if (method !== 'POST') return [verb, ...phraseOf(nouns)];
  const created = ['create', ...phraseOf([...nouns.slice(0, -1), { ...last, hasParameter: true }])];
  if (last.adjective === 'all') return [];
  if (isPluralNoun || service.getEntityOperations().length > 0) return created;
  if (service.getAllOperations().some((other) => other.getHttpMethod() !== 'POST'))
    return isNoUpdate(operation, last) ? [] : [verb, ...phraseOf(nouns)];
  // Nothing but a POST: what it makes, or an action, whose name is its verb.
  if (nouns.length === 1) return [];
  // `/account/forgot-password`: more likely than a thing.
  if (last.words.length > 1 && nouns.at(-2)?.hasParameter !== true && !isAction(last, nouns.at(-2))) return [];
  return isAction(last, nouns.at(-2)) ? actionWords(last.words, nouns) : created;
}

/** `/delete/users`, `/users/activate/{id}`. */
function isMisplacedVerb({ words, hasParameter }: Noun, place: number, length: number): boolean {
  const [word = ''] = words;
  if (words.length > 1) return false;
  if (place === length - 1) return hasParameter && VERBS.has(word);
  return VERBS.has(word) || (place === 0 && !hasParameter && VERBS_AND_NOUNS.has(word));
}

/** Whether a POST updates nothing: PATCH or PUT do at the same path, or the noun is a verb, as in `/search/{index}`. */
function isNoUpdate(operation: Operation, { words, hasParameter }: Noun): boolean {
  return (
    isSentTo(operation, 'PATCH') ||
    isSentTo(operation, 'PUT') ||
    (hasParameter && words.length === 1 && VERBS_AND_NOUNS.has(words[0] ?? ''))
  );
}

function isSentTo({ service, record }: Operation, method: string): boolean {
  const path = record.paths[0];
  return service.getAllOperations().some((other) => other.getHttpMethod() === method && other.record.paths[0] === path);
}

/** `/check-runs`, `GET /delete_requests`. */
function isNounAfterAll(verb: string, method: string, isPluralNoun: boolean): boolean {
  return isPluralNoun && (verb === 'check' || (method !== 'POST' && !READING_VERBS.has(verb)));
}

function isVerbAlone({ words, adjective }: Noun): boolean {
  return words.length === 1 && adjective === null && VERBS.has(words[0] ?? '');
}

/** Tells an action from a noun: `mark_uncollectible`, `force-cancel`, `refund` of one thing. */
function isAction({ words: [first = '', ...rest], adjective }: Noun, object: Noun | undefined): boolean {
  if (adjective !== null) return false;
  if (rest.length > 0 && (VERBS.has(first) || isAdverb(first, rest))) return true;
  if (!VERBS_AND_NOUNS.has(first)) return false;
  return rest.length > 0
    ? !NOUNS_OF_VERBS.has(rest.at(-1) ?? '')
    : object?.hasParameter === true || isPlural(object?.words.at(-1) ?? '');
}

function isAdverb(word: string, [next = '']: readonly string[]): boolean {
  return ADVERBS.has(word) && VERBS.has(next);
}

/** `/invoices/{invoice}/mark_uncollectible` → `mark invoice uncollectible`. */
function actionWords([first = '', ...others]: readonly string[], nouns: readonly Noun[]): readonly string[] {
  const verb = isAdverb(first, others) ? [first, ...others.slice(0, 1)] : [first];
  const rest = others.slice(verb.length - 1);
  const object = phraseOf(nouns.slice(0, -1));
  if (rest.length === 0 && (object.length === 0 || NO_OBJECTS.has(object.at(-1) ?? ''))) return [];
  const isOfOne = nouns.at(-2)?.hasParameter === true || rest.length === 0;
  const hasOwnObject =
    !isOfOne || (rest.length > 1 && !PREPOSITIONS.has(rest[0] ?? '')) || haveCommonWord(object, rest);
  return [...verb, ...(hasOwnObject ? [] : object), ...rest];
}

/**
 * Names the last noun after its owner, `/checkout/sessions/{id}/line_items` → `checkout session line items`. A noun
 * before a parameter is such an owner, and one owner is enough.
 */
function phraseOf(nouns: readonly Noun[]): readonly string[] {
  const owner = nouns.slice(0, -1).findLastIndex(({ hasParameter }) => hasParameter);
  const start = nouns.slice(0, Math.max(owner, 0)).findLastIndex(({ hasParameter }) => hasParameter) + 1;
  const named = nouns.slice(Math.max(start, nouns.length - MOST_NOUNS));
  let phrase: readonly string[] = [];
  for (const [place, { words, adjective, hasParameter }] of named.entries()) {
    const own = hasParameter || place < named.length - 1 ? inSingular(words) : words;
    phrase = [...(adjective === null ? [] : [adjective]), ...(haveCommonWord(phrase, own) ? [] : phrase), ...own];
  }
  return phrase;
}

function haveCommonWord(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(some.map(singularOf));
  return others.some((word) => known.has(singularOf(word)));
}

function inSingular(words: readonly string[]): readonly string[] {
  return words.map((word, place) => (place === words.length - 1 ? singularOf(word) : word));
}

/** None where a segment is neither a name nor a parameter. */
function nounsOf({ service }: Operation, segments: readonly string[]): readonly Noun[] {
  const read = segments.map(readSegment);
  if (read.some((segment) => /[{}]/.test(segment) && !isParameter(segment) && !isVersion(segment))) return [];
  const firstParameter = read.findIndex(isParameter);
  const version = read.slice(0, firstParameter === -1 ? read.length : firstParameter).findLastIndex(isVersion);
  const nouns: Noun[] = [];
  for (const [place, segment] of read.entries()) {
    if (place <= version || isParameter(segment) || NO_NOUNS.has(segment)) continue;
    const words = partsOfName(partedWords(segment, service.api.components)).map((word) => word.toLowerCase());
    const noun = {
      words,
      hasParameter: place + 1 < read.length && isParameter(read[place + 1] ?? ''),
      adjective: null,
    };
    const described = withAdjective(nouns.at(-1), noun);
    if (described !== null) nouns[nouns.length - 1] = described;
    else if (words.length > 0) nouns.push(noun);
  }
  return nouns;
}

/** Null where the second one is a noun. */
function withAdjective(noun: Noun | undefined, { words, hasParameter }: Noun): Noun | null {
  const [adjective = ''] = words;
  if (noun === undefined || noun.hasParameter || noun.adjective !== null || words.length !== 1) return null;
  if (ADJECTIVES_OF_ONE.has(adjective)) return { words: inSingular(noun.words), hasParameter, adjective };
  return ADJECTIVES_OF_MANY.has(adjective) ? { ...noun, hasParameter, adjective } : null;
}

function segmentsOf({ record }: Operation): readonly string[] {
  return (record.paths[0] ?? '').split('/').filter((segment) => segment !== '');
}
