import { answerWords, PARTS } from '../../search/answer-words.ts';
import { RESULT_KINDS } from '../../search/entry.ts';
import { MOST_SEARCHED } from '../../search/palette.ts';
import type { Words } from '../../words/words.ts';

/** Messages of the list of keys. */
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

/** Texts of the palette, as JSON for its script, which fills in `{name}` and the like. */
export function paletteWords(words: Words, label: string): string {
  const said = answerWords(words);
  const kinds = RESULT_KINDS.map((kind) => [`kind.${kind}`, said.kind(kind)]);
  const parts = PARTS.map((part) => [`part.${part}`, said.part(part)]);
  return JSON.stringify({
    ...Object.fromEntries([...kinds, ...parts]),
    label,
    schema: said.schema('{name}'),
    status: said.part('{name}'),
    all: words.say('search.showAll', { count: '{name}' }),
    nothing: words.say('search.nothing', { question: '{name}' }),
    corrected: words.say('search.taken', { name: '{name}' }),
    slash: words.say('search.slash'),
    'scope.defaults': words.say('search.defaults'),
    'scope.first': words.say('search.first', { count: MOST_SEARCHED }),
    ...Object.fromEntries(KEYS.map((key) => [key, words.say(key)])),
    close: words.say('search.close'),
  });
}
