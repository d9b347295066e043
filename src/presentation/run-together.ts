import type { Components } from '../model/components.ts';
import { computedOnce } from '../model/computed-once.ts';
import { partsOfName } from './name-words.ts';

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

/** Words of the names of schemas, in small letters, by all their letters; none where two schemas part them apart. */
const wordsByLetters = computedOnce((components: Components): ReadonlyMap<string, readonly string[]> => {
  const names = Object.keys(components.record.schemas).map((name) =>
    partsOfName(name.slice(name.lastIndexOf('.') + 1)).map((word) => word.toLowerCase()),
  );
  return new Map(
    [...Map.groupBy(names, (words) => words.join(''))].flatMap(([letters, [words = [], ...others]]) =>
      words.length > 1 && others.every((other) => other.length === words.length) ? [[letters, words] as const] : [],
    ),
  );
});
