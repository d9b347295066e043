import type { Components } from '../model/components.ts';
import { computedOnce } from '../model/computed-once.ts';
import { isWord, partsOfName } from './name-words.ts';

/** Endings of the plural, and what the singular has in their place: `policies`, `statuses`, `pods`. */
const PLURALS = [
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
  ['', ''],
] as const;

/**
 * Parts what paths write together, where a schema has the same name with its words apart: beside a schema `ConfigMap`
 * `configmaps` is `config maps`.
 */
export function partedWords(name: string, components: Components): string {
  const known = wordsByLetters(components);
  for (const [ending, singular] of PLURALS) {
    if (!name.endsWith(ending)) continue;
    const words = known.get(name.slice(0, name.length - ending.length) + singular);
    if (words === undefined) continue;
    const before = words.slice(0, -1).join('');
    return [...words.slice(0, -1), name.slice(before.length)].join(' ');
  }
  return name;
}

/**
 * Words of the names of schemas, in small letters, by all their letters; none where two schemas part them differently,
 * or where a part is no word.
 */
const wordsByLetters = computedOnce((components: Components): ReadonlyMap<string, readonly string[]> => {
  const names = Object.keys(components.record.schemas).map((name) =>
    partsOfName(name.slice(name.lastIndexOf('.') + 1)),
  );
  const spellings = Map.groupBy(
    names.map((parts) => parts.map((part) => part.toLowerCase())),
    (words) => words.join(''),
  );
  return new Map(
    [...spellings].flatMap(([letters, [words = [], ...others]]) => {
      const isOne = words.length > 1 && words.every(isWord);
      return isOne && others.every((other) => other.join(' ') === words.join(' ')) ? [[letters, words] as const] : [];
    }),
  );
});
