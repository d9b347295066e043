import { type SearchIndex, SHOWN } from './contract.ts';

/** No index: every text is looked through from beginning to end. */
export const allTexts: SearchIndex = {
  name: 'all texts',
  write: (entries) =>
    Buffer.from(
      JSON.stringify(
        entries.map(({ name, aliases, around, values, text }) =>
          [name, ...aliases, ...around, ...values, text].join('\n').toLowerCase(),
        ),
      ),
    ),
  open(bytes) {
    const texts: readonly string[] = JSON.parse(Buffer.from(bytes).toString());
    return (question) => {
      const typed = question.toLowerCase();
      return texts.flatMap((text, at) => (text.includes(typed) ? [at] : [])).slice(0, SHOWN);
    };
  },
};
