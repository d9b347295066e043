/** Whether a sentence of a description names an action, as a title does. */

/** First words of a sentence that says when, where or for whom, what something is, or what readers do. */
const NO_ACTION: ReadonlySet<string> = new Set(
  (
    'a an the this that these those some it its you your we our they their anyone there here ' +
    'after as at because before by during for from if in once on since to unless until when whether while with ' +
    'without all any each every no not only please use see ' +
    'caution deprecated important note tip warning'
  ).split(' '),
);
/** `Deleting`, and not `Ping`. */
const GERUND = /[aeiouy]\p{L}*ing$/u;
/** A word follows, and no comma stands before `was`: other languages have the same words there. */
const STATEMENT =
  /^(?:\S+ ){1,10}?(?:is|are|(?<!, )was|were|can|cannot|could|may|might|must|should|will|has|have|means)(?=[’' ])/i;
/** Words of a statement about an object that was named: `Lists books that are read`, `Lists books a user has`. */
const CLAUSE =
  /\b(?:that|which|who|whose|what|whether|if|when|where|how)\b|(?<!\b(?:at|by|for|from|in|of|on|to|with)) (?:an?|the|you|they)\b/i;

/**
 * `Retrieves a book` and `List books` say what an operation does, `You can list books` and `Books are sorted` do not.
 * It is made for English, and a descriptor does not say its language: sentences in other languages mostly pass, those
 * that happen to have an English word of these in its place do not, and what would stand for no sentence stands there.
 */
export function saysAction(sentence: string): boolean {
  const [first = ''] = /[\p{L}\p{N}'’-]+/u.exec(sentence) ?? [];
  if (NO_ACTION.has(first.toLowerCase()) || GERUND.test(first)) return false;
  const [statement] = STATEMENT.exec(sentence) ?? [];
  return statement === undefined || CLAUSE.test(statement);
}
