import { pagePath } from '../model/language.ts';
import type { Words } from '../words/words.ts';
import type { AnswerWords } from './answers.ts';

/** {@link AnswerWords} in a language. */
export function answerWords(words: Words): AnswerWords {
  return {
    kind: (kind) => words.say(`kind.${kind}`),
    schema: (name) => words.say('search.inSchema', { name }),
    part: (part) => partWords(part, words),
    pathOf: (document) => pagePath(document, words),
  };
}

/** Parts of an operation that have a word of their own; the others are statuses. */
export const PARTS = ['request', 'path', 'query', 'querystring', 'header', 'cookie', 'default'] as const;

function partWords(part: string, words: Words): string {
  switch (part) {
    case 'request':
      return words.say('message.bodyPart');
    case 'path':
    case 'query':
    case 'querystring':
    case 'header':
    case 'cookie':
      return words.say(`parameters.${part}`);
    case 'default':
      return words.say('search.inResponse', { status: words.say('message.anyStatus') });
    default:
      return words.say('search.inResponse', { status: part });
  }
}
