import { Index } from 'flexsearch';
import { type SearchIndex, SHOWN } from './contract.ts';
import { asOneWord, asWords, FIELD_NAMES, type FieldName, fieldsOf, wordsBetweenBlanks } from './fields.ts';

/** One index a field, since answers of the first are before those of the next. */
const FIELDS = FIELD_NAMES.map((field) => ({ field, ask: field === 'whole' ? asOneWord : asWords }));

export const flexSearch: SearchIndex = {
  name: 'FlexSearch',
  async write(entries) {
    const fields = entries.map(fieldsOf);
    const parts: (readonly [FieldName, string, string])[] = [];
    for (const { field } of FIELDS) {
      const index = created(field);
      for (const one of fields) index.add(one.id, one[field]);
      await index.export(async (key, data) => void parts.push([field, key, data]));
    }
    return Buffer.from(JSON.stringify(parts));
  },
  open(bytes) {
    const parts: readonly (readonly [FieldName, string, string])[] = JSON.parse(Buffer.from(bytes).toString());
    const indexes = FIELDS.map(({ field, ask }) => {
      const index = created(field);
      for (const [name, key, data] of parts) if (name === field) index.import(key, data);
      return { index, ask };
    });
    return (question) => {
      const found = indexes.flatMap(({ index, ask }) => index.search(ask(question), { limit: SHOWN }));
      return [...new Set(found)].slice(0, SHOWN).map(Number);
    };
  },
};

function created(field: FieldName): Index {
  return new Index({ encode: wordsBetweenBlanks, tokenize: field === 'whole' ? 'strict' : 'forward' });
}
