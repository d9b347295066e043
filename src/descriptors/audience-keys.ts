import { closeNames } from '../model/close-names.ts';
import { MAPS_OF_NAMES } from '../model/components.ts';
import { isRecord } from '../schema/json-values.ts';
import type { ParsedFile, PlacedFinding } from './contract.ts';
import { toPointer } from './positions.ts';

/** Audience keys without their `x-` prefix. */
const WORDS = ['internal', 'audience'] as const;
/** Words that resemble an audience key but mean something else. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  'external eternal integral internet interval intervals ambience'.split(' '),
);
/** Keys with which Mintlify and Scalar hide a part if the value is true. */
const KEYS_OF_OTHER_TOOLS: ReadonlySet<string> = new Set(['x-hidden', 'x-excluded', 'x-scalar-ignore']);
const MOST_LETTERS_MORE = 2;
/** Maximum length, in characters, of a key that is compared with the audience keys. */
const LONGEST_KEY = 40;
const MARKED = /^(?:x-*|(?<letter>[a-z]?)-+)?(?<word>.+)$/;
/** Keys that are not searched: pages show their values verbatim, or the author chooses the keys inside them. */
const SKIPPED_KEYS: ReadonlySet<string> = new Set(
  'example default const enum mapping scopes dependentRequired variables'.split(' '),
);

/** Audience key that the author probably intended. */
interface Meant {
  readonly key: string;
  /** False if the written key has no `x` prefix: it may be an ordinary word. */
  readonly isMarked: boolean;
}

/**
 * Reports misspellings of `x-internal` and `x-audience`, and equivalent keys of other tools, as errors: the part that
 * the key should hide would be published. Skips names that the author chooses, example values and vendor extensions.
 */
export function checkAudienceKeys(file: ParsedFile): readonly PlacedFinding[] {
  const found: PlacedFinding[] = [];
  const path: string[] = [];
  const known = new Map<string, Meant | null>();
  const meaningOf = (key: string): Meant | null => {
    const meant = known.get(key) ?? (known.has(key) ? null : meantBy(key));
    known.set(key, meant);
    return meant;
  };
  const visit = (value: unknown, isMap: boolean): void => {
    const isList = Array.isArray(value);
    if (!isList && !isRecord(value)) return;
    for (const name of Object.keys(value)) {
      const inner: unknown = Reflect.get(value, name);
      path.push(name);
      const meant = isList ? null : meaningOf(name);
      if (meant !== null && (inner === true || !KEYS_OF_OTHER_TOOLS.has(name)) && isMark(inner, isMap, meant))
        found.push(misspelt(name, meant, path, file));
      if (typeof inner === 'object' && inner !== null && (isMap || isList || !isLeftOut(name, inner, path)))
        visit(inner, !isMap && !isList && MAPS_OF_NAMES.has(name));
      path.pop();
    }
  };
  visit(file.value, false);
  return found;
}

/** @returns null for a correctly spelt audience key and for a key that resembles no audience key */
function meantBy(key: string): Meant | null {
  if (key.length > LONGEST_KEY || WORDS.some((word) => key === `x-${word}`)) return null;
  if (KEYS_OF_OTHER_TOOLS.has(key)) return { key: 'x-internal', isMarked: false };
  // Word processors insert special hyphens and zero-width spaces, so a wrong key can look right.
  const plain = key
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const { letter, word = '' } = MARKED.exec(plain)?.groups ?? {};
  const isMarked = plain.startsWith('x') && letter === undefined;
  const letters = word.replaceAll('-', '');
  const meant = WORDS.find((one) =>
    isMarked ? isAlmost(letters, one) && !isCompound(word, one) : letters === one || letters === `${one}s`,
  );
  return meant === undefined ? null : { key: `x-${meant}`, isMarked };
}

function isAlmost(letters: string, word: string): boolean {
  if (OTHER_WORDS.has(letters) || Math.abs(letters.length - word.length) > MOST_LETTERS_MORE) return false;
  return closeNames(word, [letters]).length > 0;
}

/** True for a compound such as `internal-id`, which is close to `internal` but not a misspelling of it. */
function isCompound(word: string, beginning: string): boolean {
  return word.startsWith(`${beginning}-`) && word.length > beginning.length + 1;
}

/** True if the value suits an audience key and the key is not a part's name that the author chose. */
function isMark(value: unknown, isMap: boolean, { key, isMarked }: Meant): boolean {
  if (isMap) return isMarked && !isRecord(value);
  if (isMarked) return true;
  if (key === 'x-internal') return typeof value === 'boolean';
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}

function isLeftOut(key: string, value: object, path: readonly string[]): boolean {
  if (SKIPPED_KEYS.has(key) || key.startsWith('x-')) return true;
  // A schema's `examples` is a list and is skipped; in a map of named examples, only each `value` is skipped.
  if (key === 'examples') return Array.isArray(value);
  if (key === 'value') return path.at(-3) === 'examples';
  // The target operation of a link defines the names of the link's parameters.
  return key === 'parameters' && path.at(-3) === 'links';
}

function misspelt(name: string, { key }: Meant, path: readonly string[], file: ParsedFile): PlacedFinding {
  const pointer = toPointer(path);
  const message = `The key ${JSON.stringify(name)} hides nothing from readers; “${key}” may be meant.`;
  const remedy = `Write “${key}”, or a name that cannot be mistaken for it.`;
  const place = file.locate(pointer, 'key');
  return { diagnostic: { ...place, severity: 'error', rule: 'audience-key', message, remedy }, pointer };
}
