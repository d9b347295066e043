/** Words, or code, which views mark up as code. */
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

/** Plain text of a phrase, with its code unmarked. */
export function phraseText(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : part.code)).join('');
}
