/** Plain text, or code, which views render as code. */
export type PhrasePart = string | { readonly code: string };

/** Text that consists of plain text and code: `['matches ', { code: '^[A-Z]{3}$' }]`. */
export type Phrase = readonly PhrasePart[];

/** Concatenates phrases. */
export function joined(phrases: readonly Phrase[]): Phrase {
  const result: PhrasePart[] = [];
  for (const part of phrases.flat()) {
    const last = result.at(-1);
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part;
    else if (part !== '') result.push(part);
  }
  return result;
}

/** Converts a phrase to plain text, in which code is not marked. */
export function phraseText(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : part.code)).join('');
}
