/** Words, or code, which is written as code. */
export type PhrasePart = string | { readonly code: string };

/** A sentence in words and code: `['matches ', { code: '^[A-Z]{3}$' }]`. */
export type Phrase = readonly PhrasePart[];

/** Phrases one after the other, as one. */
export function joined(phrases: readonly Phrase[]): Phrase {
  const result: PhrasePart[] = [];
  for (const part of phrases.flat()) {
    const last = result.at(-1);
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part;
    else if (part !== '') result.push(part);
  }
  return result;
}

/** Writes code as the words around it. */
export function phraseText(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : part.code)).join('');
}
