import type { Direction } from './hidden-names.ts';
import { PROBLEM_WORDS } from './problem-words.ts';
import type { Schemas } from './references.ts';
import type { JsonSchema } from './schema.ts';
import { EXACT_FORMATS } from './text-formats.ts';
import { type Problem, Validation } from './validator.ts';
import { Work } from './work.ts';

/** Some 0.1 s, for values that stand in a descriptor. */
const USUAL_UNITS = 5_000_000;

/**
 * Whether a value satisfies a schema (JSON Schema 2020-12 as the model holds it), formats included. Undecided: RE2
 * cannot read a pattern, or the work is spent.
 * @param mayOverlap several forms of `oneOf` may fit: frameworks write forms that require nothing
 */
export function validityOf(
  value: unknown,
  schema: JsonSchema,
  schemas: Schemas,
  direction: Direction,
  work = new Work(USUAL_UNITS),
  mayOverlap = false,
): 'valid' | 'invalid' | 'undecided' {
  const fits = new Validation(schemas, direction, work, mayOverlap).decide(value, schema);
  if (fits === undefined) return 'undecided';
  return fits ? 'valid' : 'invalid';
}

interface Problems {
  /** The first 500, of each part the most general one first. */
  readonly problems: readonly Problem[];
  /** False: some rule is undecided, and there may be more that is wrong. */
  readonly isComplete: boolean;
}

/**
 * Lists what is wrong with a value. Undecided rules refuse nothing, nor do formats whose test is stricter than their
 * definition. Where none of several forms fits, the problems are those of the form that was probably meant.
 */
export function problemsOf(
  value: unknown,
  schema: JsonSchema,
  schemas: Schemas,
  direction: Direction,
  work: Work,
): Problems {
  const validation = new Validation(schemas, direction, work);
  return { problems: validation.collect(value, schema), isComplete: !validation.isUndecided && !work.isSpent };
}

/** The first place where a value differs from its schema, and the reason. */
interface Mismatch {
  /** Names and positions that lead there from the value. */
  readonly path: readonly string[];
  /** Words that follow “it”: `is text, not an integer`. */
  readonly reason: string;
}

/**
 * Explains why a value satisfies a schema neither in a request nor in a response; null where it does, or where the work
 * does not suffice to decide. The path leads to the innermost wrong part.
 */
export function mismatchOf(value: unknown, schema: JsonSchema, schemas: Schemas, work: Work): Mismatch | null {
  const isWrong = (['response', 'request'] as const).every(
    (direction) => validityOf(value, schema, schemas, direction, work) === 'invalid',
  );
  if (!isWrong) return null;
  const [first, ...others] = problemsOf(value, schema, schemas, 'response', work).problems.filter(
    // Inexact formats, and those of numbers, are checked only in bodies that clients send.
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
