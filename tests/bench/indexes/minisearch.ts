import MiniSearch, { type Query } from 'minisearch';
import { type SearchIndex, SHORTEST_WITH_TYPO, SHOWN } from './contract.ts';
import { asOneWord, asWords, FIELD_NAMES, type Fields, fieldsOf, WEIGHTS, wordsBetweenBlanks } from './fields.ts';

const options = {
  fields: [...FIELD_NAMES],
  tokenize: wordsBetweenBlanks,
  processTerm: (term: string) => term,
  searchOptions: { boost: WEIGHTS },
};
/** Letters that are swapped are two edits. */
const fuzzy = (term: string): number | boolean => (term.length < SHORTEST_WITH_TYPO ? false : 2);

export const miniSearch: SearchIndex = {
  name: 'MiniSearch',
  write(entries) {
    const index = new MiniSearch<Fields>(options);
    index.addAll(entries.map(fieldsOf));
    return Buffer.from(JSON.stringify(index));
  },
  open(bytes) {
    const index = MiniSearch.loadJSON<Fields>(Buffer.from(bytes).toString(), options);
    return (question) => {
      const exact = index.search(questionOf(question));
      const found = exact.length > 0 ? exact : index.search(questionOf(question), { fuzzy });
      return found.slice(0, SHOWN).map(({ id }) => Number(id));
    };
  },
};

/** The whole name, or all of its words. */
function questionOf(question: string): Query {
  const whole = { queries: [asOneWord(question)], fields: ['whole'] };
  const words = { queries: [asWords(question)], fields: ['name', 'value', 'text'], combineWith: 'AND', prefix: true };
  return { combineWith: 'OR', queries: [whole, words] };
}
