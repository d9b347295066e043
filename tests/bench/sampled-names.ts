import type { Entry } from '../../src/search/entry.ts';
import { wholeName } from '../../src/search/terms.ts';

export const SAMPLES = 200;
const KINDS: ReadonlySet<string> = new Set(['service', 'operation', 'schema', 'parameter', 'field']);

/** Names and paths, out of all. */
export function sampledNames(entries: readonly Entry[], random: () => number): readonly string[] {
  const all = entries
    .filter(({ kind }) => KINDS.has(kind))
    .flatMap(({ name, aliases }) => [name, ...aliases].filter((one) => wholeName(one) !== ''));
  return Array.from({ length: SAMPLES }, () => all[Math.floor(random() * all.length)] ?? '');
}

/** One letter left out, doubled, replaced or swapped with the one before; never the first. */
export function mistyped(name: string, random: () => number): string {
  const letters = [...name];
  const places = letters.flatMap((letter, at) => (at > 0 && /[a-z]/i.test(letter) ? [at] : []));
  const at = places[Math.floor(random() * places.length)] ?? 1;
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const edits = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, letter),
    () => letters.splice(at, 1, letter),
    () => letters.splice(at - 1, 2, letters[at] ?? '', letters[at - 1] ?? ''),
  ];
  edits[Math.floor(random() * edits.length)]?.();
  return letters.join('');
}

/** Whether an entry is what a name is the whole name of. */
export function isNamed(name: string, entry: Entry | undefined): boolean {
  if (entry === undefined) return false;
  const { name: own, aliases, around } = entry;
  const whole = wholeName(name);
  return [own, ...aliases, [...around, own].join('.')].some((one) => wholeName(one) === whole);
}

/** Park and Miller: the same numbers in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
