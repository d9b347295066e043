import type { Components } from '../components.ts';
import { PROBLEM_WORDS } from './problem-words.ts';
import type { JsonSchema } from './schema.ts';
import { EXACT_FORMATS } from './text-formats.ts';
import { problemsOf, validityOf } from './validation.ts';
import type { Problem } from './validator.ts';
import type { Work } from './work.ts';

/** The first place where a value differs from its schema, and the reason. */
interface Mismatch {
  /** Names and positions that lead there from the value. */
  readonly path: readonly string[];
  /** Words that follow “it”: `is text, not an integer`. */
  readonly reason: string;
}

/**
 * Why a value satisfies a schema neither in a request nor in a response; null where it does, or where that is undecided
 * with the work that is left. A place is the deepest that is wrong by itself.
 */
export function mismatchOf(value: unknown, schema: JsonSchema, components: Components, work: Work): Mismatch | null {
  const isWrong = (['response', 'request'] as const).every(
    (direction) => validityOf(value, schema, components, direction, work) === 'invalid',
  );
  if (!isWrong) return null;
  const [first, ...others] = problemsOf(value, schema, components, 'response', work).problems.filter(
    // Numbers of a format are compared with its limits nowhere but where they arrive.
    ({ kind, schema: { format = '' } }) => kind !== 'format' || EXACT_FORMATS.has(format),
  );
  if (first === undefined) return null;
  const deepest = others.reduce((found, other) => (isInside(other, found) ? other : found), first);
  const [, reason] = PROBLEM_WORDS[deepest.kind];
  return { path: deepest.path, reason: reason?.(deepest) ?? 'is not allowed' };
}

function isInside({ path }: Problem, outer: Problem): boolean {
  return path.length > outer.path.length && outer.path.every((name, index) => name === path[index]);
}
