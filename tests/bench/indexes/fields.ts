import type { Entry } from '../../../src/search/entry.ts';
import { askedTerms, termsOf, wholeName } from '../../../src/search/terms.ts';

/** Texts of an entry that libraries index: our words, between blanks. Whole names are words of their own. */
export interface Fields {
  readonly id: number;
  readonly whole: string;
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

/** How much a word counts in a field. */
export const WEIGHTS = { whole: 100, name: 10, value: 3, text: 1 } as const;
export type FieldName = keyof typeof WEIGHTS;
export const FIELD_NAMES = ['whole', 'name', 'value', 'text'] as const satisfies readonly FieldName[];

export function fieldsOf({ name, aliases, around, values, text }: Entry, id: number): Fields {
  const names = [name, ...aliases];
  const wholes = [...names, ...(around.length > 0 ? [[...around, name].join('.')] : [])].map(asOneWord);
  const words = (texts: readonly string[]): string => [...termsOf(texts.join('\n'))].join(' ');
  return { id, whole: wholes.join(' '), name: words(names), value: words(values), text: words([...around, text]) };
}

/** The question as the field of whole names has it. */
export function asOneWord(name: string): string {
  return wholeName(name).replaceAll(' ', '_');
}

/** The question as other fields have its words. */
export function asWords(question: string): string {
  return askedTerms(question).join(' ');
}

/** All libraries get words that are parted by blanks. */
export function wordsBetweenBlanks(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
