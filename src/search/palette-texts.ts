import type { Language } from '../model/language.ts';
import { wordsOf } from '../words/words.ts';
import { answerWords, PARTS } from './answers.ts';
import { RESULT_KINDS } from './entry.ts';
import { MOST_SEARCHED } from './palette.ts';

/** Keys of the messages in the dialog that explains the keyboard shortcuts. */
const KEYS = [
  'keys.title',
  'keys.search',
  'keys.move',
  'keys.open',
  'keys.close',
  'keys.help',
  'key.control',
  'key.enter',
  'key.escape',
] as const;

/** Counts in all plural categories of all languages. */
const COUNTS: readonly number[] = [...Array(200).keys(), 1_000_000];

/** Texts of the palette in one language; the script replaces placeholders such as `{name}`. */
export function paletteTexts(language: Language): Readonly<Record<string, string>> {
  const words = wordsOf({ language });
  const said = answerWords(words);
  const rules = new Intl.PluralRules(language.tag);
  const kinds = RESULT_KINDS.map((kind) => [`kind.${kind}`, said.kind(kind)]);
  const parts = PARTS.map((part) => [`part.${part}`, said.part(part)]);
  return {
    ...Object.fromEntries([...kinds, ...parts]),
    schema: said.schema('{name}'),
    status: said.part('{name}'),
    notIn: words.say('operation.new', { version: '{name}' }),
    ...Object.fromEntries(
      COUNTS.map((count) => [
        `all.${rules.select(count)}`,
        words.say('search.showAll', { count }).replace(words.number(count), '{name}'),
      ]),
    ),
    nothing: words.say('search.nothing', { question: '{name}' }),
    corrected: words.say('search.taken', { name: '{name}' }),
    slash: words.say('search.slash'),
    'scope.defaults': words.say('search.defaults'),
    'scope.first': words.say('search.first', { count: MOST_SEARCHED }),
    ...Object.fromEntries(KEYS.map((key) => [key, words.say(key)])),
    close: words.say('search.close'),
  };
}
