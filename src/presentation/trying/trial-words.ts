import type { Language } from '../../model/language.ts';
import { tryingInEnglish } from '../../words/catalogues/en/trying.ts';
import { type Key, wordsOf } from '../../words/words.ts';
import { PLACEHOLDER_HINTS } from '../samples/credentials.ts';

/** Names what the script of the panel says. */
export type TrialKey = keyof typeof tryingInEnglish | (typeof PLACEHOLDER_HINTS)[keyof typeof PLACEHOLDER_HINTS];

/** Texts of the script in a language: it fills in values for `{name}` and the like. */
export function trialWords(language: Language): Readonly<Record<string, string>> {
  const words = wordsOf({ language });
  const keys = Object.keys(tryingInEnglish).filter((key): key is TrialKey & Key => Object.hasOwn(tryingInEnglish, key));
  return Object.fromEntries([...keys, ...Object.values(PLACEHOLDER_HINTS)].map((key) => [key, words.template(key)]));
}
